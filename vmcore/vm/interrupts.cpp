// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/interrupts.h"

#include <fmt/format.h>

#include "vmcore/run/failure_kind.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

void Interrupts::raiseCancelled() { raise(failureKindName(FailureKind::Cancelled), "the call was stopped on request"); }

void Interrupts::raiseStepLimit() const {
  raise(failureKindName(FailureKind::StepLimit),
        fmt::format("the call reached the limit of {} instructions", maxSteps_));
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/interrupts.h"

#include <fmt/format.h>

#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

void Interrupts::raiseCancelled() { raise("Cancelled", "the call was stopped on request"); }

void Interrupts::raiseStepLimit() const {
  raise("StepLimit", fmt::format("the call ran {} instructions, the limit", mostSteps_));
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/interrupts.h"

#include <fmt/format.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/c_env_api.h>

#include <algorithm>

#include "vmcore/run/failure_kind.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

void Interrupts::limitSteps(uint64_t most, uint64_t longest) {
  constexpr uint64_t kNone = std::numeric_limits<int64_t>::max();
  maxSteps_ = static_cast<int64_t>(most == 0 ? kNone : std::min(most, kNone));
  near_ = most == 0 ? maxSteps_ : maxSteps_ - 1 - static_cast<int64_t>(longest);
}

void Interrupts::attend(int64_t uncounted) {
  if (has(kStop)) raise(failureKindName(FailureKind::Cancelled), "the call was stopped on request");
  if (has(kSignal)) {
    clear(kSignal);
    if (TVMFFIEnvCheckSignals() != 0) throw ffi::EnvErrorAlreadySet();
  }
  if (has(kNearLimit) && steps_ + uncounted >= maxSteps_) raiseStepLimit();
}

void Interrupts::raiseStepLimit() const {
  raise(failureKindName(FailureKind::StepLimit),
        fmt::format("the call reached the limit of {} instructions", maxSteps_));
}

}  // namespace relaxscope

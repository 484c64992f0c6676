// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/loop/frame_stack.h"

#include <fmt/format.h>

#include "vmcore/run/failure_kind.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

FrameStack::FrameStack() { frames_.reserve(64); }

Result<void> FrameStack::reserve(uint64_t registerBytes, uint64_t maxFrames) {
  maxFrames_ = maxFrames;
  return registers_.reserve(registerBytes);
}

void FrameStack::addScratch(const RuntimeFunction& target) {
  Frame& frame = frames_.back();
  if (static_cast<size_t>(registers_.end() - frame.scratch) < target.scratch)
    refuseRegisters(target, size_t{target.registers} + target.scratch);
  frame.top = frame.scratch + target.scratch;
}

void FrameStack::refuse(const RuntimeFunction& target, size_t wanted) const {
  if (maxFrames_ != 0 && frames_.size() >= maxFrames_)
    raise(failureKindName(FailureKind::StackOverflow),
          fmt::format("calling {} would exceed the limit of {} nested calls", target.name, maxFrames_));
  refuseRegisters(target, wanted);
}

void FrameStack::refuseRegisters(const RuntimeFunction& target, size_t wanted) {
  raise(failureKindName(FailureKind::StackOverflow),
        fmt::format("calling {} needs {} registers, more than the register stack has free", target.name, wanted));
}

}  // namespace relaxscope

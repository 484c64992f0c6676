// SPDX-License-Identifier: Apache-2.0
// Arguments of current calls of VM functions, captured when the call begins, as its event is written when it ends. A
// stack that reuses its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vmcore/vm/record/argument_recorder.h"

namespace relaxscope {

class PendingArguments {
 public:
  /// Captures the arguments of a call that begins; returns their index for at() and dropFrom().
  int32_t capture(const TVMFFIAny* args, int32_t count) {
    if (used_ == all_.size()) all_.emplace_back();
    ArgumentRecorder::capture(args, count, all_[used_]);
    return static_cast<int32_t>(used_++);
  }
  [[nodiscard]] const ArgumentRecorder::Captured& at(int32_t number) const { return all_[static_cast<size_t>(number)]; }
  /// Drops the entry `number` and all later ones.
  void dropFrom(int32_t number) { used_ = static_cast<size_t>(number); }
  void clear() { used_ = 0; }

 private:
  std::vector<ArgumentRecorder::Captured> all_;
  size_t used_ = 0;
};

}  // namespace relaxscope

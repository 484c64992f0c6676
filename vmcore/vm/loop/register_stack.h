// SPDX-License-Identifier: Apache-2.0
// Registers of all frames as one contiguous stack in reserved address space; pages are committed as
// frames need them. It never moves, so a frame is a plain pointer.
#pragma once

#include <tvm/ffi/c_api.h>

#include <cstddef>
#include <cstdint>

#include "vmcore/base/result.h"

namespace relaxscope {

class RegisterStack {
 public:
  RegisterStack() = default;
  ~RegisterStack();
  RegisterStack(const RegisterStack&) = delete;
  RegisterStack& operator=(const RegisterStack&) = delete;

  /// Reserves address space; returns an error if the system refuses.
  Result<void> reserve(uint64_t bytes);
  [[nodiscard]] TVMFFIAny* begin() const { return begin_; }
  [[nodiscard]] TVMFFIAny* end() const { return end_; }

 private:
  TVMFFIAny* begin_ = nullptr;
  TVMFFIAny* end_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace relaxscope

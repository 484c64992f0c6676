// SPDX-License-Identifier: Apache-2.0
// Conversion of VM errors for programs that use tvm-ffi: what Python raises as an exception.
#pragma once

#include <tvm/ffi/any.h>

#include <utility>

#include "vmcore/base/result.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

/// Raises a failed call as TVM's VM would: an error raised by kernels or functions of the host program is passed on
/// unchanged; ours get the kind that TVM raises, or one that Python has a class for. The place (function, instruction,
/// callee) becomes a frame of the traceback.
[[noreturn]] void raiseInHost(const RunError& error);

inline ffi::Any unwrap(RunResult result) {
  if (result.error) raiseInHost(*result.error);
  return std::move(result.value);
}

/// Returns the value, or raises an error of this kind.
template <class T>
T unwrap(Result<T> result, const char* kind = "RuntimeError") {
  if (!result.ok()) raise(kind, result.error().text());
  return std::move(*result);
}

}  // namespace relaxscope

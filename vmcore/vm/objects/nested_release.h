// SPDX-License-Identifier: Apache-2.0
// Releases nested values without recursion. A list in a program is nested as deep as it is long, and closures may be,
// too; recursive destruction of a hundred thousand of them would overflow the stack.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/container/array.h>

#include <utility>
#include <vector>

#include "vmcore/vm/ffi.h"

namespace relaxscope {

/// Takes `count` values from `first` (they become None) and releases them: at once, or, inside the destructor of
/// another value that is being released on this thread, after that one. For destructors.
void releaseNested(ffi::Any* first, size_t count) noexcept;

/// Values owned by a closure or a constructor's value, released by releaseNested.
struct NestedValues {
  std::vector<ffi::Any> values;

  explicit NestedValues(std::vector<ffi::Any> kept) : values(std::move(kept)) {}
  ~NestedValues() { releaseNested(values.data(), values.size()); }
  NestedValues(NestedValues&&) noexcept = default;
  NestedValues& operator=(NestedValues&&) = delete;
};

/// A tuple of copies of `count` values, whose fields are released by releaseNested.
ffi::Array<ffi::Any> makeNestedTuple(const TVMFFIAny* values, size_t count);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Releases values that hold values without recursion. A list of a program is nested as deep as it is long, and so may
// closures be; destroyed one inside the other, a hundred thousand of them would take more stack than there is.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/container/array.h>

#include <utility>
#include <vector>

namespace relaxscope {

namespace ffi = tvm::ffi;

/// Takes `count` values from `first` (they become None) and releases them: at once, or, inside the destructor of
/// another value that is being released on this thread, after that one. For destructors.
void releaseNested(ffi::Any* first, size_t count) noexcept;

/// Values that a closure or constructor keeps, released by releaseNested.
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

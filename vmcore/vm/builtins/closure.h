// SPDX-License-Identifier: Apache-2.0
// Closures of Relax programs: function objects that append captured values to their arguments, and that can be shown.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/vm/ffi.h"
#include "vmcore/vm/objects/nested_release.h"

namespace relaxscope {

/// Type key ffi.Function, so that whatever takes a function takes it.
class ClosureObj final : public ffi::FunctionObj {
 public:
  /// `values`: the function, then the captured values; each may be a closure itself. `name` is empty for a function
  /// that is not one of the executable.
  ClosureObj(std::string name, std::vector<ffi::Any> values);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const ffi::Any& function() const { return kept_.values.front(); }
  [[nodiscard]] std::span<const ffi::Any> captured() const { return std::span(kept_.values).subspan(1); }

 private:
  friend const ClosureObj* closureOf(const TVMFFIAny& value);
  static void call(const ffi::FunctionObj* self, const ffi::AnyView* args, int32_t count, ffi::Any* result);
  static int callSafely(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* result);

  std::string name_;
  NestedValues kept_;
};

/// The value as a closure; null for other values.
const ClosureObj* closureOf(const TVMFFIAny& value);

/// What a closure calls and captures. A closure of a closure captures the values of both, in the order in which they
/// are passed.
struct ClosureParts {
  std::string function;  ///< empty if it is not one of the executable
  std::vector<ffi::Any> captured;
};
/// Of a closure of a Relax or Relay program; nothing for other values.
std::optional<ClosureParts> closureParts(const TVMFFIAny& value);

}  // namespace relaxscope

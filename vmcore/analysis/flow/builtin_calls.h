// SPDX-License-Identifier: Apache-2.0
// The builtins that calls name.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "vmcore/model/builtin.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Looks up the builtin of each callee by name, once per function of the table.
class BuiltinCalls {
 public:
  explicit BuiltinCalls(const Executable& executable) : executable_(executable) {}

  /// The builtin that the instruction calls; null for other callees and instructions.
  const BuiltinRow* of(const Instruction& instruction);
  /// Whether the instruction's purpose is to clear its destination (`vm.builtin.null_value`, Relay's kill_register).
  bool kills(const Instruction& instruction);

 private:
  const Executable& executable_;
  std::unordered_map<int64_t, const BuiltinRow*> rows_;
};

}  // namespace relaxscope

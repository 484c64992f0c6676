// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/host_calls.h"

#include "vmcore/model/builtin.h"

namespace relaxscope {

std::span<const std::string_view> hostCalls() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> found;
    for (const BuiltinRow& row : builtinRows())
      if (row.hostCall && !row.missing) found.emplace_back(row.name);
    return found;
  }();
  return names;
}

bool isHostCall(std::string_view name) {
  const BuiltinRow* row = findBuiltin(name);
  return row != nullptr && row->hostCall;
}

bool isStateCall(std::string_view name) { return isHostCall(name) && builtinId(name) != BuiltinId::InvokeClosure; }

std::vector<std::string_view> hostCallParams(std::string_view name) {
  std::vector<std::string_view> params;
  const BuiltinId builtin = builtinId(name);
  if (builtin == BuiltinId::None) return params;
  const BuiltinRow& row = builtinRow(builtin);
  if (!row.hostCall || row.missing) return params;
  for (const BuiltinOperand& operand : row.operands())
    if (operand.type != OperandType::Vm && !operand.optional && !operand.repeats) params.push_back(operand.name);
  return params;
}

}  // namespace relaxscope

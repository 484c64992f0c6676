// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/callee_kind.h"

#include "vmcore/model/builtin.h"

namespace relaxscope {
namespace {

CallKind kindOfName(std::string_view name) {
  const BuiltinRow* row = findBuiltin(name);
  return row != nullptr ? row->kind : CallKind::Kernel;
}

}  // namespace

CallKind calleeKind(const Function& function) {
  return function.isBytecode() || function.isVmTir() ? CallKind::VmFunction : kindOfName(function.name);
}

CallKind calleeKind(const Executable* executable, uint32_t callee, std::string_view name) {
  if (executable != nullptr) {
    if (callee < executable->functions.size()) return calleeKind(executable->functions[callee]);
    if (const OpcodeRow* opcode = executable->opcodeOfCallee(callee); opcode != nullptr) return opcode->kind;
  }
  return kindOfName(name);
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/builtin_calls.h"

namespace relaxscope {

const BuiltinRow* BuiltinCalls::of(const Instruction& instruction) {
  if (!instruction.isCall()) return nullptr;
  const FuncIndex callee(instruction.callFunction());
  const auto [place, fresh] = rows_.try_emplace(callee.value, nullptr);
  const Function* const function = fresh ? executable_.function(callee) : nullptr;
  if (function != nullptr && function->isPacked()) place->second = findBuiltin(function->name);
  return place->second;
}

bool BuiltinCalls::kills(const Instruction& instruction) {
  if (instruction.set != nullptr && instruction.set->isRelay())
    return instruction.row != nullptr && instruction.row->code == static_cast<int64_t>(RelayOpcode::KillRegister);
  const BuiltinRow* const builtin = of(instruction);
  return builtin != nullptr && builtin->effects.kills;
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mutate/calls.h"

#include <fmt/format.h>

#include "vmcore/base/text/text.h"

namespace relaxscope::test {
namespace {

/// Adds the slots of `count` (code, value) pairs from argument `first` on; `reads`: but those that a match stores.
void addPairs(const Instruction& call, size_t first, int64_t count, bool reads, std::vector<uint32_t>& words) {
  for (int64_t i = 0; i < count && first + 1 < call.callArgCount(); ++i, first += 2) {
    const Arg code = call.callArg(first), value = call.callArg(first + 1);
    if (code.kind() != ArgKind::Immediate || value.kind() != ArgKind::Immediate) continue;
    if ((code.value() == 1 && !reads) || code.value() == 3)
      words.push_back(call.row->listWord + static_cast<uint32_t>(first) + 1);
  }
}
int64_t countAt(const Instruction& call, size_t at) {
  return at < call.callArgCount() && call.callArg(at).kind() == ArgKind::Immediate ? call.callArg(at).value() : 0;
}
}  // namespace

BuiltinId builtinOf(const Draft& draft, const DraftInstruction& instruction) {
  const Instruction view = draft.view(instruction);
  if (draft.isRelay() || !view.isCall()) return BuiltinId::None;
  const Function& callee = draft.tables.functions[static_cast<size_t>(view.callFunction())];
  return callee.isPacked() ? builtinId(callee.name) : BuiltinId::None;
}

std::optional<RelayOpcode> relayOpcode(const Draft& draft, const DraftInstruction& instruction) {
  if (!draft.isRelay()) return std::nullopt;
  return static_cast<RelayOpcode>(instruction.words[0]);
}

bool isKill(const Draft& draft, const DraftInstruction& instruction) {
  return builtinOf(draft, instruction) == BuiltinId::NullValue ||
         relayOpcode(draft, instruction) == RelayOpcode::KillRegister;
}

bool isOfMemory(const Draft& draft, const DraftInstruction& instruction) {
  const BuiltinId id = builtinOf(draft, instruction);
  if (id != BuiltinId::None) {
    const BuiltinRow& row = builtinRow(id);
    return row.kind == CallKind::Memory && row.family != BuiltinFamily::PagedKvCache &&
           row.family != BuiltinFamily::AppendKvCache && row.family != BuiltinFamily::RnnState;
  }
  const auto opcode = relayOpcode(draft, instruction);
  return opcode == RelayOpcode::AllocStorage || opcode == RelayOpcode::AllocTensor ||
         opcode == RelayOpcode::AllocTensorReg || opcode == RelayOpcode::KillRegister;
}

std::vector<uint32_t> slotWords(const Draft& draft, const DraftInstruction& instruction, bool reads) {
  const Instruction call = draft.view(instruction);
  std::vector<uint32_t> words;
  switch (builtinOf(draft, instruction)) {
    case BuiltinId::MatchShape: addPairs(call, 3, countAt(call, 2), reads, words); break;
    case BuiltinId::MatchPrimValue: addPairs(call, 2, 1, reads, words); break;
    case BuiltinId::MakeShape: addPairs(call, 2, countAt(call, 1), false, words); break;
    case BuiltinId::MakePrimValue: addPairs(call, 1, 1, false, words); break;
    case BuiltinId::StoreShape:
      for (size_t i = 2; i < call.callArgCount() && !reads; ++i)
        if (call.callArg(i).kind() == ArgKind::Immediate)
          words.push_back(call.row->listWord + static_cast<uint32_t>(i));
      break;
    case BuiltinId::LoadShape:
      for (size_t i = 1; i < call.callArgCount(); ++i)
        if (call.callArg(i).kind() == ArgKind::Immediate)
          words.push_back(call.row->listWord + static_cast<uint32_t>(i));
      break;
    default: break;
  }
  return words;
}

std::vector<Operand> operandsOf(const Draft& draft, const DraftInstruction& instruction) {
  std::vector<Operand> operands;
  draft.view(instruction).forEachOperand([&](const Operand& operand) { operands.push_back(operand); });
  return operands;
}

std::string describe(const Draft& draft, const DraftInstruction& instruction) {
  std::string text = draft.view(instruction).row->mnemonic;
  for (const Operand& operand : operandsOf(draft, instruction)) {
    switch (operand.kind) {
      case ArgKind::Register:
        text += isSpecialRegister(operand.value) ? std::string(" %-") : fmt::format(" %{}", operand.value);
        break;
      case ArgKind::Immediate: text += fmt::format(" {}", operand.value); break;
      case ArgKind::Constant: text += fmt::format(" c[{}]", operand.value); break;
      case ArgKind::Function:
        text += " " + printable(draft.tables.functions[static_cast<size_t>(operand.value)].name);
        break;
    }
  }
  return text;
}

}  // namespace relaxscope::test

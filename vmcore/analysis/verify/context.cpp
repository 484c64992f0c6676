// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/verify/context.h"

#include <algorithm>

#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::verifying {
namespace {

constexpr size_t kShownName = 80;

Callee calleeOf(const Function& function) {
  Callee callee;
  callee.known = !function.isPacked();
  if (!function.isPacked()) return callee;
  callee.builtin = findBuiltin(function.name);
  if (callee.builtin == nullptr || callee.builtin->missing) return callee;
  const BuiltinRow& row = *callee.builtin;
  callee.known = true;
  callee.pairs = pairLayout(row);
  callee.makesHeap = row.effects.makesHeap;
  callee.minArgs = row.minArguments();
  callee.maxArgs = row.maxArguments();
  callee.takesVm = row.operandCount != 0 && row.operandTable[0].type == OperandType::Vm;
  return callee;
}

/// Layout of one instruction that should begin at word `expected`; `next` receives the index after its last word.
Layout layoutOf(const Code& code, int64_t pc, int64_t expected, int64_t& next) {
  const auto words = static_cast<int64_t>(code.words.size());
  const int64_t begin = code.offsets[static_cast<size_t>(pc)];
  next = expected;
  if (begin < 0 || begin >= words) return Layout::WildOffset;
  if (begin < expected) return Layout::Misplaced;
  const Instruction instruction = code.at(InstrIndex(pc));
  next = begin + static_cast<int64_t>(instruction.words.size());
  if (instruction.row == nullptr)
    return code.set->find(instruction.opcode()) == nullptr ? Layout::UnknownOpcode : Layout::Cut;
  if (instruction.row->listWord != 0) {
    const int64_t count = instruction.statedCount();
    if (count < 0 || count > kMaxCallArgs || static_cast<uint64_t>(count) != instruction.callArgCount())
      return Layout::BadCount;
  }
  return begin == expected ? Layout::Sound : Layout::Misplaced;
}

void layOutCode(Context& context) {
  const Code& code = context.executable.code;
  const auto words = static_cast<int64_t>(code.words.size());
  context.layout.resize(code.size());
  int64_t expected = 0;
  for (size_t pc = 0; pc < code.size(); ++pc) {
    const Layout layout = layoutOf(code, static_cast<int64_t>(pc), expected, expected);
    context.layout[pc] = layout;
    // If the length is unknown, the next offset is accepted, so that one fault gives one finding.
    const bool unknownLength = layout == Layout::UnknownOpcode || layout == Layout::BadCount || layout == Layout::Cut;
    if (unknownLength && pc + 1 < code.size()) expected = std::clamp(code.offsets[pc + 1], code.offsets[pc] + 1, words);
  }
}

}  // namespace

std::string Context::functionName(FuncIndex index) const {
  const Function* function = executable.function(index);
  if (function == nullptr) return fmt::format("function {}", index.value);
  if (function->name.empty()) return fmt::format("function {} (no name)", index.value);
  std::string name = printable(std::string_view(function->name).substr(0, kShownName));
  if (function->name.size() > kShownName) name += "…";
  return name;
}

std::string Context::where(const Site& site) const {
  std::string text = fmt::format("{}:{} ({}", functionName(site.index), site.pc, site.instruction.row->mnemonic);
  if (site.instruction.isCall()) text += " " + functionName(FuncIndex(site.instruction.callFunction()));
  return text + ")";
}

void prepareTables(Context& context) {
  context.relax = context.executable.code.set == &relaxInstructionSet();
  context.bytecode = walkableFunctions(context.executable);
}

void prepare(Context& context) {
  prepareTables(context);
  layOutCode(context);
  context.callees.reserve(context.executable.functions.size());
  for (const Function& function : context.executable.functions) context.callees.push_back(calleeOf(function));
}

}  // namespace relaxscope::verifying

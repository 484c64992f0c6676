// SPDX-License-Identifier: Apache-2.0
// Rules about operands and control flow, from operand roles alone.
#include "vmcore/analysis/verify/context.h"

namespace relaxscope::verifying {

std::string operandName(const Site& site, const Operand& operand) {
  const OpcodeRow& row = *site.instruction.row;
  if (row.listWord == 0 || operand.wordIndex < row.listWord) return operand.row->name;
  const char* name = row.flow == Flow::Call ? "argument" : operand.row->name;
  return fmt::format("{} {}", name, operand.wordIndex - row.listWord);
}

void checkRegister(Context& context, const Site& site, const Operand& operand) {
  const int64_t size = site.function->registerFileSize;
  if (operand.value >= 0 && operand.value < size) return;
  if (!context.executable.code.set->isRelay()) {  // Relay has no special registers
    if (operand.value == kVoidRegister || operand.value == kVmRegister) return;
    if (operand.role == OperandRole::Def && isSpecialRegister(operand.value)) return;  // such a write is dropped
  }
  context.report(site, [&] {
    return fmt::format("{} is register {}, the function has {}", operandName(site, operand), operand.value, size);
  });
}

void checkCondition(Context& context, const Site& site, const Operand& operand) {
  if (site.instruction.row->flow != Flow::Branch || !isSpecialRegister(operand.value) ||
      context.executable.code.set->isRelay())
    return;
  context.report(site,
                 [&] { return fmt::format("{} is special register {}", operandName(site, operand), operand.value); });
}

void checkConstantIndex(Context& context, const Site& site, const Operand& operand) {
  const auto count = static_cast<int64_t>(context.executable.constants.size());
  if (operand.value >= 0 && operand.value < count) return;
  context.report(
      site, [&] { return fmt::format("{} is constant {} of {}", operandName(site, operand), operand.value, count); });
}

void checkFunctionIndex(Context& context, const Site& site, const Operand& operand) {
  const auto count = static_cast<int64_t>(context.executable.functions.size());
  const Code& code = context.executable.code;
  // P and Relay number packed functions separately, after the `base` other functions of the table.
  const bool packed = operand.row->encoding == OperandEncoding::Packed;
  const int64_t base = packed ? code.packedBase : 0, end = !packed && code.set->isRelay() ? code.packedBase : count;
  if (operand.value >= base && operand.value < end) return;
  context.report(site, [&] {
    const int64_t word = operand.value < base ? operand.value : operand.value - base;
    return fmt::format("{} is {} {} of {}", operandName(site, operand), packed ? "packed function" : "function", word,
                       end - base);
  });
}

void checkArgumentKind(Context& context, const Site& site, const Operand& operand) {
  context.report(site, [&] {
    return fmt::format("{} is of kind {}", operandName(site, operand), static_cast<int>(operand.kind));
  });
}

void checkJump(Context& context, const Site& site) {
  const bool skips = site.instruction.row->flow == Flow::Branch && site.instruction.row->falls;
  site.instruction.forEachJump([&](JumpKind, int64_t offset) {
    if (skips && offset <= 1) {
      context.report(site, [&] { return fmt::format("false offset {} must be above 1", offset); });
      return;
    }
    // Offsets are any int64: distances are compared, because the sum may overflow.
    if (offset >= site.function->startInstr - site.pc && offset < site.function->endInstr - site.pc) return;
    context.report(site, [&] {
      return fmt::format("offset {} leaves the function ({} to {})", offset, site.function->startInstr,
                         site.function->endInstr - 1);
    });
  });
}

void checkEndlessJump(Context& context, const Site& site) {
  bool away = false;
  site.instruction.forEachJump([&](JumpKind, int64_t offset) { away = away || offset != 0; });
  if (!site.instruction.row->falls && !away)
    context.report(site, [] { return std::string("jumps to itself forever"); });
}

void checkFallThrough(Context& context, FuncIndex index) {
  const Function& function = context.executable.functions[index.at()];
  if (!function.isBytecode() || function.startInstr < 0 || function.startInstr >= function.endInstr) return;
  const int64_t last = function.endInstr - 1;
  if (static_cast<uint64_t>(last) >= context.layout.size() ||
      context.layout[static_cast<size_t>(last)] != Layout::Sound)
    return;
  const Site site{index, &function, last, context.executable.code.at(InstrIndex(last))};
  if (!site.instruction.row->falls) return;
  context.report(site, [] { return std::string("control falls through the end of the function"); });
}

}  // namespace relaxscope::verifying

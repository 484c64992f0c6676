// SPDX-License-Identifier: Apache-2.0
// Rules about operands and control flow, from operand roles alone.
#include "vmcore/analysis/verify_context.h"

namespace relaxscope::verifying {
namespace {

/// "argument 3", "dst", "cond": what a message calls an operand.
std::string operandName(const Operand& operand) {
  if (operand.role == OperandRole::Argument) return fmt::format("argument {}", operand.wordIndex - 4);
  return operand.row->name;
}

}  // namespace

void checkRegister(Context& context, const Site& site, const Operand& operand) {
  const int64_t size = site.function->registerFileSize;
  const bool inFrame = operand.value >= 0 && operand.value < size;
  if (inFrame || operand.value == kVoidRegister || operand.value == kVmRegister) return;
  if (operand.role == OperandRole::Def && isSpecialRegister(operand.value)) return;  // a write there is dropped
  context.report(site, [&] { return fmt::format("{} is register {}, the function has {}", operandName(operand), operand.value, size); });
}

void checkCondition(Context& context, const Site& site, const Operand& operand) {
  if (site.instruction.row->flow != Flow::Branch || !isSpecialRegister(operand.value)) return;
  context.report(site, [&] { return fmt::format("{} is special register {}", operandName(operand), operand.value); });
}

void checkConstantIndex(Context& context, const Site& site, const Operand& operand) {
  const auto count = static_cast<int64_t>(context.executable.constants.size());
  if (operand.value >= 0 && operand.value < count) return;
  context.report(site, [&] { return fmt::format("{} is constant {} of {}", operandName(operand), operand.value, count); });
}

void checkFunctionIndex(Context& context, const Site& site, const Operand& operand) {
  const auto count = static_cast<int64_t>(context.executable.functions.size());
  if (operand.value >= 0 && operand.value < count) return;
  context.report(site, [&] { return fmt::format("{} is function {} of {}", operandName(operand), operand.value, count); });
}

void checkArgumentKind(Context& context, const Site& site, const Operand& operand) {
  context.report(site, [&] { return fmt::format("{} is of kind {}", operandName(operand), static_cast<int>(operand.kind)); });
}

void checkJump(Context& context, const Site& site) {
  const int64_t offset = site.instruction.jumpOffset();
  if (site.instruction.row->flow == Flow::Branch && offset <= 1) {
    context.report(site, [&] { return fmt::format("false offset {} must be above 1", offset); });
    return;
  }
  // Offsets are any int64: compare distances, the sum may overflow.
  if (offset >= site.function->startInstr - site.pc && offset < site.function->endInstr - site.pc) return;
  context.report(site, [&] { return fmt::format("offset {} leaves the function ({} to {})", offset, site.function->startInstr, site.function->endInstr - 1); });
}

void checkEndlessJump(Context& context, const Site& site) {
  if (site.instruction.row->flow != Flow::Jump || site.instruction.jumpOffset() != 0) return;
  context.report(site, [] { return std::string("jumps to itself for ever"); });
}

void checkFallThrough(Context& context, FuncIndex index) {
  const Function& function = context.executable.functions[index.at()];
  if (!function.isBytecode() || function.startInstr < 0 || function.startInstr >= function.endInstr) return;
  const int64_t last = function.endInstr - 1;
  if (static_cast<uint64_t>(last) >= context.layout.size() || context.layout[static_cast<size_t>(last)] != Layout::Sound) return;
  const Site site{index, &function, last, context.executable.code.at(InstrIndex(last))};
  const Flow flow = site.instruction.row->flow;
  if (flow == Flow::Return || flow == Flow::Jump) return;
  context.report(site, [] { return std::string("the function's last instruction runs on into what follows"); });
}

}  // namespace relaxscope::verifying

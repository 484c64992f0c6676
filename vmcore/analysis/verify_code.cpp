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

bool isRegister(const Operand& operand) {
  switch (operand.role) {
    case OperandRole::Def:
    case OperandRole::Use: return true;
    case OperandRole::Argument: return operand.kind == ArgKind::Register;
    default: return false;
  }
}

}  // namespace

void checkRegisters(Context& context, const Site& site) {
  const int64_t size = site.function->registerFileSize;
  site.instruction.forEachOperand([&](const Operand& operand) {
    if (!isRegister(operand)) return;
    const bool inFrame = operand.value >= 0 && operand.value < size;
    if (inFrame || operand.value == kVoidRegister || operand.value == kVmRegister) return;
    if (operand.role == OperandRole::Def && isSpecialRegister(operand.value)) return;  // a write there is dropped
    context.report(site, [&] { return fmt::format("{} is register {}, the function has {}", operandName(operand), operand.value, size); });
  });
}

void checkCondition(Context& context, const Site& site) {
  if (site.instruction.row->flow != Flow::Branch) return;
  site.instruction.forEachOperand([&](const Operand& operand) {
    if (operand.role != OperandRole::Use || !isSpecialRegister(operand.value)) return;
    context.report(site, [&] { return fmt::format("{} is special register {}", operandName(operand), operand.value); });
  });
}

void checkConstantIndices(Context& context, const Site& site) {
  const auto count = static_cast<int64_t>(context.executable.constants.size());
  site.instruction.forEachOperand([&](const Operand& operand) {
    if (operand.role != OperandRole::Argument || operand.kind != ArgKind::Constant) return;
    if (operand.value >= 0 && operand.value < count) return;
    context.report(site, [&] { return fmt::format("{} is constant {} of {}", operandName(operand), operand.value, count); });
  });
}

void checkFunctionIndices(Context& context, const Site& site) {
  const auto count = static_cast<int64_t>(context.executable.functions.size());
  site.instruction.forEachOperand([&](const Operand& operand) {
    const bool named = operand.role == OperandRole::Callee || (operand.role == OperandRole::Argument && operand.kind == ArgKind::Function);
    if (!named || (operand.value >= 0 && operand.value < count)) return;
    context.report(site, [&] { return fmt::format("{} is function {} of {}", operandName(operand), operand.value, count); });
  });
}

void checkArgumentKinds(Context& context, const Site& site) {
  site.instruction.forEachOperand([&](const Operand& operand) {
    if (operand.role != OperandRole::Argument || operand.kind <= ArgKind::Function) return;
    context.report(site, [&] { return fmt::format("{} is of kind {}", operandName(operand), static_cast<int>(operand.kind)); });
  });
}

void checkJumps(Context& context, const Site& site) {
  const Flow flow = site.instruction.row->flow;
  if (flow != Flow::Jump && flow != Flow::Branch) return;
  const int64_t offset = site.instruction.jumpOffset();
  if (flow == Flow::Branch && offset <= 1) {
    context.report(site, [&] { return fmt::format("false offset {} must be above 1", offset); });
    return;
  }
  // Offsets are any int64: compare distances, the sum may overflow.
  if (offset >= site.function->startInstr - site.pc && offset < site.function->endInstr - site.pc) return;
  context.report(site, [&] { return fmt::format("offset {} leaves the function ({} to {})", offset, site.function->startInstr, site.function->endInstr - 1); });
}

void checkFallThrough(Context& context, const Site& site) {
  if (site.pc + 1 != site.function->endInstr) return;
  const Flow flow = site.instruction.row->flow;
  if (flow == Flow::Return || flow == Flow::Jump) return;
  context.report(site, [] { return std::string("the function's last instruction runs on into what follows"); });
}

void checkEndlessJump(Context& context, const Site& site) {
  if (site.instruction.row->flow != Flow::Jump || site.instruction.jumpOffset() != 0) return;
  context.report(site, [] { return std::string("jumps to itself for ever"); });
}

}  // namespace relaxscope::verifying

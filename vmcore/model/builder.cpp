// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

constexpr int64_t word(RelaxOpcode opcode) { return static_cast<int64_t>(opcode); }

}  // namespace

ExecutableBuilder::ExecutableBuilder(Variant variant) {
  executable_.variant = variant;
  executable_.outerPrefix = variant < Variant::R4 || variant == Variant::R0;
  executable_.version = "0.14";
}

Arg ExecutableBuilder::number(int64_t value) {
  if (Arg::fits(value)) return imm(value);
  return c(addConstant(IntConstant{value}));
}

FuncIndex ExecutableBuilder::function(std::string_view name) {
  const auto [place, added] = functionByName_.try_emplace(std::string(name));
  if (!added) return place->second;
  place->second = FuncIndex(static_cast<int64_t>(executable_.functions.size()));
  Function& entry = executable_.functions.emplace_back();
  entry.name = name;
  entry.numArgs = -2;  // TVM's mark of an entry that is only declared
  return place->second;
}

FuncIndex ExecutableBuilder::findFunction(std::string_view name) const {
  const auto place = functionByName_.find(std::string(name));
  return place == functionByName_.end() ? FuncIndex::invalid() : place->second;
}

FuncIndex ExecutableBuilder::addVmTir(std::string_view name, int64_t numArgs, int64_t registers,
                                      std::vector<std::string> params) {
  const FuncIndex index = function(name);
  Function& entry = executable_.functions[index.at()];
  entry.kind = static_cast<int32_t>(FunctionKind::VmTir);
  entry.numArgs = numArgs;
  entry.registerFileSize = registers;
  entry.paramNames = std::move(params);
  return index;
}

ConstIndex ExecutableBuilder::addConstant(ConstantValue value) {
  return pool_.add(executable_.constants, std::move(value));
}

FuncIndex ExecutableBuilder::beginFunction(std::string_view name, std::vector<std::string> params) {
  const auto count = static_cast<int64_t>(params.size());
  return begin(name, count, std::move(params));
}

FuncIndex ExecutableBuilder::beginFunction(std::string_view name, int64_t numArgs) { return begin(name, numArgs, {}); }

FuncIndex ExecutableBuilder::begin(std::string_view name, int64_t numArgs, std::vector<std::string> params) {
  endFunction();
  current_ = function(name);
  Function& entry = executable_.functions[current_.at()];
  entry.kind = static_cast<int32_t>(FunctionKind::Bytecode);
  entry.startInstr = here().value;
  entry.numArgs = numArgs;
  entry.paramNames = std::move(params);
  registers_ = numArgs;
  return current_;
}

void ExecutableBuilder::endFunction() {
  if (!current_.valid()) return;
  Function& entry = executable_.functions[current_.at()];
  entry.endInstr = here().value;
  entry.registerFileSize = registers_;
  current_ = FuncIndex::invalid();
}

void ExecutableBuilder::useRegister(int64_t reg) {
  if (!isSpecialRegister(reg) && reg >= registers_) registers_ = reg + 1;
}

InstrIndex ExecutableBuilder::emit(std::initializer_list<int64_t> head, const std::vector<Arg>& args) {
  Code& code = executable_.code;
  const InstrIndex pc = here();
  code.offsets.push_back(static_cast<int64_t>(code.words.size()));
  std::vector<int64_t>& words = code.words.edit();
  words.insert(words.end(), head);
  for (const Arg arg : args) {
    words.push_back(arg.word());
    if (arg.kind() == ArgKind::Register) useRegister(arg.value());
  }
  return pc;
}

InstrIndex ExecutableBuilder::emitCall(FuncIndex callee, const std::vector<Arg>& args, int64_t dst) {
  useRegister(dst);
  return emit({word(RelaxOpcode::Call), dst, callee.value, static_cast<int64_t>(args.size())}, args);
}

InstrIndex ExecutableBuilder::emitCall(std::string_view callee, const std::vector<Arg>& args, int64_t dst) {
  return emitCall(function(callee), args, dst);
}

InstrIndex ExecutableBuilder::emitRet(int64_t reg) {
  useRegister(reg);
  return emit({word(RelaxOpcode::Ret), reg});
}

InstrIndex ExecutableBuilder::emitGoto(int64_t offset) { return emit({word(RelaxOpcode::Goto), offset}); }

InstrIndex ExecutableBuilder::emitIf(int64_t cond, int64_t falseOffset) {
  useRegister(cond);
  return emit({word(RelaxOpcode::If), cond, falseOffset});
}

void ExecutableBuilder::patchJump(InstrIndex jump, InstrIndex target) {
  Code& code = executable_.code;
  const auto at = static_cast<size_t>(code.offsets[jump.at()]);
  const size_t operand = code.words[at] == word(RelaxOpcode::If) ? 2 : 1;
  code.words.edit()[at + operand] = target.value - jump.value;
}

Executable ExecutableBuilder::finish() {
  endFunction();
  Executable done = std::move(executable_);
  *this = ExecutableBuilder(done.variant);
  return done;
}

}  // namespace relaxscope

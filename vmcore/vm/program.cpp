// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/vm/relay/ops.h"

namespace relaxscope {
namespace {

/// Expects the pool to start with the constants, the functions, None and %vm.
class FunctionDecoder {
 public:
  FunctionDecoder(Program& program, const Executable& executable)
      : program_(program),
        code_(executable.code),
        words_(code_.words),
        prototype_(isPrototype(executable.variant)),
        constants_(static_cast<uint32_t>(executable.constants.size())),
        none_(constants_ + static_cast<uint32_t>(program.functions.size())) {}

  void run(RuntimeFunction& function) {
    // The first instruction marks the function as decoded, so it is written last.
    for (uint32_t pc = function.start + 1; pc < function.end; ++pc) program_.code[pc] = decode(pc, function);
    program_.code[function.start] = decode(function.start, function);
  }

 private:
  [[nodiscard]] int32_t registerOperand(int64_t reg) const {
    if (reg == kVmRegister) return ValuePool::operandOf(none_ + 1);
    if (isSpecialRegister(reg)) return ValuePool::operandOf(none_);
    return static_cast<int32_t>(reg);
  }
  int32_t operand(Arg arg) {
    switch (arg.kind()) {
      case ArgKind::Register: return registerOperand(arg.value());
      case ArgKind::Constant: return ValuePool::operandOf(static_cast<uint32_t>(arg.value()));
      case ArgKind::Function: return ValuePool::operandOf(constants_ + static_cast<uint32_t>(arg.value()));
      case ArgKind::Immediate: break;
    }
    return program_.pool.operandOfNumber(arg.value());
  }

  Insn decode(uint32_t pc, RuntimeFunction& function) {
    return prototype_ ? decodePrototype(pc, function) : decodeRelax(pc, function);
  }

  Insn decodeRelax(uint32_t pc, RuntimeFunction& function) {
    const WordView words = words_.subspan(static_cast<size_t>(code_.offsets[pc]));
    Insn to;
    switch (static_cast<RelaxOpcode>(words[0])) {
      case RelaxOpcode::Call:
        decodeCall(
            words[1], static_cast<uint32_t>(words[2]), static_cast<uint32_t>(words[3]),
            [words](uint32_t i) { return Arg::decode(words[4 + i]); }, to, pc, function);
        break;
      case RelaxOpcode::Ret:
        to.dst = registerOperand(words[1]);
        to.op = to.dst >= 0 ? Op::Ret : Op::RetPool;
        break;
      case RelaxOpcode::Goto:
        to.op = words[1] > 0 ? Op::Goto : Op::GotoBack;
        to.args = static_cast<uint32_t>(int64_t{pc} + words[1]);
        break;
      case RelaxOpcode::If:
        to.op = Op::If;
        to.dst = static_cast<int32_t>(words[1]);
        to.args = static_cast<uint32_t>(int64_t{pc} + words[2]);
        break;
    }
    return to;
  }

  /// The prototype encodes special registers and packed functions differently. Its conditions are tensors; the early
  /// form of its If compares two of them, the later form compares one with zero.
  Insn decodePrototype(uint32_t pc, RuntimeFunction& function) {
    const Instruction from = code_.at(InstrIndex(pc));
    Insn to;
    const auto target = [&](size_t word) { return int64_t{pc} + from.words[word]; };
    switch (from.row->flow) {
      case Flow::Call:
        decodeCall(
            from.callDst(), static_cast<uint32_t>(from.callFunction()), static_cast<uint32_t>(from.callArgCount()),
            [&](uint32_t i) { return from.callArg(i); }, to, pc, function);
        break;
      case Flow::Jump:
        to.op = from.words[1] > 0 ? Op::Goto : Op::GotoBack;
        to.args = static_cast<uint32_t>(target(1));
        break;
      case Flow::Branch: {
        const bool early = from.words.size() == 5;
        const int32_t other = early ? plainRegister(from.words[2]) : program_.pool.operandOfNumber(0);
        to.op = Op::IfEqual;
        to.args = static_cast<uint32_t>(program_.operandCount);
        program_.addOperand(plainRegister(from.words[1]));
        program_.addOperand(other);
        program_.addTarget(early ? target(3) : target(2));
        program_.addTarget(early ? target(4) : int64_t{pc} + 1);
        break;
      }
      default: to.dst = plainRegister(from.words[1]); to.op = to.dst >= 0 ? Op::Ret : Op::RetPool;
    }
    return to;
  }
  [[nodiscard]] int32_t plainRegister(int64_t word) const { return registerOperand(code_.set->decodeRegister(word)); }

  template <class ArgAt>
  void decodeCall(int64_t dst, uint32_t callee, uint32_t argCount, ArgAt argAt, Insn& to, uint32_t pc,
                  RuntimeFunction& caller) {
    const RuntimeFunction& function = program_.functions[callee];
    program_.setCallee(pc, callee);
    to.dst = isSpecialRegister(dst) ? -1 : static_cast<int32_t>(dst);
    to.argCount = argCount;
    to.args = static_cast<uint32_t>(program_.operandCount);
    for (uint32_t i = 0; i < argCount; ++i) program_.addOperand(operand(argAt(i)));
    caller.scratch = std::max(caller.scratch, to.argCount);
    to.call = function.call;
    to.self = function.self;
    if (function.builtin != BuiltinId::None && builtinRow(function.builtin).effects.makesHeap)
      to.flags |= kFlagMakesHeap;
    if (function.kind == FunctionKind::Bytecode) {
      to.op = to.argCount == function.numArgs ? Op::CallVm : Op::Refuse;
    } else if (function.builtin == BuiltinId::NullValue && to.argCount == 0) {
      to.op = to.dst < 0 ? Op::Nothing : Op::Kill;
    } else if (function.builtin == BuiltinId::Copy && to.argCount == 1) {
      to.op = to.dst < 0 ? Op::Nothing : Op::Copy;
    } else {
      to.op = callOp(to.dst >= 0, to.argCount);
    }
  }

  Program& program_;
  const Code& code_;
  const WordView words_;
  const bool prototype_;
  const uint32_t constants_, none_;
};

}  // namespace

Program::Program() = default;
Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

Result<void> Program::makeRoom(const Code& of, size_t items) {
  if (of.size() >= 0x7FFFFFFF) return Error(fmt::format("{} instructions exceed the engine's limit", of.size()));
  if (of.words.size() + items >= 0x3FFFFFFF)
    return Error(fmt::format("{} words of code exceed the engine's limit", of.words.size()));
  code = LazyArray<Insn>(of.size());
  callees = LazyArray<uint32_t>(of.size());
  operands = LazyArray<int32_t>(of.words.size());
  return {};
}

Result<Program> prepareProgram(const Executable& executable, std::vector<RuntimeFunction> functions,
                               std::vector<ffi::Any> constants, Engine* engine) {
  const bool prototype = isPrototype(executable.variant);
  if (!prototype && executable.code.set != &relaxInstructionSet())
    return Error(fmt::format("the engine does not run code of {}", executable.code.set->name));
  Program program;
  std::vector<ffi::Any> items = std::move(constants);
  items.reserve(items.size() + functions.size() + 2);
  for (const RuntimeFunction& function : functions) items.push_back(function.callable);
  items.emplace_back(nullptr);
  items.emplace_back(static_cast<void*>(engine));
  RS_CHECK(program.makeRoom(executable.code, items.size()));
  if (prototype)
    program.operands = LazyArray<int32_t>(2 * executable.code.words.size());  // an If of three words has four operands
  program.pool = ValuePool(std::move(items));
  program.functions = std::move(functions);
  return program;
}

void decodeFunction(Program& program, const Executable& executable, uint32_t function) {
  const size_t operands = program.operandCount;
  try {
    FunctionDecoder(program, executable).run(program.functions[function]);
  } catch (...) {
    program.operandCount = operands;
    throw;
  }
}

}  // namespace relaxscope

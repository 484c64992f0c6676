// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/trace/event.h"
#include "vmcore/vm/relay/relay_ops.h"

namespace relaxscope {
namespace {

/// Immediates by value: open addressing, as a hash map costs more than the rest of decoding.
class ImmediateTable {
 public:
  ImmediateTable() : slots_(1024, kEmpty) {}
  /// The number kept for `value`; `fresh` is taken when it is new.
  uint32_t find(int64_t value, uint32_t fresh) {
    if (values_.size() * 2 >= slots_.size()) grow();
    for (size_t at = place(value);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at] == kEmpty) {
        slots_[at] = static_cast<uint32_t>(values_.size());
        values_.push_back({value, fresh});
        return fresh;
      }
      if (values_[slots_[at]].value == value) return values_[slots_[at]].item;
    }
  }

 private:
  static constexpr uint32_t kEmpty = 0xFFFFFFFFu;
  struct Entry { int64_t value; uint32_t item; };
  [[nodiscard]] size_t place(int64_t value) const {
    const uint64_t mixed = static_cast<uint64_t>(value) * 0x9E3779B97F4A7C15ULL;
    return (mixed >> 32) & (slots_.size() - 1);
  }
  void grow() {
    slots_.assign(slots_.size() * 4, kEmpty);
    for (uint32_t i = 0; i < values_.size(); ++i) {
      size_t at = place(values_[i].value);
      while (slots_[at] != kEmpty) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = i;
    }
  }
  std::vector<Entry> values_;
  std::vector<uint32_t> slots_;
};

class Decoder {
 public:
  Decoder(const Executable& executable, std::vector<RuntimeFunction> functions, std::vector<ffi::Any> constants, Engine* engine)
      : executable_(executable), constants_(static_cast<uint32_t>(constants.size())) {
    program_.functions = std::move(functions);
    items_ = std::move(constants);
    for (const RuntimeFunction& function : program_.functions) items_.push_back(function.callable);
    none_ = static_cast<uint32_t>(items_.size());
    items_.emplace_back(nullptr);
    items_.emplace_back(static_cast<void*>(engine));
  }

  Result<Program> run() {
    const size_t count = executable_.code.size();
    if (count >= 0x7FFFFFFF) return Error(fmt::format("{} instructions are more than the engine takes", count));
    program_.code.resize(count + 1);
    program_.callees.assign(count + 1, kNoIndex);
    program_.operands.reserve(executable_.code.words.size() / 2);
    for (RuntimeFunction& function : program_.functions) {
      if (function.kind != FunctionKind::Bytecode) continue;
      for (uint32_t pc = function.start; pc < function.end; ++pc) RS_CHECK(decode(pc, function));
    }
    std::reverse(items_.begin(), items_.end());
    program_.pool = std::move(items_);
    return std::move(program_);
  }

 private:
  static int32_t itemOperand(uint32_t item) { return -1 - static_cast<int32_t>(item); }

  int32_t registerOperand(int64_t reg) const {
    if (reg == kVmRegister) return itemOperand(none_ + 1);
    if (isSpecialRegister(reg)) return itemOperand(none_);
    return static_cast<int32_t>(reg);
  }
  int32_t operand(Arg arg) {
    switch (arg.kind()) {
      case ArgKind::Register: return registerOperand(arg.value());
      case ArgKind::Constant: return itemOperand(static_cast<uint32_t>(arg.value()));
      case ArgKind::Function: return itemOperand(constants_ + static_cast<uint32_t>(arg.value()));
      case ArgKind::Immediate: break;
    }
    const uint32_t fresh = static_cast<uint32_t>(items_.size());
    const uint32_t item = immediates_.find(arg.value(), fresh);
    if (item == fresh) items_.emplace_back(arg.value());
    return itemOperand(item);
  }

  Result<void> decode(uint32_t pc, RuntimeFunction& function) {
    const Instruction from = executable_.code.at(InstrIndex(pc));
    if (from.row == nullptr) return Error(fmt::format("instruction {} of {} has an unknown opcode", pc, function.name));
    Insn& to = program_.code[pc];
    switch (static_cast<RelaxOpcode>(from.opcode())) {
      case RelaxOpcode::Call: decodeCall(from, to, pc, function); break;
      case RelaxOpcode::Ret:
        to.dst = registerOperand(from.words[1]);
        to.op = to.dst >= 0 ? Op::Ret : Op::RetPool;
        break;
      case RelaxOpcode::Goto: {
        const int64_t offset = from.words[1];
        to.op = offset > 0 ? Op::Goto : Op::GotoBack;
        to.args = static_cast<uint32_t>(int64_t{pc} + offset);
        break;
      }
      case RelaxOpcode::If:
        to.op = Op::If;
        to.dst = static_cast<int32_t>(from.words[1]);
        to.args = static_cast<uint32_t>(int64_t{pc} + from.words[2]);
        break;
    }
    return {};
  }

  void decodeCall(const Instruction& from, Insn& to, uint32_t pc, RuntimeFunction& caller) {
    const auto callee = static_cast<uint32_t>(from.callFunction());
    const RuntimeFunction& function = program_.functions[callee];
    program_.callees[pc] = callee;
    to.dst = isSpecialRegister(from.callDst()) ? -1 : static_cast<int32_t>(from.callDst());
    to.argCount = static_cast<uint32_t>(from.callArgCount());
    to.args = static_cast<uint32_t>(program_.operands.size());
    for (uint32_t i = 0; i < to.argCount; ++i) program_.operands.push_back(operand(from.callArg(i)));
    caller.scratch = std::max(caller.scratch, to.argCount);
    to.call = function.call;
    to.self = function.self;
    if (function.makesHeap) to.flags |= kFlagMakesHeap;
    if (function.kind == FunctionKind::Bytecode) {
      to.op = to.argCount == function.numArgs ? Op::CallVm : Op::Refuse;
    } else if (function.isNullValue && to.argCount == 0) {
      to.op = to.dst < 0 ? Op::Nothing : Op::Kill;
    } else if (function.isCopy && to.argCount == 1) {
      to.op = to.dst < 0 ? Op::Nothing : Op::Copy;
    } else {
      to.op = to.dst < 0 ? Op::CallVoid : Op::Call;
    }
  }

  const Executable& executable_;
  const uint32_t constants_;
  uint32_t none_ = 0;            ///< pool item None; %vm follows
  Program program_;
  std::vector<ffi::Any> items_;
  ImmediateTable immediates_;
};

}  // namespace

Program::Program() = default;
Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

Result<Program> decodeProgram(const Executable& executable, std::vector<RuntimeFunction> functions, std::vector<ffi::Any> constants, Engine* engine) {
  return Decoder(executable, std::move(functions), std::move(constants), engine).run();
}

}  // namespace relaxscope

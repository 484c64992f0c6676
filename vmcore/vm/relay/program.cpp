// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/relay/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/trace/event.h"
#include "vmcore/vm/relay/ops.h"

namespace relaxscope {
namespace {

class RelayDecoder {
 public:
  RelayDecoder(const Executable& executable, std::vector<RuntimeFunction> functions, std::vector<ffi::Any> constants,
               Engine* engine)
      : executable_(executable), engine_(engine) {
    program_.functions = std::move(functions);
    program_.pool = ValuePool(std::move(constants));
  }

  Result<Program> run() {
    RS_CHECK(program_.makeRoom(executable_.code, program_.pool.size()));
    for (RuntimeFunction& function : program_.functions) {
      if (function.kind != FunctionKind::Bytecode) continue;
      for (uint32_t pc = function.start; pc < function.end; ++pc) RS_CHECK(decode(pc, function));
    }
    return std::move(program_);
  }

 private:
  Result<void> decode(uint32_t pc, RuntimeFunction& function) {
    const Instruction from = executable_.code.at(InstrIndex(pc));
    if (from.row == nullptr) return Error(fmt::format("instruction {} of {} has an unknown opcode", pc, function.name));
    RS_CHECK(checkDevices(from, pc, function));
    Insn& to = program_.code[pc];
    to.args = static_cast<uint32_t>(program_.operandCount);
    to.dst = from.row->dstWord != 0 ? static_cast<int32_t>(from.words[from.row->dstWord]) : -1;
    program_.setCallee(pc, static_cast<uint32_t>(executable_.functions.size()) + static_cast<uint32_t>(from.opcode()));
    switch (static_cast<RelayOpcode>(from.opcode())) {
      case RelayOpcode::Ret:
        program_.setCallee(pc, kNoIndex);
        to.op = Op::Ret;
        to.dst = static_cast<int32_t>(from.words[1]);
        break;
      case RelayOpcode::Goto: jump(from, to, pc); break;
      case RelayOpcode::If: branch(from, to, pc); break;
      case RelayOpcode::Move:
        addRegisters(from, to, function);
        to.op = Op::Copy;
        to.call = relayOp(from.row->mnemonic);
        break;
      case RelayOpcode::LoadConst:
        program_.addOperand(ValuePool::operandOf(static_cast<uint32_t>(from.words[1])));
        to.op = Op::Copy;
        to.call = relayOp(from.row->mnemonic);
        to.argCount = 1;
        function.scratch = std::max(function.scratch, 1U);
        break;
      case RelayOpcode::KillRegister:
        to.op = Op::Kill;
        to.call = relayOp(from.row->mnemonic);
        break;
      case RelayOpcode::Invoke: invoke(from, to, pc, function); break;
      default: operation(from, to, pc, function); break;
    }
    return {};
  }

  /// Only the CPU is supported: every device of an instruction must be a CPU.
  Result<void> checkDevices(const Instruction& from, uint32_t pc, const RuntimeFunction& function) const {
    Result<void> done;
    const auto expectCpu = [&](std::string_view what, int64_t device) {
      const auto& devices = executable_.relay->virtualDevices;
      const int64_t type =
          executable_.variant >= Variant::RelayAV ? devices[static_cast<size_t>(device)].deviceType : device;
      if (type != kDLCPU && done.ok())
        done =
            Error(fmt::format("{}:{}: {} is of device type {}, which this engine does not support for Relay programs",
                              function.name, pc, what, type));
    };
    const std::vector<int64_t>& constants =
        executable_.relay->constantDevices;  // before 0.14 the only source of a constant's device
    from.forEachOperand([&](const Operand& operand) {
      if (operand.role == OperandRole::Device) expectCpu(operand.row->name, operand.value);
      if (operand.role == OperandRole::Constant && static_cast<size_t>(operand.value) < constants.size() &&
          executable_.variant != Variant::RelayC)
        expectCpu("const", constants[static_cast<size_t>(operand.value)]);
    });
    return done;
  }

  void jump(const Instruction& from, Insn& to, uint32_t pc) {
    const int64_t offset = from.words[1];
    program_.setCallee(pc, kNoIndex);
    to.op = offset > 0 ? Op::Goto : Op::GotoBack;
    to.args = static_cast<uint32_t>(int64_t{pc} + offset);
  }
  /// Operands: both registers, then the targets if they are equal and if not.
  void branch(const Instruction& from, Insn& to, uint32_t pc) {
    program_.setCallee(pc, kNoIndex);
    to.op = Op::IfEqual;
    for (const size_t word : {1, 2}) program_.addOperand(static_cast<int32_t>(from.words[word]));
    for (const size_t word : {3, 4}) program_.addTarget(int64_t{pc} + from.words[word]);
  }

  /// Adds the registers that the instruction reads, in its order, as arguments.
  void addRegisters(const Instruction& from, Insn& to, RuntimeFunction& caller) {
    from.forEachOperand([&](const Operand& operand) {
      if (operand.kind != ArgKind::Register || operand.role == OperandRole::Def) return;
      program_.addOperand(static_cast<int32_t>(operand.value));
      ++to.argCount;
    });
    caller.scratch = std::max(caller.scratch, to.argCount);
  }

  void invoke(const Instruction& from, Insn& to, uint32_t pc, RuntimeFunction& caller) {
    addRegisters(from, to, caller);
    const auto callee = static_cast<uint32_t>(from.callFunction());
    program_.setCallee(pc, callee);
    to.op = to.argCount == program_.functions[callee].numArgs ? Op::CallVm : Op::Refuse;
  }

  void operation(const Instruction& from, Insn& to, uint32_t pc, RuntimeFunction& caller) {
    addRegisters(from, to, caller);
    auto site = std::make_unique<RelaySite>();
    site->engine = engine_;
    from.forEachOperand([&](const Operand& operand) { setOperand(*site, operand); });
    if (from.isCall()) {
      const auto callee = static_cast<uint32_t>(from.callFunction());
      program_.setCallee(pc, callee);
      site->kernel = program_.functions[callee].call;
      site->kernelSelf = program_.functions[callee].self;
    }
    to.op = callOp(to.dst >= 0, to.argCount);
    to.call = relayOp(from.row->mnemonic);
    to.self = site.get();
    program_.relaySites.push_back(std::move(site));
  }
  static void setOperand(RelaySite& site, const Operand& operand) {
    switch (operand.role) {
      case OperandRole::TypeCode: site.dtype.code = static_cast<uint8_t>(operand.value); break;
      case OperandRole::TypeBits: site.dtype.bits = static_cast<uint8_t>(operand.value); break;
      case OperandRole::TypeLanes: site.dtype.lanes = static_cast<uint16_t>(operand.value); break;
      case OperandRole::Extent: site.extents.push_back(operand.value); break;
      case OperandRole::Tag:
      case OperandRole::Field:
      case OperandRole::OutputCount: site.number = operand.value; break;
      case OperandRole::Value:
        if (std::string_view(operand.row->name) == "value")
          site.number = operand.value;  // else an alignment, ignored: every block is aligned to 64 bytes
        break;
      case OperandRole::Argument:
        if (operand.kind == ArgKind::Function) site.function = static_cast<uint32_t>(operand.value);
        break;
      default: break;
    }
  }

  const Executable& executable_;
  Engine* engine_;
  Program program_;
};

}  // namespace

std::vector<std::string> relayOpNames(const InstructionSet& set) {
  std::vector<std::string> names;
  for (const OpcodeRow* row : set.rows) names.emplace_back(row == nullptr ? "" : row->mnemonic);
  return names;
}

Result<Program> decodeRelayProgram(const Executable& executable, std::vector<RuntimeFunction> functions,
                                   std::vector<ffi::Any> constants, Engine* engine) {
  return RelayDecoder(executable, std::move(functions), std::move(constants), engine).run();
}

}  // namespace relaxscope

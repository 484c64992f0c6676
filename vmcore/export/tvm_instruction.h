// SPDX-License-Identifier: Apache-2.0
// One instruction as TVM's as_text prints it (the same for all releases that read and write Relax). `Out` takes
// append(string_view | char | int64_t), pad(count) and tells written(); so the same text goes to a
// listing or, escaped, into the label of a graph.
#pragma once

#include <fmt/format.h>

#include "vmcore/export/oddities.h"
#include "vmcore/export/tvm_listing.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

template <class Out>
class TvmInstructionWriter {
 public:
  TvmInstructionWriter(const Executable& executable, Out& out, Oddities& oddities)
      : executable_(executable), out_(out), oddities_(oddities) {}

  void write(const Function& function, int64_t pc, const Instruction& instruction) {
    if (instruction.row == nullptr) {
      out_.append("<opcode ");
      out_.append(instruction.opcode());
      out_.append('>');
      remarkInstruction(instruction, function, pc, oddities_);
      return;
    }
    switch (static_cast<RelaxOpcode>(instruction.opcode())) {
      case RelaxOpcode::Call: writeCall(function, pc, instruction); break;
      case RelaxOpcode::Ret:
        out_.append("ret   ");
        writeRegister(instruction.words[1]);
        break;
      case RelaxOpcode::Goto:
        out_.append("goto  ");
        out_.append(instruction.words[1]);
        break;
      case RelaxOpcode::If:
        out_.append("If    ");
        writeRegister(instruction.words[1]);
        out_.append(", ");
        out_.append(instruction.words[2]);
        break;
    }
  }

 private:
  void writeCall(const Function& function, int64_t pc, const Instruction& call) {
    out_.append("call  ");
    const uint64_t nameBegin = out_.written();
    writeFunctionName(call.callFunction());
    out_.pad(16 - static_cast<int64_t>(out_.written() - nameBegin));
    out_.append(" in: ");
    const uint64_t argsBegin = out_.written();
    const size_t count = call.callArgCount();
    for (size_t i = 0; i < count; ++i) {
      if (i != 0) out_.append(", ");
      writeArg(call.callArg(i));
    }
    out_.pad(12 - static_cast<int64_t>(out_.written() - argsBegin));
    out_.append(" dst: ");
    writeRegister(call.callDst());
    if (static_cast<uint64_t>(call.words[3]) != count) remarkInstruction(call, function, pc, oddities_);
  }

  void writeArg(Arg arg) {
    switch (arg.kind()) {
      case ArgKind::Register: writeRegister(arg.value()); break;
      case ArgKind::Immediate:
        out_.append('i');
        out_.append(arg.value());
        break;
      case ArgKind::Constant:
        out_.append("c[");
        out_.append(arg.value());
        out_.append(']');
        break;
      case ArgKind::Function:
        out_.append("f[");
        writeFunctionName(arg.value());
        out_.append(']');
        break;
      default:
        out_.append("<kind ");
        out_.append(static_cast<int64_t>(arg.kind()));
        out_.append('>');
        oddities_.add(fmt::format("argument <kind {}> is unknown", static_cast<int>(arg.kind())));
        break;
    }
  }

  void writeRegister(int64_t reg) {
    if (reg == kVoidRegister) return out_.append("%void");
    if (reg == kVmRegister) return out_.append("%vm");
    out_.append('%');
    out_.append(reg);
  }

  void writeFunctionName(int64_t index) {
    if (const Function* function = executable_.function(FuncIndex(index))) return out_.append(std::string_view(function->name));
    out_.append("unknown_func_index(");
    out_.append(index);
    out_.append(')');
  }

  const Executable& executable_;
  Out& out_;
  Oddities& oddities_;
};

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// as_text() as TVM 0.23 to 0.27 print it (src/runtime/vm/executable.cc; the code is unchanged since 2023).
#include <fmt/format.h>

#include "vmcore/base/text.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/tvm_listing.h"

namespace relaxscope {
namespace {

class TextWriter {
 public:
  TextWriter(const Executable& executable, const TextSink& sink, std::vector<std::string>& oddities)
      : executable_(executable), out_(sink), oddities_(oddities), budget_(executable) {}

  void write(std::span<const FuncIndex> only) {
    forEachListed(executable_, only, out_, [&](const Function& function) { writeFunction(function); });
  }

 private:
  void writeFunction(const Function& function) {
    if (!isUtf8(function.name)) remarkName(function, oddities_);
    out_.append('@');
    out_.append(function.name);
    switch (static_cast<FunctionKind>(function.kind)) {
      case FunctionKind::Packed: out_.append(" packed_func;\n\n"); return;
      case FunctionKind::VmTir:
        out_.append(" num_inputs=");
        out_.append(function.numArgs);
        out_.append(" vm_tir_func;\n\n");
        return;
      case FunctionKind::Bytecode: break;
      default:
        out_.append(fmt::format(" <kind {}>;\n\n", function.kind));
        oddities_.add(fmt::format("function <kind {}> is unknown", function.kind));
        return;
    }
    out_.append(":\n");
    forEachInstruction(executable_, function, budget_, out_, oddities_, [&](int64_t pc, const Instruction& instruction) {
      out_.append("  ");
      writeInstruction(function, pc, instruction);
      out_.append('\n');
    });
    out_.append('\n');
  }

  void writeInstruction(const Function& function, int64_t pc, const Instruction& instruction) {
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
    if (const Function* function = executable_.function(FuncIndex(index))) return out_.append(function->name);
    out_.append("unknown_func_index(");
    out_.append(index);
    out_.append(')');
  }

  const Executable& executable_;
  TextBuffer out_;
  Oddities oddities_;
  WordBudget budget_;
};

}  // namespace

void writeTvmText(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink, std::vector<std::string>& oddities) {
  TextWriter(executable, sink, oddities).write(only);
}

}  // namespace relaxscope

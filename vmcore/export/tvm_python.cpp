// SPDX-License-Identifier: Apache-2.0
// as_python() as TVM 0.23 to 0.27 print it (src/runtime/vm/executable.cc; unchanged since 2023).
#include <fmt/format.h>

#include "vmcore/base/text.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/tvm_listing.h"

namespace relaxscope {
namespace {

class PythonWriter {
 public:
  PythonWriter(const Executable& executable, const TextSink& sink, std::vector<std::string>& oddities)
      : executable_(executable), out_(sink), oddities_(oddities), budget_(executable) {}

  void write(std::span<const FuncIndex> only) {
    out_.append("ib = rx.Builder()\n");
    forEachListed(executable_, only, out_, [&](const Function& function) { writeFunction(function); });
  }

 private:
  void writeFunction(const Function& function) {
    if (function.isPacked() || function.isVmTir()) return;
    if (!isUtf8(function.name)) remarkName(function, oddities_);
    if (!function.isBytecode()) {
      out_.append(fmt::format("# <kind {}> ", function.kind));
      out_.append(printable(function.name));
      out_.append('\n');
      oddities_.add(fmt::format("function <kind {}> is unknown", function.kind));
      return;
    }
    out_.append("with ib.function(\"");
    out_.append(function.name);
    out_.append("\", num_inputs=");
    out_.append(function.numArgs);
    out_.append("):\n");
    forEachInstruction(executable_, function, budget_, out_, oddities_, [&](int64_t pc, const Instruction& instruction) {
      out_.append("    ");
      writeInstruction(function, pc, instruction);
      out_.append('\n');
    });
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
        out_.append("ib.emit_ret(");
        writeRegister(instruction.words[1]);
        out_.append(')');
        break;
      case RelaxOpcode::Goto:
        out_.append("ib.emit_goto(");
        out_.append(instruction.words[1]);
        out_.append(')');
        break;
      case RelaxOpcode::If:
        out_.append("ib.emit_if(");
        writeRegister(instruction.words[1]);
        out_.append(", ");
        out_.append(instruction.words[2]);
        out_.append(')');
        break;
    }
  }

  void writeCall(const Function& function, int64_t pc, const Instruction& call) {
    out_.append("ib.emit_call(");
    writeFunctionName(call.callFunction());
    out_.append(", args=[");
    const size_t count = call.callArgCount();
    for (size_t i = 0; i < count; ++i) {
      if (i != 0) out_.append(", ");
      writeArg(call.callArg(i));
    }
    out_.append(']');
    if (call.callDst() != kVoidRegister) {
      out_.append(", dst=");
      writeRegister(call.callDst());
    }
    out_.append(')');
    if (static_cast<uint64_t>(call.words[3]) != count) remarkInstruction(call, function, pc, oddities_);
  }

  void writeArg(Arg arg) {
    switch (arg.kind()) {
      case ArgKind::Register:
        if (arg.value() == kVmRegister) return out_.append("ib.r(vm)");
        return writeRegister(arg.value());
      case ArgKind::Immediate: return writeWrapped("ib.imm(", arg.value());
      case ArgKind::Constant: return writeWrapped("ib.c(", arg.value());
      case ArgKind::Function:
        out_.append("ib.f(");
        writeFunctionName(arg.value());
        out_.append(')');
        return;
      default:
        out_.append("<kind ");
        out_.append(static_cast<int64_t>(arg.kind()));
        out_.append('>');
        oddities_.add(fmt::format("argument <kind {}> is unknown", static_cast<int>(arg.kind())));
        return;
    }
  }

  void writeRegister(int64_t reg) { writeWrapped("ib.r(", reg); }

  void writeWrapped(std::string_view open, int64_t value) {
    out_.append(open);
    out_.append(value);
    out_.append(')');
  }

  void writeFunctionName(int64_t index) {
    if (const Function* function = executable_.function(FuncIndex(index))) {
      out_.append('"');
      out_.append(function->name);
      out_.append('"');
      return;
    }
    writeWrapped("ib.unknown_func_index(", index);
  }

  const Executable& executable_;
  TextBuffer out_;
  Oddities oddities_;
  WordBudget budget_;
};

}  // namespace

void writeTvmPython(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink, std::vector<std::string>& oddities) {
  PythonWriter(executable, sink, oddities).write(only);
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// One instruction of a Relax VM as TVM's as_text and as_python print it: one walk, a spelling for each form and
// era (formats.md 3). `Out` takes append(string_view | char | int64_t), pad(count) and tells written(); so the
// same text goes to a listing or, escaped, into the label of a graph.
#pragma once

#include <fmt/format.h>

#include "vmcore/export/oddities.h"
#include "vmcore/export/tvm_listing.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// The pieces around an instruction's parts. Special registers are spelled by a word, or, where it is empty, as numbers.
struct TvmSpelling {
  struct Around {
    std::string_view open, close;
  };
  std::string_view call;
  int64_t nameWidth;             ///< names are padded to it
  Around name, unknownName;      ///< of a function in the table, of an index outside it
  Around args;
  int64_t argsWidth;             ///< what stands between is padded to it
  std::string_view dst;          ///< before a result
  std::string_view callEnd;
  bool voidResult;               ///< a call without result says so
  Around ret, go, branch, reg, immediate, constant, function;
  std::string_view voidRegister, vmRegister;  ///< results, conditions
  std::string_view voidArgument, vmArgument;
};
/// as_text and as_python since January 2023, unchanged to 0.27.
extern const TvmSpelling kTvmText, kTvmPython;
/// Those of the prototype, 2021 to 2022.
extern const TvmSpelling kPrototypeText, kPrototypePython;

template <class Out>
class TvmInstructionWriter {
 public:
  TvmInstructionWriter(const Executable& executable, Out& out, Oddities& oddities, const TvmSpelling& spelling = kTvmText)
      : executable_(executable), out_(out), oddities_(oddities), s_(spelling) {}

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
      case RelaxOpcode::Ret: writePlain(s_.ret, instruction); break;
      case RelaxOpcode::Goto: writePlain(s_.go, instruction); break;
      case RelaxOpcode::If: writePlain(s_.branch, instruction); break;
    }
  }

 private:
  void writeCall(const Function& function, int64_t pc, const Instruction& call) {
    out_.append(s_.call);
    const uint64_t nameBegin = out_.written();
    writeFunctionName(call.callFunction());
    out_.pad(s_.nameWidth - static_cast<int64_t>(out_.written() - nameBegin));
    out_.append(s_.args.open);
    const uint64_t argsBegin = out_.written();
    const size_t count = call.callArgCount();
    for (size_t i = 0; i < count; ++i) {
      if (i != 0) out_.append(", ");
      writeArg(call.callArg(i));
    }
    out_.pad(s_.argsWidth - static_cast<int64_t>(out_.written() - argsBegin));
    out_.append(s_.args.close);
    if (s_.voidResult || call.callDst() != kVoidRegister) {
      out_.append(s_.dst);
      writeRegister(call.callDst(), s_.voidRegister, s_.vmRegister);
    }
    out_.append(s_.callEnd);
    if (static_cast<uint64_t>(call.statedCount()) != count) remarkInstruction(call, function, pc, oddities_);
  }

  /// Operands one behind the other: registers and numbers.
  void writePlain(const TvmSpelling::Around& around, const Instruction& instruction) {
    out_.append(around.open);
    bool first = true;
    instruction.forEachOperand([&](const Operand& operand) {
      if (!first) out_.append(", ");
      first = false;
      if (operand.kind == ArgKind::Register) writeRegister(operand.value, s_.voidRegister, s_.vmRegister);
      else out_.append(operand.value);
    });
    out_.append(around.close);
  }

  void writeArg(Arg arg) {
    switch (arg.kind()) {
      case ArgKind::Register: return writeRegister(arg.value(), s_.voidArgument, s_.vmArgument);
      case ArgKind::Immediate: return writeNumber(s_.immediate, arg.value());
      case ArgKind::Constant: return writeNumber(s_.constant, arg.value());
      case ArgKind::Function:
        out_.append(s_.function.open);
        writeFunctionName(arg.value());
        out_.append(s_.function.close);
        return;
    }
    out_.append("<kind ");
    out_.append(static_cast<int64_t>(arg.kind()));
    out_.append('>');
    oddities_.add(fmt::format("argument <kind {}> is unknown", static_cast<int>(arg.kind())));
  }

  void writeRegister(int64_t reg, std::string_view voidWord, std::string_view vmWord) {
    if (reg == kVoidRegister && !voidWord.empty()) return out_.append(voidWord);
    if (reg == kVmRegister && !vmWord.empty()) return out_.append(vmWord);
    writeNumber(s_.reg, executable_.code.set->encodeRegister(reg));
  }
  void writeNumber(const TvmSpelling::Around& around, int64_t value) {
    out_.append(around.open);
    out_.append(value);
    out_.append(around.close);
  }
  void writeFunctionName(int64_t index) {
    const Function* function = executable_.function(FuncIndex(index));
    if (function == nullptr) return writeNumber(s_.unknownName, index);
    out_.append(s_.name.open);
    out_.append(std::string_view(function->name));
    out_.append(s_.name.close);
  }

  const Executable& executable_;
  Out& out_;
  Oddities& oddities_;
  const TvmSpelling& s_;
};

}  // namespace relaxscope

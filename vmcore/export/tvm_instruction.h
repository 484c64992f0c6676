// SPDX-License-Identifier: Apache-2.0
// One instruction of a Relax VM as TVM's as_text and as_python print it: one traversal, with a spelling for each form
// and era (formats.md 3). The output type provides append(string_view | char | int64_t), pad(count) and written(); so
// the same text goes to a listing or, escaped, into the label of a graph.
//
// Listings have millions of instructions: everything is inlined and, with a TextCursor, compiles to plain moves of
// bytes.
#pragma once

#include <fmt/format.h>

#include "vmcore/export/tvm_listing.h"
#include "vmcore/export/tvm_spelling.h"
#include "vmcore/export/warnings.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

template <const TvmSpelling& kSpelling>
class TvmInstructionWriter {
 public:
  TvmInstructionWriter(const Executable& executable, Warnings& warnings)
      : executable_(executable), warnings_(warnings) {}

  template <class Out>
  [[gnu::always_inline]] void write(Out& out, const Function& function, int64_t pc,
                                    const Instruction& instruction) const {
    if (instruction.row == nullptr) [[unlikely]] {
      out.append("<opcode ");
      out.append(instruction.opcode());
      out.append('>');
      warnAboutInstruction(instruction, function, pc, warnings_);
      return;
    }
    switch (static_cast<RelaxOpcode>(instruction.opcode())) {
      case RelaxOpcode::Call: writeCall(out, function, pc, instruction); break;
      case RelaxOpcode::Ret: writePlain(out, kSpelling.ret, instruction); break;
      case RelaxOpcode::Goto: writePlain(out, kSpelling.go, instruction); break;
      case RelaxOpcode::If: writePlain(out, kSpelling.branch, instruction); break;
    }
  }

 private:
  using Around = TvmSpelling::Around;

  template <class Out>
  [[gnu::always_inline]] void writeCall(Out& out, const Function& function, int64_t pc, const Instruction& call) const {
    out.append(kSpelling.call);
    const uint64_t nameBegin = out.written();
    writeFunctionName(out, call.callFunction());
    if (kSpelling.nameWidth != 0) out.pad(kSpelling.nameWidth - static_cast<int64_t>(out.written() - nameBegin));
    out.append(kSpelling.args.open);
    const uint64_t argsBegin = out.written();
    const WordView args = call.words.subspan(call.row->listWord);
    for (size_t i = 0; i < args.size(); ++i) {
      if (i != 0) out.append(", ");
      writeArg(out, call.set->decodeArg(args[i]));
    }
    if (kSpelling.argsWidth != 0) out.pad(kSpelling.argsWidth - static_cast<int64_t>(out.written() - argsBegin));
    out.append(kSpelling.args.close);
    if (kSpelling.voidResult || call.callDst() != kVoidRegister) {
      out.append(kSpelling.dst);
      writeRegister(out, call.callDst(), kSpelling.voidRegister, kSpelling.vmRegister);
    }
    out.append(kSpelling.callEnd);
    if (static_cast<uint64_t>(call.statedCount()) != args.size()) [[unlikely]]
      warnAboutInstruction(call, function, pc, warnings_);
  }

  /// Operands in sequence, registers and numbers; only calls have lists.
  template <class Out>
  [[gnu::always_inline]] void writePlain(Out& out, const Around& around, const Instruction& instruction) const {
    out.append(around.open);
    const WordView values = instruction.words.subspan(1);
    for (size_t i = 0; i < values.size(); ++i) {
      if (i != 0) out.append(", ");
      if (instruction.row->operands[i].encoding != OperandEncoding::Register) out.append(values[i]);
      else writeRegister(out, instruction.set->decodeRegister(values[i]), kSpelling.voidRegister, kSpelling.vmRegister);
    }
    out.append(around.close);
  }

  template <class Out>
  [[gnu::always_inline]] void writeArg(Out& out, Arg arg) const {
    switch (arg.kind()) {
      case ArgKind::Register: return writeRegister(out, arg.value(), kSpelling.voidArgument, kSpelling.vmArgument);
      case ArgKind::Immediate: return writeNumber(out, kSpelling.immediate, arg.value());
      case ArgKind::Constant: return writeNumber(out, kSpelling.constant, arg.value());
      case ArgKind::Function:
        out.append(kSpelling.function.open);
        writeFunctionName(out, arg.value());
        out.append(kSpelling.function.close);
        return;
    }
    out.append("<kind ");
    out.append(static_cast<int64_t>(arg.kind()));
    out.append('>');
    warnings_.add(fmt::format("argument <kind {}> is unknown", static_cast<int>(arg.kind())));
  }

  template <class Out>
  [[gnu::always_inline]] void writeRegister(Out& out, int64_t reg, std::string_view voidWord,
                                            std::string_view vmWord) const {
    if (reg == kVoidRegister && !voidWord.empty()) return out.append(voidWord);
    if (reg == kVmRegister && !vmWord.empty()) return out.append(vmWord);
    writeNumber(out, kSpelling.reg, executable_.code.set->encodeRegister(reg));
  }
  template <class Out>
  [[gnu::always_inline]] void writeNumber(Out& out, const Around& around, int64_t value) const {
    out.append(around.open);
    out.append(value);
    out.append(around.close);
  }
  template <class Out>
  [[gnu::always_inline]] void writeFunctionName(Out& out, int64_t index) const {
    const Function* function = executable_.function(FuncIndex(index));
    if (function == nullptr) return writeNumber(out, kSpelling.unknownName, index);
    out.append(kSpelling.name.open);
    out.append(std::string_view(function->name));
    out.append(kSpelling.name.close);
  }

  const Executable& executable_;
  Warnings& warnings_;
};

/// Shared by the forms that list functions one by one: the output and the lines of a function's body.
template <const TvmSpelling& kSpelling>
class TvmListingWriter {
 protected:
  TvmListingWriter(const Executable& executable, const TextSink& sink, std::vector<std::string>& warnings)
      : executable_(executable),
        out_(sink),
        warnings_(warnings),
        budget_(executable),
        instructions_(executable, warnings_) {}

  /// Writes each instruction of the function on a separate line, indented by `indent`.
  void writeBody(const Function& function, std::string_view indent) {
    forEachInstruction(executable_, function, budget_, out_, warnings_,
                       [&](int64_t pc, const Instruction& instruction) {
                         TextCursor line(out_);
                         line.append(indent);
                         instructions_.write(line, function, pc, instruction);
                         line.append('\n');
                       });
  }

  const Executable& executable_;
  TextBuffer out_;
  Warnings warnings_;

 private:
  WordBudget budget_;
  TvmInstructionWriter<kSpelling> instructions_;
};

}  // namespace relaxscope

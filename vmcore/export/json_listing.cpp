// SPDX-License-Identifier: Apache-2.0
// The listing as JSON, for scripts: one object per instruction, operands as in TVM's text. To edit an executable use
// the lossless form (format/json/json_form.h) instead.
#include <fmt/format.h>

#include "vmcore/analysis/adt_tags.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/json_tables.h"
#include "vmcore/export/tvm_listing.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;

std::string registerText(int64_t reg) {
  if (reg == kVoidRegister) return "%void";
  if (reg == kVmRegister) return "%vm";
  return fmt::format("%{}", reg);
}

class ListingWriter {
 public:
  ListingWriter(const Executable& executable, const TextSink& sink, std::vector<std::string>& warnings)
      : executable_(executable), json_(sink), guard_(kNothing), warnings_(warnings), budget_(executable) {}

  void write(std::span<const FuncIndex> only) {
    json_.beginDocument();
    json_.field("variant", variantName(executable_.variant)).field("version", executable_.version);
    json_.key("functions").beginArray();
    forEachListed(executable_, only, guard_, [&](const Function& function) {
      if (!json_.stopped()) writeFunction(function);
    });
    json_.end();
    json_.end();
  }

 private:
  void writeFunction(const Function& f) {
    json_.beginObject().field("name", f.name).field("kind", functionKindText(f));
    json_.field("start", f.startInstr).field("end", f.endInstr);
    json_.field("num_args", f.numArgs).field("registers", f.registerFileSize).field("params", f.paramNames);
    if (f.isBytecode()) {
      json_.key("instructions").beginArray();
      forEachInstruction(executable_, f, budget_, guard_, warnings_, [&](int64_t pc, const Instruction& instruction) {
        if (json_.stopped()) return;
        json_.beginObject(Layout::Inline).field("pc", pc);
        writeInstruction(f, pc, instruction);
        if (const auto tag = adtTagAt(executable_, InstrIndex(pc))) json_.field("constructor", tag->text());
        json_.end();
      });
      json_.end();
    }
    json_.end();
  }

  void writeInstruction(const Function& f, int64_t pc, const Instruction& instruction) {
    if (instruction.row == nullptr) {
      json_.field("op", fmt::format("<opcode {}>", instruction.opcode()));
      warnAboutInstruction(instruction, f, pc, warnings_);
      return;
    }
    json_.field("op", instruction.row->mnemonic);
    if (instruction.set->isRelay()) return writeByRole(f, pc, instruction);
    switch (static_cast<RelaxOpcode>(instruction.opcode())) {
      case RelaxOpcode::Call: writeCall(f, pc, instruction); break;
      case RelaxOpcode::Ret:
        json_.field("result", registerText(instruction.set->decodeRegister(instruction.words[1])));
        break;
      case RelaxOpcode::Goto: json_.field("offset", instruction.words[1]); break;
      case RelaxOpcode::If: writeByRole(f, pc, instruction); break;
    }
  }

  /// Operands under the names of the instruction set.
  void writeByRole(const Function& f, int64_t pc, const Instruction& instruction) {
    const OpcodeRow& row = *instruction.row;
    instruction.forEachOperand([&](const Operand& operand) {
      if (operand.wordIndex == row.listWord) json_.key(row.list()->name).beginArray();
      if (row.listWord != 0 && operand.wordIndex >= row.listWord) {
        if (!json_.stopped()) writeValue(operand);
        return;
      }
      if (operand.role == OperandRole::Count) return;
      json_.key(operand.row->name);
      writeValue(operand);
    });
    if (row.listWord == 0) return;
    if (instruction.callArgCount() == 0) json_.key(row.list()->name).beginArray();
    json_.end();
    if (instruction.statedCount() != static_cast<int64_t>(instruction.callArgCount()))
      warnAboutInstruction(instruction, f, pc, warnings_);
  }
  void writeValue(const Operand& operand) {
    switch (operand.kind) {
      case ArgKind::Register: json_.value(registerText(operand.value)); break;
      case ArgKind::Function: json_.value(functionText(operand.value)); break;
      default: json_.value(operand.value); break;
    }
  }

  void writeCall(const Function& f, int64_t pc, const Instruction& call) {
    json_.field("dst", registerText(call.callDst())).field("callee", functionText(call.callFunction()));
    json_.key("args").beginArray();
    for (size_t i = 0; i < call.callArgCount() && !json_.stopped(); ++i) json_.value(argText(call.callArg(i)));
    json_.end();
    if (call.statedCount() != static_cast<int64_t>(call.callArgCount())) warnAboutInstruction(call, f, pc, warnings_);
  }

  std::string argText(Arg arg) {
    switch (arg.kind()) {
      case ArgKind::Register: return registerText(arg.value());
      case ArgKind::Immediate: return fmt::format("i{}", arg.value());
      case ArgKind::Constant: return fmt::format("c[{}]", arg.value());
      case ArgKind::Function: return fmt::format("f[{}]", functionText(arg.value()));
    }
    return fmt::format("<kind {}>", static_cast<int>(arg.kind()));
  }

  std::string functionText(int64_t index) const {
    const Function* function = executable_.function(FuncIndex(index));
    return function != nullptr ? function->name : fmt::format("unknown_func_index({})", index);
  }

  /// The listing helpers query a TextBuffer for whether to stop; here the JSON writer decides.
  static bool drop(std::string_view) { return true; }
  inline static const TextSink kNothing = drop;

  const Executable& executable_;
  JsonWriter json_;
  TextBuffer guard_;
  Warnings warnings_;
  WordBudget budget_;
};

}  // namespace

void writeJsonListing(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                      std::vector<std::string>& warnings) {
  ListingWriter(executable, sink, warnings).write(only);
}

}  // namespace relaxscope

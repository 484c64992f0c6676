// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/diff/instruction_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"
#include "vmcore/export/relay_instruction.h"
#include "vmcore/export/tvm_instruction.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxInstructionText = 2000, kMaxNotes = 4, kMaxNote = 48;

constexpr TvmSpelling shortSpelling() {
  TvmSpelling s = kTvmText;
  s.call = "call ";
  s.nameWidth = s.argsWidth = 0;
  s.args = {" ", ""};
  s.dst = " -> ";
  s.voidResult = false;
  s.ret = {"ret ", ""};
  s.go = {"goto ", ""};
  s.branch = {"if ", ""};
  return s;
}
constexpr TvmSpelling kShortText = shortSpelling();

/// The output of the instruction writers: printable, and cut at kMaxText.
class ShortLine {
 public:
  explicit ShortLine(std::string& text) : text_(text) {}
  void append(std::string_view piece) {
    if (text_.size() < kMaxInstructionText) text_ += printable(piece.substr(0, kMaxInstructionText));
  }
  void append(char c) { append(std::string_view(&c, 1)); }
  void append(int64_t value) {
    if (text_.size() < kMaxInstructionText) text_ += std::to_string(value);
  }
  void pad(int64_t) {}
  [[nodiscard]] uint64_t written() const { return text_.size(); }

 private:
  std::string& text_;
};

}  // namespace

std::string InstructionTexts::text(FuncIndex function, InstrIndex pc) {
  const Function* const row = executable_.function(function);
  if (row == nullptr) return {};
  const Instruction instruction = executable_.code.at(pc);
  std::string text;
  ShortLine line(text);
  if (executable_.code.set->isRelay())
    RelayInstructionWriter<ShortLine>(executable_, line, warnings_).write(*row, pc.value, instruction);
  else TvmInstructionWriter<kShortText>(executable_, warnings_).write(line, *row, pc.value, instruction);
  if (const size_t gap = text.find("  -> "); gap != std::string::npos) text.erase(gap, 1);  // a call without arguments
  if (text.size() >= kMaxInstructionText) text += "...";
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string InstructionTexts::note(InstrIndex pc) const {
  const Instruction instruction = executable_.code.at(pc);
  std::vector<std::string> notes;
  instruction.forEachOperand([&](const Operand& operand) {
    if (operand.kind != ArgKind::Constant || notes.size() >= kMaxNotes) return;
    const Constant* const constant = executable_.constant(ConstIndex(operand.value));
    if (constant == nullptr || std::holds_alternative<StringConstant>(constant->value)) return;
    std::string note = fmt::format("c[{}] {}", operand.value, constantSummary(constant->value, kMaxNote));
    if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
  });
  instruction.forEachJump([&](JumpKind, int64_t offset) {
    int64_t target = 0;
    if (!__builtin_add_overflow(pc.value, offset, &target)) notes.push_back(fmt::format("to {}", target));
  });
  std::string text;
  for (const std::string& note : notes) text += (text.empty() ? "" : ", ") + printable(note);
  return text;
}

std::string InstructionTexts::operand(InstrIndex pc, uint32_t word) const {
  std::string text;
  executable_.code.at(pc).forEachOperand([&](const Operand& operand) {
    if (operand.wordIndex != word || word == 0) return;
    switch (operand.kind) {
      case ArgKind::Register: text = registerText(operand.value); return;
      case ArgKind::Immediate: text = fmt::format("i{}", operand.value); return;
      case ArgKind::Constant: text = fmt::format("c[{}]", operand.value); return;
      case ArgKind::Function: break;
      default: text = fmt::format("<kind {}>", static_cast<int>(operand.kind)); return;
    }
    const Function* const function = executable_.function(FuncIndex(operand.value));
    text = function != nullptr
               ? fmt::format("f[{}]", printable(std::string_view(function->name).substr(0, kMaxInstructionText)))
               : fmt::format("f[{}]", operand.value);
  });
  return text;
}

std::string InstructionTexts::registerText(int64_t reg) const {
  if (executable_.code.set->isRelay()) return fmt::format("${}", reg);
  if (reg == kVoidRegister) return "%void";
  return reg == kVmRegister ? "%vm" : fmt::format("%{}", reg);
}

}  // namespace relaxscope

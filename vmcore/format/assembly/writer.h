// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: parts that both writers share. A form is written line by line, and each line with an
// instruction, a function or a constant is recorded in the map.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vmcore/base/text/text_buffer.h"
#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/vm/code_plan.h"

namespace relaxscope::assembly {

/// Lines of a form. A prefix (`#: ` in the python form) precedes each.
class Lines {
 public:
  explicit Lines(const TextSink& sink) : out(sink) {}

  TextBuffer out;
  std::string_view prefix;
  void begin() { out.append(prefix); }
  void end() {
    out.append('\n');
    ++number_;
  }
  void line(std::string_view text) {
    begin();
    out.append(text);
    end();
  }
  /// A blank line, without the prefix.
  void blank() { end(); }
  /// The current line, 1-based.
  [[nodiscard]] uint32_t number() const { return number_; }

 private:
  uint32_t number_ = 1;
};

/// How functions are referred to: by name if it is unique, else by number.
class FunctionNames {
 public:
  explicit FunctionNames(const Executable& executable);
  [[nodiscard]] bool unique(FuncIndex index) const { return unique_[index.at()]; }
  /// "main", "\"odd name\"", "func_index(3)", "unknown_func_index(9)".
  void append(TextBuffer& out, int64_t index) const;

 private:
  const Executable& executable_;
  std::vector<bool> unique_;
};

/// Instructions in the text form.
class InstructionWriter {
 public:
  InstructionWriter(const FunctionNames& names, TextBuffer& out) : names_(names), out_(out) {}
  /// `label(offset)` returns the label of a jump's target, or "" for a number.
  void write(const Instruction& instruction, const std::function<std::string(int64_t)>& label) const;

 private:
  void call(const Instruction& instruction) const;
  void appendRegister(int64_t reg) const;
  void tagged(Arg arg) const;
  void plain(const Operand& operand) const;
  void dataType(WordView words) const;

  const FunctionNames& names_;
  TextBuffer& out_;
};

/// Lines of one constant: `.const c[3] = ...`.
void writeConstant(Lines& lines, const Executable& executable, size_t index, bool side);
/// `{1, 2, 3}`, `hex {...}` or `side "key"`; continues the current line and may span several.
void writeTensorData(Lines& lines, const TensorConstant& tensor);
void writeHexData(Lines& lines, std::span<const uint8_t> bytes);

/// The text form: header, constants, functions, code. The python writer uses parts of it for what Python cannot
/// express.
class TextWriter {
 public:
  TextWriter(const Executable& executable, const AssemblyOptions& options, Lines& lines, AssemblyMap* map);
  /// The whole executable, or one function.
  void write();

  void header();
  void constants();
  void tail();
  /// A function's row without a body.
  void row(FuncIndex index);
  /// A body with its function's row, or `.code:`.
  void body(const CodeBody& body);
  /// Lines of one pc, including the words before it; jumps use labels of the body.
  void item(const CodeItem& item, int64_t pc);
  /// The same with jumps as offsets.
  void plainItem(const CodeItem& item, int64_t pc) {
    labels_.clear();
    this->item(item, pc);
  }
  /// `.data` lines for words[begin, end).
  void data(size_t begin, size_t end);

  [[nodiscard]] const std::vector<CodeBody>& bodies() const { return bodies_; }
  [[nodiscard]] const CodeItems& items() const { return items_; }
  [[nodiscard]] const CodeBody* bodyOf(FuncIndex index) const {
    return bodyOf_[index.at()] < 0 ? nullptr : &bodies_[static_cast<size_t>(bodyOf_[index.at()])];
  }
  [[nodiscard]] const FunctionNames& names() const { return names_; }
  /// Whether bodies must state their order, because they are not written in pc order.
  [[nodiscard]] bool ordered() const { return ordered_; }
  void setOrdered(bool ordered) { ordered_ = ordered; }
  /// Whether the words after the last instruction are written at the end of this body.
  [[nodiscard]] bool isLast(const CodeBody& body) const {
    return body.order + 1 == static_cast<int64_t>(bodies_.size());
  }
  void noteLine(InstrIndex pc);
  void noteFunction(FuncIndex index);

 private:
  void signature(const Function& function, const CodeBody* body);
  void oneFunction();
  void findLabels(const CodeBody& body);

  const Executable& executable_;
  const AssemblyOptions& options_;
  Lines& lines_;
  AssemblyMap* map_;
  FunctionNames names_;
  InstructionWriter instructions_;
  CodeItems items_;
  std::vector<CodeBody> bodies_;
  std::vector<int64_t> bodyOf_;  ///< by function, -1 for none
  bool ordered_ = false;
  std::vector<bool> labels_;  ///< of the current body, by pc from its start
  int64_t bodyBegin_ = 0;
};

}  // namespace relaxscope::assembly

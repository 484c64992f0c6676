// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: the text form, line by line. The python form also passes its `#:` lines to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vmcore/format/assembly/program.h"

namespace relaxscope::assembly {

/// One instruction in the text form.
class InstructionParser {
 public:
  explicit InstructionParser(Program& program) : program_(program) {}
  /// Parses the line as an instruction of the program's set and adds it; errors are recorded in the line.
  void parse(Line& in);

 private:
  void parseRelax(Line& in, const OpcodeRow& row);
  void parseCall(Line& in, const OpcodeRow& row);
  void parseRelay(Line& in, const OpcodeRow& row);
  void parseField(Line& in, const OpcodeRow& row, size_t base, uint64_t& seen);
  void parseList(Line& in, const OperandRow& operand);
  void plain(Line& in, const OperandRow& operand, size_t word);
  void functionName(Line& in, size_t word, OperandEncoding encoding);
  void tagged(Line& in);
  void offset(Line& in, size_t word);
  int64_t reg(Line& in);

  Program& program_;
};

/// `.const`, `.trailing` and their data, which may span several lines.
class DataParser {
 public:
  explicit DataParser(Program& program) : program_(program) {}
  void constant(Line& in);
  void trailing(Line& in);
  /// Whether a `{` is still open, so that the next line is data.
  [[nodiscard]] bool open() const { return open_; }
  void data(Line& in);
  /// End of the text; data that is still open is an error.
  void end();

 private:
  enum class Kind : uint8_t { Hex, Signed, Unsigned, Float32, Float64 };
  void tensor(Line& in, std::string_view name);
  void begin(Line& in, Kind kind, ConstIndex tensor);
  void rows(Line& in);
  void number(Line& in);
  void close();
  ConstantValue floatValue(Line& in);

  Program& program_;
  bool open_ = false, wrong_ = false;
  Kind kind_ = Kind::Hex;
  ConstIndex tensor_;  ///< the tensor of the data; invalid: trailing bytes
  size_t elementBytes_ = 1;
  uint32_t beginLine_ = 0;
  std::vector<uint8_t> bytes_;
};

class TextParser {
 public:
  explicit TextParser(Program& program) : program_(program), instructions_(program), data_(program) {}
  /// Parses one line; an error in it is reported.
  void line(Line& in);
  void end() { data_.end(); }

 private:
  struct DirectiveRow;
  static const DirectiveRow kDirectives[];
  void directive(Line& in);
  void labelOrInstruction(Line& in);
  void constant(Line& in) { data_.constant(in); }
  void trailing(Line& in) { data_.trailing(in); }
  void side(Line& in) { program_.sideFile = in.quoted(); }
  void executable(Line& in);
  void scope(Line& in);
  void device(Line& in);
  void hostDevice(Line& in);
  void attributes(Line& in);
  void code(Line& in);
  void rawWords(Line& in);
  void dataWords(Line& in);
  void at(Line& in);
  void words(Line& in);
  bool wantBody(Line& in);
  bool wantRelay(Line& in);

  struct Signature;
  void function(Line& in);
  void signature(Line& in, Signature& out);
  bool bareSignature(Line& in, Signature& out);
  void parameters(Line& in, FunctionRow& row);
  bool attribute(Line& in, FunctionRow& row, std::optional<int64_t>& order);
  bool functionKind(Line& in, Function& f);

  Program& program_;
  InstructionParser instructions_;
  DataParser data_;
};

}  // namespace relaxscope::assembly

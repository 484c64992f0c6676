// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: the python form, one statement per line. Recognizes the statements that drive TVM's
// ExecBuilder and has the same effect on a Program; lines that begin with `#:` hold the text form.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "vmcore/format/assembly/python_values.h"
#include "vmcore/format/assembly/text_parser.h"

namespace relaxscope::assembly {

class PythonParser {
 public:
  explicit PythonParser(Program& program) : program_(program), text_(program), values_(program) {}
  /// Parses one line; an error in it is reported.
  void line(Line& in);
  void end();

 private:
  struct StatementRow;
  static const StatementRow kStatements[];
  void comment(Line& in);
  void statement(Line& in);
  void assignment(Line& in, std::string_view name);
  void method(Line& in);
  void with(Line& in);
  void withAttributes(Line& in);
  void declare(Line& in);
  void emitCall(Line& in);
  void emitRet(Line& in);
  void emitGoto(Line& in);
  void emitIf(Line& in);

  // Operands.
  bool builder(Line& in);
  std::string quoted(Line& in);
  int64_t reg(Line& in);
  void argument(Line& in, std::vector<std::pair<size_t, ConstantValue>>& values);
  bool valueArgument(Line& in, size_t word, std::vector<std::pair<size_t, ConstantValue>>& values);
  Arg pooled(ConstantValue value, uint32_t line);
  void functionIndex(Line& in, size_t word, Program::Want want);
  void constant(Line& in, std::string_view name);
  FuncIndex declared(std::string_view name, FunctionKind kind, uint32_t line);

  Program& program_;
  TextParser text_;
  PythonValues values_;
  std::string builder_ = "ib";
  /// Variables of a program without a header: operands of convert_constant(), and values.
  std::unordered_map<std::string, std::variant<Arg, ConstantValue>> variables_;
  bool bare_ = false;  ///< TVM's as_python: names are raw, the table order is lost
  bool inWith_ = false;
  FunctionRow next_;  ///< attributes of the next function, from `#: .with`
  std::optional<int64_t> nextOrder_;
  std::vector<std::string> mentioned_;     ///< functions that a bare dump uses, in order
  std::unordered_set<std::string> known_;  ///< the same, for look-ups
};

}  // namespace relaxscope::assembly

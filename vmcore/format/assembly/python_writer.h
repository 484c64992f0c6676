// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: writes the python form.
#pragma once

#include <string>
#include <vector>

#include "vmcore/format/assembly/writer.h"

namespace relaxscope::assembly {

class PythonWriter {
 public:
  PythonWriter(const Executable& executable, const AssemblyOptions& options, Lines& lines, AssemblyMap* map);
  void write();

 private:
  template <class Write>
  void commented(Write&& write, std::string_view prefix = {});
  void table();
  void constants();
  void function(const CodeBody& body);
  void instruction(int64_t pc);
  void call(const Instruction& call);
  void functionName(int64_t index);
  void argument(Arg arg);
  void reg(int64_t reg);

  [[nodiscard]] bool isStatement(FuncIndex index) const;
  [[nodiscard]] bool isDeclaration(FuncIndex index) const;
  [[nodiscard]] bool isStatement(const Instruction& instruction) const;

  // The Python expression of a constant; empty if there is none.
  [[nodiscard]] std::string valueText(const TensorConstant& tensor, size_t index) const;
  [[nodiscard]] std::string valueText(const DataType& type, size_t index) const;
  [[nodiscard]] std::string valueText(const ShapeConstant& shape, size_t index) const;
  [[nodiscard]] std::string valueText(const StringConstant& string, size_t index) const;
  [[nodiscard]] std::string valueText(const IntConstant& number, size_t index) const;
  [[nodiscard]] std::string valueText(const FloatConstant& number, size_t index) const;
  [[nodiscard]] std::string valueText(const LateBoundConstant&, size_t) const { return {}; }
  [[nodiscard]] std::string valueText(const UnknownConstant&, size_t) const { return {}; }
  static std::string arrayType(DataType type);
  static std::string numbers(const TensorConstant& tensor);

  const Executable& executable_;
  const AssemblyOptions& options_;
  Lines& lines_;
  AssemblyMap* map_;
  TextWriter text_;
  std::vector<bool> statement_;  ///< by function: whether its code is written as a `with`
};

}  // namespace relaxscope::assembly

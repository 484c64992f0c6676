// SPDX-License-Identifier: Apache-2.0
// Internal to the assembler: values of constants in the python form: the expressions that our writer emits and those
// that users are likely to write.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/format/assembly/program.h"

namespace relaxscope::assembly {

class PythonValues {
 public:
  /// Arrays in side files are looked up through `program`; they must have the byte size of the tensor in its variant.
  explicit PythonValues(Program& program) : program_(program) {}
  /// One value; errors are recorded in the line.
  ConstantValue value(Line& in);

 private:
  ConstantValue number(Line& in);
  TensorConstant tensor(Line& in);
  void arrayOf(Line& in, TensorConstant& tensor);
  void numbersOf(Line& in, TensorConstant& tensor, std::vector<uint8_t>& bytes);
  DataType quotedType(Line& in);
  std::vector<int64_t> shape(Line& in);

  Program& program_;
};

}  // namespace relaxscope::assembly

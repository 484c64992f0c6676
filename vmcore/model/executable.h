// SPDX-License-Identifier: Apache-2.0
// An executable as an immutable value: everything the file says, nothing derived, indices untrusted.
// Field names follow TVM's include/tvm/runtime/vm/executable.h (0.27).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "vmcore/base/bytes.h"
#include "vmcore/base/index.h"
#include "vmcore/model/data_type.h"
#include "vmcore/model/instruction.h"

namespace relaxscope {

/// Serialisation variants of the Relax VM (formats.md 1.1).
enum class Variant : uint8_t { R1, R2, R3, R4, R5 };
/// "R5".
const char* variantName(Variant variant);
/// The TVM releases that write it: "TVM 0.23 to 0.27".
const char* variantProducer(Variant variant);

/// Kind of a function table entry; other numbers occur in damaged files.
enum class FunctionKind : int32_t { Packed = 0, Bytecode = 1, VmTir = 2 };

struct Function {
  int32_t kind = 0;                ///< a FunctionKind, or anything in a damaged file
  std::string name;                ///< any bytes
  int64_t startInstr = 0;          ///< first pc (kind 1)
  int64_t endInstr = 0;            ///< one past the last pc (kind 1)
  int64_t numArgs = 0;             ///< -2: declared only
  int64_t registerFileSize = 0;    ///< registers a frame
  std::vector<std::string> paramNames;
  uint64_t byteOffset = 0;         ///< of the entry, in the executable's bytes

  [[nodiscard]] bool isPacked() const { return kind == static_cast<int32_t>(FunctionKind::Packed); }
  [[nodiscard]] bool isBytecode() const { return kind == static_cast<int32_t>(FunctionKind::Bytecode); }
  [[nodiscard]] bool isVmTir() const { return kind == static_cast<int32_t>(FunctionKind::VmTir); }
};

struct TensorConstant {
  DataType dtype;
  std::vector<int64_t> shape;
  int32_t deviceType = 1;
  int32_t deviceId = 0;
  uint64_t reserved = 0;
  Bytes data;  ///< row-major, elementBytes() each; a slice of the file
};
struct ShapeConstant { std::vector<int64_t> dims; };
struct StringConstant { std::string text; };
struct IntConstant { int64_t value = 0; };
struct FloatConstant { double value = 0; };
using ConstantValue = std::variant<TensorConstant, DataType, ShapeConstant, StringConstant, IntConstant, FloatConstant>;

struct Constant {
  ConstantValue value;
  uint64_t byteOffset = 0;  ///< of the type code, in the executable's bytes
};
/// "tensor", "dtype", "shape", "string", "int", "float".
const char* constantKindName(const ConstantValue& value);
/// One line for tables and inline use: "f32[2, 3]", "float16", "(1, 96)", "\"global\"", "42", "2.5".
std::string constantSummary(const ConstantValue& value, size_t maxLength = 80);

struct MemoryScope {
  int64_t constIndex = 0;
  std::string scope;
};

struct Executable {
  Variant variant = Variant::R5;
  bool outerPrefix = false;       ///< the file wraps the executable in a u64 length
  std::string version;            ///< of the format, "0.14"
  std::vector<Function> functions;
  std::vector<MemoryScope> memoryScopes;
  std::vector<Constant> constants;
  Code code;
  Bytes trailing;                 ///< bytes behind the last section, kept for byte-exact writing
  uint64_t byteSize = 0;          ///< of the serialised form, without outer prefix
  bool tensorDataLeftOut = false; ///< from a trace file: tensor constants have shape and dtype, but no data

  [[nodiscard]] const Function* function(FuncIndex index) const {
    return index.valid() && index.at() < functions.size() ? &functions[index.at()] : nullptr;
  }
  [[nodiscard]] const Constant* constant(ConstIndex index) const {
    return index.valid() && index.at() < constants.size() ? &constants[index.at()] : nullptr;
  }
  /// The first function of that name, or invalid. Linear; keep a map for many look-ups.
  [[nodiscard]] FuncIndex findFunction(std::string_view name) const;
  /// The bytecode function whose range holds `pc`, or invalid. Linear in bytecode functions.
  [[nodiscard]] FuncIndex functionAt(InstrIndex pc) const;
};

}  // namespace relaxscope

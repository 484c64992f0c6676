// SPDX-License-Identifier: Apache-2.0
// An executable as an immutable value: the contents of the file, nothing derived, indices untrusted.
// Field names follow TVM's include/tvm/runtime/vm/executable.h (0.27).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/index.h"
#include "vmcore/model/data_type.h"
#include "vmcore/model/instruction.h"
#include "vmcore/model/kernel_texts.h"

namespace relaxscope {

/// Serialisation variants of the Relax VM (formats.md 1.1), its prototype P and P2, and layouts of the Relay VM
/// (relay.md). The numbers are stored in trace files.
enum class Variant : uint8_t {
  R1,
  R2,
  R3,
  R4,
  R5,
  R0,
  P,
  Relay06,  ///< TVM 0.6: no devices
  RelayA0,  ///< 0.7: device types
  RelayA,   ///< 0.8: attributes of packed functions
  RelayAV,  ///< builds before 0.9: virtual devices
  RelayBU,  ///< builds of 0.9 before constants had tags
  RelayB,   ///< 0.9 to 0.13: constants may come from a separate file
  RelayC,   ///< 0.14 to 0.19: memory scopes
  Params,   ///< no executable: a parameter list file, its tensors as constants (formats.md 0.1)
  P2,       ///< the prototype of 2022, whose constants have kinds
};
inline constexpr size_t kVariants = static_cast<size_t>(Variant::P2) + 1;
/// "R5", "Relay C".
const char* variantName(Variant variant);
std::optional<Variant> variantOfName(std::string_view name);
/// The TVM releases that write it: "TVM 0.23 to 0.27".
const char* variantProducer(Variant variant);
constexpr bool isRelay(Variant variant) { return variant >= Variant::Relay06 && variant <= Variant::RelayC; }
constexpr bool isPrototype(Variant variant) { return variant == Variant::P || variant == Variant::P2; }
/// "Relax VM", "Relay VM", "parameter list".
const char* vmName(Variant variant);
/// Whether `version` is a version string of a release or development build that wrote this variant ("0.14" for R1 to
/// R5, "0.17.0", "0.9.dev0" for others).
bool isKnownProducer(Variant variant, std::string_view version);

/// Kind of a function table entry; other numbers occur in malformed files.
enum class FunctionKind : int32_t { Packed = 0, Bytecode = 1, VmTir = 2 };

struct Function {
  int32_t kind = 0;              ///< a FunctionKind, or any number in a malformed file
  std::string name;              ///< any bytes
  int64_t startInstr = 0;        ///< first pc (kind 1)
  int64_t endInstr = 0;          ///< one past the last pc (kind 1)
  int64_t numArgs = 0;           ///< -2: declared only
  int64_t registerFileSize = 0;  ///< registers per frame
  std::vector<std::string> paramNames;
  uint64_t byteOffset = 0;  ///< of the entry, in the executable's bytes

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
struct ShapeConstant {
  std::vector<int64_t> dims;
};
struct StringConstant {
  std::string text;
};
struct IntConstant {
  int64_t value = 0;
};
struct FloatConstant {
  double value = 0;
};
/// A tensor of a Relay executable that is stored in a separate file under this name.
struct LateBoundConstant {
  std::string name;
};
/// A constant that a text dump uses but does not contain; it cannot be serialised.
struct UnknownConstant {};
using ConstantValue = std::variant<TensorConstant, DataType, ShapeConstant, StringConstant, IntConstant, FloatConstant,
                                   LateBoundConstant, UnknownConstant>;

struct Constant {
  ConstantValue value;
  uint64_t byteOffset = 0;  ///< of the type code, in the executable's bytes
};
/// "tensor", "dtype", "shape", "string", "int", "float", "late-bound", "unknown".
const char* constantKindName(const ConstantValue& value);
/// One line for tables and inline use: "f32[2, 3]", "float16", "(1, 96)", "\"global\"", "42", "2.5".
std::string constantSummary(const ConstantValue& value, size_t maxLength = 80);

struct MemoryScope {
  int64_t constIndex = 0;
  std::string scope;
};

struct VirtualDevice {
  int32_t deviceType = 0;
  int32_t deviceId = 0;
  std::string memoryScope;  ///< from 0.14 on
};
/// Only for Relay executables. Devices are DLPack types up to layout A, then indices of virtual devices.
struct RelayPart {
  std::vector<VirtualDevice> virtualDevices;
  int32_t hostDevice = 0;                          ///< index of a virtual device
  std::vector<int64_t> constantDevices;            ///< one per constant; none in 0.6
  std::vector<std::vector<int64_t>> paramDevices;  ///< by function, one per parameter; none in 0.6
  struct Attributes {
    uint64_t packedIndex = 0;
    std::vector<std::pair<std::string, std::string>> entries;
  };
  std::vector<Attributes> attributes;  ///< of packed functions
  std::vector<FuncIndex> order;        ///< functions in the order of the code section; one of the table may be missing
};

struct Executable {
  Variant variant = Variant::R5;
  bool outerPrefix = false;  ///< a u64 length precedes the executable in the file
  std::string version;       ///< "0.14" of the format; in P, R0 and Relay the producing release
  std::vector<Function> functions;
  std::vector<MemoryScope> memoryScopes;
  std::vector<Constant> constants;
  std::vector<std::string> constantNames;  ///< one per constant in a parameter list, else none
  Code code;                               ///< entries from its packedBase on are packed functions (P and Relay)
  std::optional<RelayPart> relay;          ///< set exactly if isRelay(variant)
  Bytes trailing;                          ///< bytes after the last section, kept for byte-exact writing
  uint64_t byteSize = 0;                   ///< of the serialised form, without the outer prefix
  std::shared_ptr<const KernelTexts> kernelTexts;  ///< of the library that it was read from; null without one
  bool tensorDataOmitted = false;  ///< from a trace file: tensor constants have shape and dtype, but no data

  [[nodiscard]] const Function* function(FuncIndex index) const {
    return index.valid() && index.at() < functions.size() ? &functions[index.at()] : nullptr;
  }
  [[nodiscard]] const Constant* constant(ConstIndex index) const {
    return index.valid() && index.at() < constants.size() ? &constants[index.at()] : nullptr;
  }
  /// The first function of that name, or invalid. Linear; use a map for many look-ups.
  [[nodiscard]] FuncIndex findFunction(std::string_view name) const;
  /// In sets with opcodes for what others call builtins for, a trace names the opcodes by rows after the function
  /// table, one per opcode. Returns the row of `function`, or null.
  [[nodiscard]] const OpcodeRow* opcodeOfCallee(uint64_t function) const;
  /// The bytecode function whose range holds `pc`, or invalid. Linear in bytecode functions.
  [[nodiscard]] FuncIndex functionAt(InstrIndex pc) const;
};

}  // namespace relaxscope

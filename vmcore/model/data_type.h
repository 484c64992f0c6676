// SPDX-License-Identifier: Apache-2.0
// Element types as the DLPack triple, with TVM 0.27's names (formats.md 0.1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "vmcore/base/result.h"

namespace relaxscope {

/// Codes of DLDataType as tvm-ffi 0.1.15 numbers them.
enum class TypeCode : uint8_t {
  Int = 0,
  UInt = 1,
  Float = 2,
  Handle = 3,
  BFloat = 4,
  Complex = 5,
  Bool = 6,
  Float8E3M4 = 7,
  Float8E4M3 = 8,
  Float8E4M3B11Fnuz = 9,
  Float8E4M3Fn = 10,
  Float8E4M3Fnuz = 11,
  Float8E5M2 = 12,
  Float8E5M2Fnuz = 13,
  Float8E8M0Fnu = 14,
  Float6E2M3Fn = 15,
  Float6E3M2Fn = 16,
  Float4E2M1Fn = 17,
};

/// A DLDataType: 4 bytes in files. `lanes` counts vector elements, 1 for scalars.
struct DataType {
  uint8_t code = 0;
  uint8_t bits = 0;
  uint16_t lanes = 0;

  friend bool operator==(const DataType&, const DataType&) = default;
  /// TVM's name ("float32", "bool", "float8_e4m3fn", "float32x4", "" for void); "<dtype code 200 bits 8 lanes 1>" for
  /// types that TVM rejects.
  [[nodiscard]] std::string name() const;
  /// Whether parseDataType(name()) equals this type: names omit what TVM never sets (bits of a fixed type, lanes 0).
  [[nodiscard]] bool nameReadsBack() const;
  /// "f32", "i64", "u8", "bf16", "bool", "f8_e4m3fn": the short form in tables and on edges.
  [[nodiscard]] std::string shortName() const;
  /// Bytes of one element by the formula of tensor records: ceil(bits / 8); lanes are not counted.
  [[nodiscard]] int64_t elementBytes() const { return (bits + 7) / 8; }
};

inline constexpr DataType kInt32Type{static_cast<uint8_t>(TypeCode::Int), 32, 1};
inline constexpr DataType kInt64Type{static_cast<uint8_t>(TypeCode::Int), 64, 1};
inline constexpr DataType kBoolType{static_cast<uint8_t>(TypeCode::Bool), 8, 1};

/// The inverse of DataType::name(); the error quotes the malformed part.
Result<DataType> parseDataType(std::string_view name);
/// The same, or the inverse of DataType::shortName(): "f32", "i64", "bf16".
Result<DataType> parseAnyDataType(std::string_view name);

}  // namespace relaxscope

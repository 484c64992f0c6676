// SPDX-License-Identifier: Apache-2.0
// Types of values as far as they are known without running anything: values themselves, compared and passed on as such;
// text is made where somebody reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/model/data_type.h"

namespace relaxscope {

/// One symbolic or fixed extent of a shape.
struct DimSpec {
  enum class Kind : uint8_t { Fixed, Symbol, Unknown } kind = Kind::Unknown;
  int64_t value = 0;  ///< Fixed: extent. Symbol: slot of the shape heap, -1 where an annotation alone names it
  std::string name;   ///< Symbol: the dimension's name where an annotation tells ("n"), else "s0"

  static DimSpec fixed(int64_t extent) { return {Kind::Fixed, extent, {}}; }
  /// "16", "n", "?".
  [[nodiscard]] std::string text() const;
  /// Symbols of one function are equal by name: a name stands for one number there.
  friend bool operator==(const DimSpec& a, const DimSpec& b);
};

struct StaticType {
  enum class Kind : uint8_t {
    Unknown,
    Tensor,
    Shape,
    Tuple,
    Prim,
    Function,
    Storage,
    Heap,
    Closure,
    Text,
    LateBound,  ///< a constant that a file beside the executable holds
  } kind = Kind::Unknown;
  std::optional<DataType> dtype;   ///< Tensor, Prim
  std::optional<int64_t> rank;     ///< Tensor, Shape; Tuple: number of fields. Given where dims or fields are
  std::vector<DimSpec> dims;       ///< Tensor, Shape; Storage: its size in bytes; Heap: its slots; Prim: its value
  std::vector<StaticType> fields;  ///< Tuple
  std::string lateName;            ///< LateBound: printable

  static StaticType ofKind(Kind kind);
  static StaticType tensor(std::optional<DataType> dtype, std::vector<DimSpec> dims);
  static StaticType shape(std::vector<DimSpec> dims);
  static StaticType tuple(std::vector<StaticType> fields);

  /// "f32[n, 16]", "(f32[2], i64[2])", "shape(n, 3)", "" when unknown.
  [[nodiscard]] std::string text() const;
  /// Says the same of a value: extents that are not known are equal to a rank alone.
  friend bool operator==(const StaticType& a, const StaticType& b);
};

/// A type that many places share; null when nothing is known.
using StaticTypeRef = std::shared_ptr<const StaticType>;
inline StaticTypeRef share(StaticType type) { return std::make_shared<const StaticType>(std::move(type)); }
inline std::string typeText(const StaticTypeRef& type) { return type == nullptr ? std::string() : type->text(); }
std::vector<std::string> typeTexts(const std::vector<StaticTypeRef>& types);

}  // namespace relaxscope

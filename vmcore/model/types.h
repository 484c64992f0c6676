// SPDX-License-Identifier: Apache-2.0
// Types of values as far as they are known without execution. They are value types, compared and copied as such; text
// is made on request.
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
  int64_t value = 0;  ///< Fixed: extent. Symbol: slot of the shape heap, -1 if only an annotation names it
  std::string name;   ///< Symbol: the dimension's name from an annotation ("n"), else "s0"

  static DimSpec fixed(int64_t extent) { return {Kind::Fixed, extent, {}}; }
  /// "16", "n", "?".
  [[nodiscard]] std::string text() const;
  /// Symbols of one function are equal by name: a name denotes one number per function.
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
    LateBound,  ///< a constant stored in a file beside the executable
  } kind = Kind::Unknown;
  std::optional<DataType> dtype;   ///< Tensor, Prim
  std::optional<int64_t> rank;     ///< Tensor, Shape; Tuple: number of fields. Set if dims or fields are
  std::vector<DimSpec> dims;       ///< Tensor, Shape; Storage: its size in bytes; Heap: its slots; Prim: its value
  std::vector<StaticType> fields;  ///< Tuple
  std::string lateName;            ///< LateBound: printable

  static StaticType ofKind(Kind kind);
  static StaticType tensor(std::optional<DataType> dtype, std::vector<DimSpec> dims);
  static StaticType shape(std::vector<DimSpec> dims);
  static StaticType tuple(std::vector<StaticType> fields);

  /// "f32[n, 16]", "(f32[2], i64[2])", "shape(n, 3)", "" when unknown.
  [[nodiscard]] std::string text() const;
  /// Equality of the descriptions: a list of unknown extents equals the bare rank.
  friend bool operator==(const StaticType& a, const StaticType& b);
};

/// A shared type; null if nothing is known.
using StaticTypeRef = std::shared_ptr<const StaticType>;
inline StaticTypeRef share(StaticType type) { return std::make_shared<const StaticType>(std::move(type)); }
inline std::string typeText(const StaticTypeRef& type) { return type == nullptr ? std::string() : type->text(); }
std::vector<std::string> typeTexts(const std::vector<StaticTypeRef>& types);

}  // namespace relaxscope

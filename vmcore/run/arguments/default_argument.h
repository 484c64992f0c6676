// SPDX-License-Identifier: Apache-2.0
// The default of an argument that was not given, as far as the function's own checks define its type.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "vmcore/analysis/params.h"
#include "vmcore/base/result.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// Extent of a symbolic dimension whose value is unknown.
inline constexpr int64_t kDefaultDim = 4;

/// Extents of symbolic dimensions: from the given arguments, else chosen by the user, else kDefaultDim.
class SymbolExtents {
 public:
  SymbolExtents() = default;
  explicit SymbolExtents(std::map<std::string, int64_t> chosen) : chosen_(std::move(chosen)) {}
  /// Takes extents from a value; the first value that defines a dimension decides.
  void learn(const ParamInfo& param, const Value& value);
  /// Also of an expression of symbols and numbers with + - * //: "n * 2".
  [[nodiscard]] int64_t of(const DimSpec& dim) const;

 private:
  [[nodiscard]] std::optional<int64_t> known(const std::string& name) const;

  std::map<std::string, int64_t> chosen_, learned_;
};

/// A random tensor, a shape, a scalar or a tuple of those; nothing where the parameter's type is unknown. An error for
/// a tensor that is too large for memory.
Result<std::optional<Value>> defaultArgument(const ParamInfo& param, const SymbolExtents& extents, uint64_t seed);

/// The default as text that parseInputContent() accepts, of any size: "float32[4,16]"; empty where the type is unknown.
std::string defaultContent(const ParamInfo& param, const SymbolExtents& extents);

}  // namespace relaxscope

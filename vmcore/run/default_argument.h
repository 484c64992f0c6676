// SPDX-License-Identifier: Apache-2.0
// The value of an argument that nobody gave, as far as the function's own checks tell what it is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "vmcore/analysis/params.h"
#include "vmcore/base/result.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// The extent of a symbolic dimension whose value nothing tells.
inline constexpr int64_t kDefaultDim = 4;

/// Extents of symbolic dimensions: those that the arguments at hand show, else those that the user chose, else
/// kDefaultDim.
class SymbolExtents {
 public:
  SymbolExtents() = default;
  explicit SymbolExtents(std::map<std::string, int64_t> chosen) : chosen_(std::move(chosen)) {}
  /// The first value that shows a dimension decides.
  void learn(const ParamInfo& param, const Value& value);
  [[nodiscard]] int64_t of(const DimSpec& dim) const;

 private:
  std::map<std::string, int64_t> chosen_, learned_;
};

/// A random tensor, a shape or a scalar; nothing where the form of the parameter is not known. An error for a tensor
/// that no memory holds.
Result<std::optional<Value>> defaultArgument(const ParamInfo& param, const SymbolExtents& extents, uint64_t seed);

/// Its text, as parseInputContent() reads it, of any size: "float32[4,16]"; empty where the form is not known.
std::string defaultContent(const ParamInfo& param, const SymbolExtents& extents);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Formulas of bytes in the dimensions of a function.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vmcore/model/types.h"

namespace relaxscope {

/// Sums of products: "n * 96" and "n * 24" become "n * 120".
class FormulaSum {
 public:
  void add(const std::string& formula);
  /// "0" if nothing was added.
  [[nodiscard]] std::string text() const;

 private:
  void add(std::string symbols, int64_t factor);
  std::vector<std::pair<std::string, int64_t>> terms_;
  std::unordered_map<std::string, size_t> rows_;  ///< of terms_, by symbols
};

/// Bytes of a tensor without gaps: "n * 96", "384"; "?" if an extent or the type of elements is not known.
std::string bytesFormula(const StaticType& tensor);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// A table of a report in Markdown or HTML, and what is said before it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace relaxscope {

/// A table beside those of the comparison: the times of a run. Texts are not escaped.
struct DiffSection {
  struct Row {
    std::vector<std::string> cells;  ///< may be fewer than columns
    bool isSum = false;              ///< stands out
    char sign = '=';                 ///< '-' less, '+' more
  };
  std::string title;
  std::vector<std::pair<std::string, std::string>> lines;  ///< what is said first: subject and sentence
  std::vector<std::string> columns;                        ///< of numbers, but for the first
  std::vector<Row> rows;
};

}  // namespace relaxscope

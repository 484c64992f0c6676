// SPDX-License-Identifier: Apache-2.0
// Rows of text in columns separated by two blanks, as terminals show them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace relaxscope {

/// Display columns of a text: one per code point of UTF-8, which is right for most names.
size_t columnsOf(std::string_view text);
/// The text with blanks after it up to `width` columns; unchanged if it is wider.
std::string padded(std::string text, size_t width);

class TextColumns {
 public:
  /// Columns of these numbers are right-aligned.
  explicit TextColumns(std::vector<size_t> right = {}) : right_(std::move(right)) {}

  void add(std::vector<std::string> row);
  [[nodiscard]] size_t size() const { return rows_.size(); }
  /// A row with the widths of all rows so far, and its line end. Control bytes are escaped.
  [[nodiscard]] std::string line(size_t row) const;

 private:
  std::vector<size_t> right_, widths_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace relaxscope

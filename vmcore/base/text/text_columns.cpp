// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/text/text_columns.h"

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

/// A name of megabytes must not widen every row.
constexpr size_t kWidest = 60;

}  // namespace

size_t columnsOf(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(std::string text, size_t width) {
  if (const size_t columns = columnsOf(text); columns < width) text.append(width - columns, ' ');
  return text;
}

void TextColumns::add(std::vector<std::string> row) {
  widths_.resize(std::max(widths_.size(), row.size()), 0);
  for (size_t i = 0; i < row.size(); ++i) {
    row[i] = printable(row[i]);
    widths_[i] = std::max(widths_[i], std::min(columnsOf(row[i]), kWidest));
  }
  rows_.push_back(std::move(row));
}

std::string TextColumns::line(size_t number) const {
  const std::vector<std::string>& row = rows_[number];
  std::string text;
  for (size_t i = 0; i < row.size(); ++i) {
    const size_t width = columnsOf(row[i]), pad = widths_[i] > width ? widths_[i] - width : 0;
    const bool right = std::find(right_.begin(), right_.end(), i) != right_.end();
    if (right) text.append(pad, ' ');
    text += row[i];
    if (i + 1 == row.size()) break;
    if (!right) text.append(pad, ' ');
    text += "  ";
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

}  // namespace relaxscope

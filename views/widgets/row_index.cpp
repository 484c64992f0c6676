// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/row_index.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "views/widgets/search_expression.h"

namespace relaxscope {
namespace {

constexpr size_t kStopEvery = 16384;  ///< rows between two checks of the stop flag
constexpr size_t kMaxRowText = 4096;  ///< bytes per row that the filter searches

bool isAsciiDigit(char c) { return c >= '0' && c <= '9'; }
char fold(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Folds the case of UTF-8 text from `from` on: ASCII text in place, other text through Qt.
void foldAppended(std::string& text, size_t from) {
  bool ascii = true;
  for (size_t i = from; i < text.size(); ++i) {
    if (text[i] == '\0') text[i] = ' ';  // NUL separates rows
    ascii = ascii && static_cast<unsigned char>(text[i]) < 0x80;
    text[i] = fold(text[i]);
  }
  if (ascii) return;
  const QByteArray folded =
      QString::fromUtf8(text.data() + from, static_cast<qsizetype>(text.size() - from)).toCaseFolded().toUtf8();
  text.replace(from, std::string::npos, folded.constData(), static_cast<size_t>(folded.size()));
}

std::vector<uint32_t> identity(size_t count) {
  std::vector<uint32_t> rows(count);
  for (size_t i = 0; i < count; ++i) rows[i] = static_cast<uint32_t>(i);
  return rows;
}

/// A sort that checks the stop flag between steps: pieces are sorted, then merged pairwise.
template <class T, class Less>
bool stoppableSort(std::vector<T>& items, Less less, const std::stop_token& stop) {
  constexpr size_t kPiece = size_t{1} << 16;
  for (size_t at = 0; at < items.size(); at += kPiece) {
    if (stop.stop_requested()) return false;
    const auto first = items.begin() + static_cast<ptrdiff_t>(at);
    std::sort(first, items.begin() + static_cast<ptrdiff_t>(std::min(items.size(), at + kPiece)), less);
  }
  for (size_t width = kPiece; width < items.size(); width *= 2)
    for (size_t at = 0; at + width < items.size(); at += 2 * width) {
      if (stop.stop_requested()) return false;
      const auto first = items.begin() + static_cast<ptrdiff_t>(at);
      std::inplace_merge(first, first + static_cast<ptrdiff_t>(width),
                         items.begin() + static_cast<ptrdiff_t>(std::min(items.size(), at + 2 * width)), less);
    }
  return true;
}

}  // namespace

int naturalCompare(std::string_view a, std::string_view b) {
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (isAsciiDigit(a[i]) && isAsciiDigit(b[j])) {
      while (i < a.size() && a[i] == '0') ++i;
      while (j < b.size() && b[j] == '0') ++j;
      size_t endA = i, endB = j;
      while (endA < a.size() && isAsciiDigit(a[endA])) ++endA;
      while (endB < b.size() && isAsciiDigit(b[endB])) ++endB;
      if (endA - i != endB - j) return endA - i < endB - j ? -1 : 1;
      const int order = a.substr(i, endA - i).compare(b.substr(j, endB - j));
      if (order != 0) return order;
      i = endA;
      j = endB;
      continue;
    }
    const char x = fold(a[i]), y = fold(b[j]);
    if (x != y) return static_cast<unsigned char>(x) < static_cast<unsigned char>(y) ? -1 : 1;
    ++i;
    ++j;
  }
  if (i < a.size()) return 1;
  return j < b.size() ? -1 : 0;
}

std::shared_ptr<const RowIndex::Arena> RowIndex::arena(const std::stop_token& stop) const {
  if (arena_) return arena_;
  auto made = std::make_shared<Arena>();
  const size_t rows = source_->rows();
  made->begin.reserve(rows + 1);
  for (size_t row = 0; row < rows; ++row) {
    if (row % kStopEvery == 0 && stop.stop_requested()) return nullptr;
    const size_t from = made->text.size();
    made->begin.push_back(from);
    source_->filterText(row, made->text);
    if (made->text.size() - from > kMaxRowText) made->text.resize(from + kMaxRowText);
    foldAppended(made->text, from);
    made->text.push_back('\0');
  }
  made->begin.push_back(made->text.size());
  return arena_ = std::move(made);
}

RowIndex::Order RowIndex::sortByNumber(int column, const std::stop_token& stop) const {
  struct Key {
    double value;
    uint32_t row;
  };
  std::vector<Key> keys(source_->rows());
  for (size_t row = 0; row < keys.size(); ++row) {
    if (row % kStopEvery == 0 && stop.stop_requested()) return nullptr;
    keys[row] = {source_->number(row, column), static_cast<uint32_t>(row)};
  }
  // Rows without a number are last in both directions.
  const auto firstNan =
      std::stable_partition(keys.begin(), keys.end(), [](const Key& k) { return !std::isnan(k.value); });
  std::vector<Key> rest(firstNan, keys.end());
  keys.erase(firstNan, keys.end());
  if (!stoppableSort(
          keys, [](const Key& a, const Key& b) { return a.value != b.value ? a.value < b.value : a.row < b.row; },
          stop))
    return nullptr;
  auto order = std::make_shared<std::vector<uint32_t>>();
  order->reserve(keys.size() + rest.size());
  for (const Key& key : keys) order->push_back(key.row);
  for (const Key& key : rest) order->push_back(key.row);
  return order;
}

RowIndex::Order RowIndex::sortByText(int column, const std::stop_token& stop) const {
  std::string text;
  std::vector<size_t> begin;
  const size_t rows = source_->rows();
  begin.reserve(rows + 1);
  for (size_t row = 0; row < rows; ++row) {
    if (row % kStopEvery == 0 && stop.stop_requested()) return nullptr;
    begin.push_back(text.size());
    source_->sortText(row, column, text);
  }
  begin.push_back(text.size());
  auto order = std::make_shared<std::vector<uint32_t>>(identity(rows));
  const auto view = [&](uint32_t row) {
    return std::string_view(text).substr(begin[row], begin[row + 1] - begin[row]);
  };
  const auto less = [&](uint32_t a, uint32_t b) {
    const int c = naturalCompare(view(a), view(b));
    return c != 0 ? c < 0 : a < b;
  };
  if (!stoppableSort(*order, less, stop)) return nullptr;
  return order;
}

RowIndex::Order RowIndex::sorted(int column, const std::stop_token& stop) const {
  const auto& columns = source_->columns();
  if (column < 0 || static_cast<size_t>(column) >= columns.size())
    return std::make_shared<const std::vector<uint32_t>>(identity(source_->rows()));
  orders_.resize(columns.size());
  Order& kept = orders_[static_cast<size_t>(column)];
  if (!kept)
    kept = columns[static_cast<size_t>(column)].numeric ? sortByNumber(column, stop) : sortByText(column, stop);
  return kept;
}

namespace {

/// Marks the rows whose text contains `needle`, in one memmem() pass over the whole arena.
template <class Arena>
bool markPlain(const Arena& arena, const std::string& needle, std::vector<uint8_t>& hit, const std::stop_token& stop) {
  const char* text = arena.text.data();
  size_t row = 0, at = 0, looks = 0;
  while (at < arena.text.size()) {
    const void* found = memmem(text + at, arena.text.size() - at, needle.data(), needle.size());
    if (found == nullptr) break;
    const auto place = static_cast<size_t>(static_cast<const char*>(found) - text);
    while (arena.begin[row + 1] <= place) ++row;
    hit[row] = 1;
    at = arena.begin[row + 1];
    if (++looks % kStopEvery == 0 && stop.stop_requested()) return false;
  }
  return true;
}

/// `hit` becomes empty where a match takes too long.
template <class Arena>
bool markRegex(const Arena& arena, const QRegularExpression& expression, std::vector<uint8_t>& hit,
               const std::stop_token& stop) {
  for (size_t row = 0; row + 1 < arena.begin.size(); ++row) {
    if (row % 64 == 0 && stop.stop_requested()) return false;
    const size_t from = arena.begin[row];
    const QString line =
        QString::fromUtf8(arena.text.data() + from, static_cast<qsizetype>(arena.begin[row + 1] - from - 1));
    const QRegularExpressionMatch match = expression.match(line);
    if (gaveUp(match, line)) {
      hit.clear();
      return true;
    }
    hit[row] = match.hasMatch() ? 1 : 0;
  }
  return true;
}

}  // namespace

std::optional<RowOrder> RowIndex::find(const RowQuery& query, std::stop_token stop) const {
  const std::lock_guard lock(mutex_);
  if (stop.stop_requested()) return std::nullopt;
  const Order order = sorted(query.sortColumn, stop);
  if (!order) return std::nullopt;
  RowOrder result;
  std::vector<uint8_t> hit;
  if (!query.pattern.isEmpty()) {
    const QRegularExpression expression = searchExpression(query.pattern, query.regex);
    if (!expression.isValid()) {
      result.error = expression.errorString();
    } else {
      const auto texts = arena(stop);
      if (!texts) return std::nullopt;
      hit.assign(source_->rows(), 0);
      const std::string needle = query.pattern.toCaseFolded().toStdString();
      if (!(query.regex ? markRegex(*texts, expression, hit, stop) : markPlain(*texts, needle, hit, stop)))
        return std::nullopt;
      if (hit.size() != source_->rows()) result.error = gaveUpText();
    }
  }
  const auto take = [&](uint32_t row) {
    if (hit.empty() || hit[row] != 0) result.rows.push_back(row);
  };
  result.rows.reserve(hit.empty() ? order->size() : 1024);
  if (!query.descending) {
    for (uint32_t row : *order) take(row);
    return result;
  }
  // Descending: reverses the rows with a number, but keeps equal keys in source order and rows without a number last.
  const bool numeric = query.sortColumn >= 0 && static_cast<size_t>(query.sortColumn) < source_->columns().size() &&
                       source_->columns()[static_cast<size_t>(query.sortColumn)].numeric;
  size_t end = order->size();
  while (numeric && end > 0 && std::isnan(source_->number((*order)[end - 1], query.sortColumn))) --end;
  const bool byText = query.sortColumn >= 0 && !numeric;
  std::string left, right;
  const auto same = [&](uint32_t a, uint32_t b) {
    if (!byText) return numeric && source_->number(a, query.sortColumn) == source_->number(b, query.sortColumn);
    left.clear();
    right.clear();
    source_->sortText(a, query.sortColumn, left);
    source_->sortText(b, query.sortColumn, right);
    return left == right;
  };
  for (size_t last = end; last > 0;) {
    size_t first = last - 1;
    while (first > 0 && same((*order)[first - 1], (*order)[last - 1])) --first;
    for (size_t i = first; i < last; ++i) take((*order)[i]);
    last = first;
  }
  for (size_t i = end; i < order->size(); ++i) take((*order)[i]);
  return result;
}

}  // namespace relaxscope

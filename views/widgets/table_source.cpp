// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/table_source.h"

#include <cmath>
#include <limits>

#include "vmcore/base/text/text.h"

namespace relaxscope {

TableColumn figureColumn(const char* id, const QString& title, const QString& tooltip, int width, bool hidden) {
  TableColumn column{QString::fromLatin1(id), title, tooltip, width};
  column.right = column.numeric = column.descendingFirst = true;
  column.hidden = hidden;
  return column;
}

double TableSource::number(size_t /*row*/, int /*column*/) const { return std::numeric_limits<double>::quiet_NaN(); }

void TableSource::sortText(size_t row, int column, std::string& out) const {
  out += cell(row, column).text.toStdString();
}

void TableSource::filterText(size_t row, std::string& out) const { sortText(row, 0, out); }

QString TableSource::plainText(size_t row, int column) const {
  const Cell c = cell(row, column);
  QString text = c.text;
  if (!c.unit.isEmpty()) text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + c.unit;
  for (const Chip& chip : c.chips) text += QStringLiteral(" [%1]").arg(chip.text);
  return text;
}

QString shortenDotted(const QString& name) {
  const int first = static_cast<int>(name.indexOf(u'.'));
  const int last = static_cast<int>(name.lastIndexOf(u'.'));
  if (first <= 0 || last == first || last + 1 >= name.size()) return name;
  return name.left(first + 1) + QChar(0x2026) + name.mid(last + 1);
}

namespace {
Figure split(const std::string& text) {
  QString whole = QString::fromStdString(text);
  whole.replace(u'-', QChar(0x2212));
  const int blank = static_cast<int>(whole.lastIndexOf(u' '));
  if (blank < 0) return {whole, {}};
  return {whole.left(blank), whole.mid(blank + 1)};
}
}  // namespace

Figure durationFigure(double nanoseconds) {
  if (!std::isfinite(nanoseconds)) return {QString(QChar(0x2013)), {}};
  return split(durationText(nanoseconds));
}

Figure bytesFigure(double bytes) {
  if (!std::isfinite(bytes)) return {QString(QChar(0x2013)), {}};
  return split(byteSizeText(static_cast<int64_t>(bytes)));
}

Cell figureCell(const Figure& figure) {
  Cell cell;
  cell.text = figure.number;
  cell.unit = figure.unit;
  cell.mono = true;
  return cell;
}

int pluralNumber(uint64_t count) {
  // Languages look at the last two digits.
  constexpr uint64_t kRound = 1'000'000;
  return static_cast<int>(count <= static_cast<uint64_t>(std::numeric_limits<int>::max()) ? count
                                                                                          : kRound + count % kRound);
}

QString countText(int64_t value) { return split(groupedNumber(value)).number; }

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/table_source.h"

#include <limits>

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

Cell figureCell(const Figure& figure) {
  Cell cell;
  cell.text = figure.number;
  cell.unit = figure.unit;
  cell.mono = true;
  return cell;
}

}  // namespace relaxscope

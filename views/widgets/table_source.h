// SPDX-License-Identifier: GPL-3.0-or-later
// What a read-only column table shows, as an immutable value that any thread may read: the model, the
// filter and the sort all work from it. A view makes a new source when its data changed; it never edits one.
#pragma once

#include <QCoreApplication>
#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "views/theme/theme.h"
#include "views/widgets/figures.h"

namespace relaxscope {

/// A small sign with one or two words behind a cell's text (look.md 2); colour only repeats what it says.
struct Chip {
  QString text;
  Token fore = Token::TextSecond;
  Token back = Token::Subtle;
  QString tooltip;
};

/// How one cell is drawn. Figures put their unit apart, so that it can stand in third text.
struct Cell {
  QString text;
  QString unit;
  Token color = Token::Text;
  int weight = 400;
  bool mono = false;
  int indent = 0;                  ///< levels of a tree drawn in the table
  std::optional<CallKind> swatch;  ///< call kind drawn in front of the text
  std::optional<double> share;     ///< 0 to 1: a bar in front of the number
  std::vector<Chip> chips;         ///< at most three
  QString tooltip;                 ///< empty: the text itself where it is elided
};

/// One column. `id` is stable (saved widths, tests); `title` is translated.
struct TableColumn {
  QString id;
  QString title;
  QString tooltip;
  int width = 80;                ///< logical pixels at scale 1
  bool right = false;            ///< right-aligned figures
  bool numeric = false;          ///< sorts by number() instead of by text
  bool descendingFirst = false;  ///< the first click on the header sorts from large to small
  bool stretch = false;          ///< takes what width is left; one column has this
  bool hidden = false;           ///< not shown until asked for in the header's menu
  bool elideName = false;        ///< dotted names lose their middle first: "vm.…alloc_tensor"
};

/// A column of figures: right-aligned, sorted by number, large ones first.
TableColumn figureColumn(const char* id, const QString& title, const QString& tooltip, int width, bool hidden = false);

class TableSource {
 public:
  virtual ~TableSource() = default;
  [[nodiscard]] virtual size_t rows() const = 0;
  [[nodiscard]] virtual const std::vector<TableColumn>& columns() const = 0;
  [[nodiscard]] virtual Cell cell(size_t row, int column) const = 0;
  /// Sort key of a numeric column; not-a-number sorts last in both directions.
  [[nodiscard]] virtual double number(size_t row, int column) const;
  /// Appends the sort key of a text column (UTF-8). The default is the cell's text.
  virtual void sortText(size_t row, int column, std::string& out) const;
  /// Appends what the filter searches (UTF-8, no newline needed). The default is column 0.
  virtual void filterText(size_t row, std::string& out) const;
  /// The text of a cell for copies, accessibility and tests: number and unit with a blank between.
  [[nodiscard]] QString plainText(size_t row, int column) const;
};

/// "vm.builtin.alloc_tensor" as "vm.…alloc_tensor" when `fits` says that the whole does not fit; the
/// last part is cut in its middle only after that.
QString shortenDotted(const QString& name);

/// A cell of figures in the code font.
Cell figureCell(const Figure& figure);

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
// Content of a read-only column table, as an immutable value that any thread may read: model, filter and sort all
// use it. A view creates a new source when its data changes; it never modifies one.
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

/// A small tag with one or two words after a cell's text (look.md 2); colour is never its only cue.
struct Chip {
  QString text;
  Token fore = Token::TextSecond;
  Token back = Token::Subtle;
  QString tooltip;
};

/// Content and style of one cell. Figures have a separate unit, which is drawn in the tertiary text colour.
struct Cell {
  QString text;
  QString unit;
  Token color = Token::Text;
  int weight = 400;
  bool mono = false;
  int indent = 0;                  ///< tree level for tables that show a tree
  std::optional<CallKind> swatch;  ///< call kind drawn before the text
  std::optional<double> share;     ///< 0 to 1: a bar before the number
  std::vector<Chip> chips;         ///< at most three
  QString tooltip;                 ///< empty: the text itself if it is elided
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
  bool stretch = false;          ///< takes the remaining width; set for one column
  bool hidden = false;           ///< hidden until enabled in the header's menu
  bool elideName = false;        ///< elides middle components of dotted names first: "vm.…alloc_tensor"
};

/// A column of figures: right-aligned, sorted by number, largest first.
TableColumn figureColumn(const char* id, const QString& title, const QString& tooltip, int width, bool hidden = false);

class TableSource {
 public:
  virtual ~TableSource() = default;
  [[nodiscard]] virtual size_t rows() const = 0;
  [[nodiscard]] virtual const std::vector<TableColumn>& columns() const = 0;
  [[nodiscard]] virtual Cell cell(size_t row, int column) const = 0;
  /// Sort key of a numeric column; NaN sorts last in both directions.
  [[nodiscard]] virtual double number(size_t row, int column) const;
  /// Appends the sort key of a text column (UTF-8). The default is the cell's text.
  virtual void sortText(size_t row, int column, std::string& out) const;
  /// Appends what the filter searches (UTF-8, no newline needed). The default is column 0.
  virtual void filterText(size_t row, std::string& out) const;
  /// The text of a cell for copies, accessibility and tests: number and unit separated by a space.
  [[nodiscard]] QString plainText(size_t row, int column) const;
};

/// "vm.builtin.alloc_tensor" as "vm.…alloc_tensor".
QString shortenDotted(const QString& name);

/// A cell with a figure in the code font.
Cell figureCell(const Figure& figure);

}  // namespace relaxscope

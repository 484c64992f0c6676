// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the cells and the header of column tables.
#pragma once

#include <QHeaderView>
#include <QStyledItemDelegate>

#include "views/widgets/table_source.h"

namespace relaxscope {

class TableDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  /// Width in which all of a cell fits; `first`: in the first column.
  static int neededWidth(const Cell& cell, const TableColumn& column, bool first);
  /// Whether a column is widened for a cell: a figure, or chips without text.
  static bool isUncut(const Cell& cell, const TableColumn& column) {
    return column.right || (cell.text.isEmpty() && !cell.chips.empty() && !column.stretch);
  }
  /// Whether the text of a cell does not fit in `width`.
  static bool isElided(const Cell& cell, const TableColumn& column, int width);

 signals:
  /// A figure or chip was painted in a column narrower than it needs: the column is to be widened, as neither is cut.
  void figureNeeds(int column, int width) const;
};

class TableHeader : public QHeaderView {
  Q_OBJECT
 public:
  explicit TableHeader(QWidget* parent);
  QSize sizeHint() const override;

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;
  void paintEvent(QPaintEvent* event) override;
};

/// Paints the swatch of a call kind in a square of `rect`'s height; its shape is a cue besides colour (look.md).
void paintSwatch(QPainter* painter, const QRectF& rect, CallKind kind);
/// Paints a chip with its right edge at `right`, centred on `centreY`; returns its width.
int paintChip(QPainter* painter, int right, int centreY, const Chip& chip);
int chipWidth(const Chip& chip);
/// The text elided to `width`: first by shortenDotted() if `dotted`, else at its end.
QString fitText(const QString& text, const QFontMetrics& metrics, int width, bool dotted);

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
// The scrolled listing of a function's difference: paints only visible rows, so that a hundred thousand cost as much
// as forty.
#pragma once

#include <QAbstractScrollArea>

#include "views/code/line_scroll.h"
#include "views/diff/painter.h"

namespace relaxscope {

class FocusRing;
class SpokenItem;

class DiffArea : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit DiffArea(QWidget* parent = nullptr);

  void setContent(DiffContent content);
  [[nodiscard]] const DiffContent& content() const { return content_; }
  /// Moves the cursor to a row of the pair and frames a difference, without a signal; scrolls to both.
  void setCurrent(uint32_t row, const std::optional<Difference>& difference);
  [[nodiscard]] int64_t currentLine() const { return marks_.line; }
  [[nodiscard]] const std::optional<Difference>& framed() const { return marks_.current; }
  /// Shown in place of rows.
  void setEmptySentence(const QString& sentence);
  /// Draws all rows into a strip of that width, for the export of a whole function.
  void paintAll(QPainter* painter, int width) const;
  [[nodiscard]] QSize wholeSize() const;
  /// What assistive software hears of the current row.
  [[nodiscard]] QString spokenLine() const;
  /// The line at a height of the viewport, or -1.
  [[nodiscard]] int64_t lineAt(int y) const;

 signals:
  void chosen(uint32_t row);      ///< click or arrow keys
  void followed(uint32_t row);    ///< double click or Enter
  void foldOpened(uint32_t row);  ///< equal rows are to be shown; the first of them
  void findRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  bool viewportEvent(QEvent* event) override;

 private:
  [[nodiscard]] DiffGeometry geometry() const { return {content_, viewport()->width()}; }
  [[nodiscard]] LineScroll scroll() const { return {this, DiffGeometry::rowHeight(), DiffGeometry::headerHeight()}; }
  [[nodiscard]] int64_t visibleLines() const;
  void updateRanges();
  void measureLines();
  void reveal(int64_t first, int64_t end);
  void moveTo(int64_t line);
  void follow(int64_t line);
  [[nodiscard]] QString toolTipAt(const QPoint& pos) const;

  DiffContent content_;
  DiffMarks marks_;
  QString sentence_;
  SpokenItem* spoken_;
  FocusRing* ring_;
  int overflow_ = 0;  ///< pixels by which the widest line seen so far exceeds its room
};

}  // namespace relaxscope

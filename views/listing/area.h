// SPDX-License-Identifier: GPL-3.0-or-later
// The scrolled part of the listing: paints only visible rows, so a million rows cost as much as forty.
// Columns: gutter with jump arrows, pc, cost (after a run), instruction, result at the right edge.
#pragma once

#include <QAbstractScrollArea>

#include <vector>

#include "views/code/line_scroll.h"
#include "views/listing/painter.h"
#include "views/widgets/spoken_item.h"

namespace relaxscope {

class ListingArea : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit ListingArea(QWidget* parent = nullptr);

  void setContent(ListingContent content);
  [[nodiscard]] const ListingContent& content() const { return content_; }
  [[nodiscard]] InstrIndex current() const { return marks_.current; }
  /// Marks an instruction and scrolls to it, without emitting a signal.
  void setCurrent(InstrIndex pc, bool center = false);
  void setHighlight(const ListingHighlight& highlighted);
  [[nodiscard]] const ListingHighlight& highlighted() const { return marks_.selected; }
  /// Highlights matches in the rows' text; empty: none.
  void setMatch(const QString& pattern, bool regex);
  /// Instructions of a finding; null: none.
  void setSites(Selection::Marked sites);
  void setEmptySentence(const QString& sentence);
  /// Draws `count` rows from `first` into a strip of that width, for the export of a whole function.
  void paintRows(QPainter* painter, int64_t first, int64_t count, int width) const;
  [[nodiscard]] int rowHeight() const { return ListingGeometry::rowHeight(); }
  /// The token under a point of the viewport, if it refers to something.
  [[nodiscard]] std::optional<CodeToken> tokenAt(const QPoint& pos) const;
  /// The token under a point, of any kind.
  [[nodiscard]] std::optional<CodeToken> anyTokenAt(const QPoint& pos) const;
  [[nodiscard]] InstrIndex pcAt(const QPoint& pos) const;
  /// The layer whose heading was clicked last, until an instruction is selected: a row of LayerMap::copies().
  [[nodiscard]] std::optional<uint32_t> currentLayer() const { return marks_.layer; }
  /// The text of a row above a layer, or above what almost is one.
  [[nodiscard]] QString headingText(const ListingRows::Row& row) const;
  /// The line as it is drawn.
  [[nodiscard]] CodeLine line(InstrIndex pc) const { return geometry().code(pc); }

 signals:
  void chosen(InstrIndex pc, const CodeToken& token);    ///< click or arrow keys; the token may be empty
  void followed(InstrIndex pc, const CodeToken& token);  ///< double click, Ctrl+click or Enter
  void spacePressed();
  void findRequested();
  void layerFollowed(InstrIndex first);     ///< a layer's link was clicked
  void layerStepRequested(bool backwards);  ///< its key was pressed
  void menuRequested(InstrIndex pc, const CodeToken& token, const QPoint& globalPos);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  bool viewportEvent(QEvent* event) override;

 private:
  [[nodiscard]] ListingGeometry geometry() const { return {content_, viewport()->width()}; }
  void layOutLines();
  [[nodiscard]] LineScroll scroll() const { return {this, rowHeight(), ListingGeometry::headerHeight()}; }
  [[nodiscard]] int64_t rowAt(int y) const;
  /// The heading under a point of the viewport, with the point in its row.
  struct HeadingAt {
    ListingRows::Row row;
    QPoint point;
  };
  [[nodiscard]] std::optional<HeadingAt> headingAt(const QPoint& pos) const;
  [[nodiscard]] int64_t firstRow() const;
  [[nodiscard]] int64_t visibleRowCount() const;
  void moveTo(int64_t row);
  void moveToken(int step);
  void applyTheme();
  [[nodiscard]] QString spokenLine() const;

  ListingContent content_;
  ListingMarks marks_;
  QString sentence_;
  std::vector<ListingLine> lines_;  ///< of the visible instructions, in order
  SpokenItem* spoken_;
  int overflow_ = 0;  ///< pixels by which the widest line seen so far exceeds its room
};

}  // namespace relaxscope

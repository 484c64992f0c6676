// SPDX-License-Identifier: GPL-3.0-or-later
// The scrolled part of the listing: paints only the rows in sight, so a million rows cost what forty do.
// Columns: gutter with jump arrows, pc, cost (after a run), instruction, result at the right edge.
#pragma once

#include <QAbstractScrollArea>

#include <functional>

#include "views/code/costs.h"
#include "views/code/tokens.h"
#include "views/listing/rows.h"

namespace relaxscope {

/// What the area shows; everything shared, replaced as a whole.
struct ListingContent {
  std::shared_ptr<const Executable> executable;
  FuncIndex function;
  std::shared_ptr<const ListingRows> rows;
  std::shared_ptr<const std::vector<std::string>> results;  ///< by pc - begin; may be null
  std::shared_ptr<const CodeCosts> costs;                   ///< may be null
  QString signature;                                        ///< behind the function's name
  std::shared_ptr<const NoteTable> notes;                   ///< may be null
};

class ListingArea : public QAbstractScrollArea {
  Q_OBJECT
 public:
  /// What is lit: all pieces that stand for the same thing.
  struct Lit {
    RegIndex reg;
    ConstIndex constant;
    FuncIndex function;
    [[nodiscard]] bool any() const { return reg.valid() || constant.valid() || function.valid(); }
    friend bool operator==(const Lit&, const Lit&) = default;
  };

  explicit ListingArea(QWidget* parent = nullptr);

  void setContent(ListingContent content);
  [[nodiscard]] const ListingContent& content() const { return content_; }
  [[nodiscard]] InstrIndex current() const { return current_; }
  /// Marks an instruction and brings it into sight without a signal.
  void setCurrent(InstrIndex pc, bool center = false);
  void setLit(const Lit& lit);
  [[nodiscard]] const Lit& lit() const { return lit_; }
  /// Rows whose text holds a match are marked; empty: none.
  void setMatch(const QString& pattern, bool regex);
  void setEmptySentence(const QString& sentence);
  /// Draws `count` rows from `first` into a strip of that width: the export of a whole function.
  void paintRows(QPainter* painter, int64_t first, int64_t count, int width) const;
  [[nodiscard]] int rowHeight() const;
  /// The piece under a point of the viewport, if it stands for something.
  [[nodiscard]] std::optional<CodeToken> tokenAt(const QPoint& pos) const;
  /// The piece under a point, whatever it is.
  [[nodiscard]] std::optional<CodeToken> pieceAt(const QPoint& pos) const;
  [[nodiscard]] InstrIndex pcAt(const QPoint& pos) const;
  /// The line as it is drawn.
  [[nodiscard]] CodeLine line(InstrIndex pc) const;

 signals:
  void chosen(InstrIndex pc, const CodeToken& token);    ///< click or arrow keys; the token may be empty
  void followed(InstrIndex pc, const CodeToken& token);  ///< double click, Ctrl+click or Enter
  void spacePressed();
  void findWanted();
  void menuWanted(InstrIndex pc, const CodeToken& token, const QPoint& globalPos);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  struct Columns {
    int gutter = 0, pcRight = 0, costLeft = 0, costRight = 0, code = 0, resultRight = 0;
  };
  [[nodiscard]] Columns columns(int width) const;
  void updateScrollBars();
  [[nodiscard]] int headerHeight() const;
  [[nodiscard]] int64_t rowAt(int y) const;
  void paintHeader(QPainter* painter, const Columns& at, int width) const;
  void paintRow(QPainter* painter, int64_t row, const QRect& rect, const Columns& at) const;
  void paintFunctionRow(QPainter* painter, const QRect& rect, const Columns& at) const;
  void paintLabelRow(QPainter* painter, InstrIndex pc, const QRect& rect, const Columns& at) const;
  void paintCost(QPainter* painter, InstrIndex pc, const QRect& rect, const Columns& at) const;
  void paintLine(QPainter* painter, const CodeLine& line, const QRect& rect, int x, int right, bool selected) const;
  [[nodiscard]] QString resultText(InstrIndex pc) const;
  [[nodiscard]] int lineRight(InstrIndex pc, const Columns& at, int width) const;
  void paintJumps(QPainter* painter, int64_t first, int64_t last, int top, int right) const;
  [[nodiscard]] double rowCentre(InstrIndex pc, int64_t first, int top) const;
  [[nodiscard]] bool isLit(const CodeToken& token, const Lit& lit) const;
  [[nodiscard]] double textWidth(const QString& text) const;
  void moveTo(int64_t row);
  void moveToken(int step);
  void applyTheme();

  ListingContent content_;
  double maxCost_ = 0;
  InstrIndex current_;
  Lit lit_, hovered_;
  QString pattern_;
  bool patternRegex_ = false;
  QString sentence_;
  double charWidth_ = 7;
  mutable int overflow_ = 0;  ///< pixels by which the widest line painted so far is cut
  bool focusRing_ = false;    ///< the focus came by Tab
};

}  // namespace relaxscope

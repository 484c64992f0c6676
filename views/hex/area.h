// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a file in rows: offset, hexadecimal, text. Paints only visible rows, so a file of any size costs as
// much as forty rows; bytes have the colour of the field they belong to.
#pragma once

#include <QAbstractScrollArea>

#include <memory>
#include <optional>

#include "views/theme/theme.h"
#include "views/widgets/spoken_item.h"
#include "vmcore/model/byte_map.h"

namespace relaxscope {

class HexArea : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit HexArea(QWidget* parent = nullptr);

  void setMap(std::shared_ptr<const ByteMap> map);
  [[nodiscard]] const ByteMap* map() const { return map_.get(); }
  [[nodiscard]] uint64_t size() const { return map_ ? map_->bytes().size() : 0; }
  [[nodiscard]] uint64_t current() const { return current_; }
  /// Moves the cursor and scrolls to it, without emitting a signal.
  void setCurrent(uint64_t offset, bool center = false);
  /// Marks the range of the selected field.
  void setMarked(uint64_t offset, uint64_t size);
  [[nodiscard]] uint64_t markedOffset() const { return markedOffset_; }
  [[nodiscard]] uint64_t markedSize() const { return markedSize_; }
  void setEmptySentence(const QString& sentence);
  /// The byte under a point of the viewport.
  [[nodiscard]] std::optional<uint64_t> byteAt(const QPoint& pos) const;
  [[nodiscard]] int bytesPerRow() const { return perRow_; }
  /// The marked bytes as "7f 45 4c 46", up to a limit.
  [[nodiscard]] QString markedText() const;

 signals:
  void chosen(quint64 offset);    ///< by click or key
  void followed(quint64 offset);  ///< double click or Enter
  void menuRequested(const QPoint& globalPos);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  struct Columns {
    int offset = 0, hex = 0, text = 0;
  };
  [[nodiscard]] Columns columns() const;
  [[nodiscard]] int rowHeight() const;
  [[nodiscard]] int headerHeight() const;
  [[nodiscard]] int visibleRowCount() const;
  [[nodiscard]] int offsetDigits() const;
  [[nodiscard]] double hexX(const Columns& at, int column) const;
  void updateScrollBar();
  void applyTheme();
  void moveTo(uint64_t offset);
  [[nodiscard]] QStringList fieldsAt(uint64_t offset) const;
  [[nodiscard]] QString spokenByte() const;
  void paintHeader(QPainter* painter, const Columns& at) const;
  void paintRow(QPainter* painter, uint64_t row, int y, const Columns& at) const;
  void paintDamage(QPainter* painter, uint64_t first, int count, int y, const Columns& at) const;
  void paintMark(QPainter* painter, uint64_t first, int count, int y, const Columns& at) const;
  [[nodiscard]] Token colorAt(uint64_t offset) const;

  std::shared_ptr<const ByteMap> map_;
  std::optional<ByteRange> damaged_;  ///< ByteMap::damaged() of map_
  uint64_t current_ = 0, markedOffset_ = 0, markedSize_ = 0;
  QString sentence_;
  SpokenItem* spoken_;
  double charWidth_ = 7;
  int perRow_ = 16;
  // Cache of the last painted field, as neighbouring bytes mostly belong to the same one.
  mutable uint64_t leafBegin_ = 0, leafEnd_ = 0;
  mutable Token leafColor_ = Token::Text;
};

/// Colour of the bytes of a node: that of the operand role if there is one.
Token byteColor(const std::vector<ByteNode>& path);

}  // namespace relaxscope

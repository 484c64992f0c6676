// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hex/area.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <array>

#include "views/hex/byte_names.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/table_source.h"

namespace relaxscope {
namespace {

constexpr int kRowHeight = 20, kHeaderHeight = 24;
constexpr int kWideRow = 16, kNarrowRow = 8;
constexpr uint64_t kMaxCopy = 1 << 20;

QString hexNumber(uint64_t value, int digits) { return QStringLiteral("%1").arg(value, digits, 16, QLatin1Char('0')); }

}  // namespace

Token byteColor(const std::vector<ByteNode>& path) {
  for (auto node = path.rbegin(); node != path.rend(); ++node) {
    switch (node->kind) {
      case ByteKind::Function: return Token::RoleFunction;
      case ByteKind::Constant:
      case ByteKind::Data:
      case ByteKind::Scope: return Token::RoleConstant;
      case ByteKind::Instruction:
      case ByteKind::Code: return Token::RoleRegister;
      case ByteKind::Offsets: return Token::RoleLabel;
      case ByteKind::Header:
      case ByteKind::Table: return Token::RoleImmediate;
      case ByteKind::Symbol: return Token::Text;
      case ByteKind::Module: return Token::Text;
      case ByteKind::Blob: return Token::RoleImmediate;
      case ByteKind::Damaged: return Token::Error;
      default: break;
    }
  }
  return Token::TextSecond;
}

HexArea::HexArea(QWidget* parent) : QAbstractScrollArea(parent) {
  setObjectName(QStringLiteral("hex.area"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  spoken_ = new SpokenItem(this, QAccessible::List, [this] { return spokenByte(); });
  setAccessibleName(tr("Bytes of the file"));
  connect(Theme::instance(), &Theme::changed, this, &HexArea::applyTheme);
  applyTheme();
}

void HexArea::applyTheme() {
  charWidth_ = QFontMetricsF(Theme::instance()->mono(12)).horizontalAdvance(QStringLiteral("0000000000")) / 10;
  updateScrollBar();
  viewport()->update();
}

void HexArea::setMap(std::shared_ptr<const ByteMap> map) {
  map_ = std::move(map);
  damaged_ = map_ ? map_->damaged() : std::nullopt;
  current_ = markedOffset_ = markedSize_ = 0;
  leafBegin_ = leafEnd_ = 0;
  updateScrollBar();
  verticalScrollBar()->setValue(0);
  viewport()->update();
  spoken_->changed();
}

void HexArea::setEmptySentence(const QString& sentence) {
  sentence_ = sentence;
  viewport()->update();
}

int HexArea::rowHeight() const { return Theme::instance()->px(kRowHeight); }
int HexArea::headerHeight() const { return Theme::instance()->px(kHeaderHeight); }
int HexArea::visibleRowCount() const { return std::max(1, (viewport()->height() - headerHeight()) / rowHeight()); }
int HexArea::offsetDigits() const { return std::max(6, static_cast<int>(QString::number(size(), 16).size())); }

HexArea::Columns HexArea::columns() const {
  Columns at;
  at.offset = Theme::instance()->px(12);
  at.hex = at.offset + static_cast<int>(charWidth_ * offsetDigits()) + Theme::instance()->px(16);
  at.text = static_cast<int>(hexX(at, perRow_)) + Theme::instance()->px(12);
  return at;
}

/// Three characters per byte, and a gap in the middle of a row.
double HexArea::hexX(const Columns& at, int column) const {
  return at.hex + charWidth_ * (3.0 * column + (column >= perRow_ / 2 ? 1 : 0));
}

void HexArea::updateScrollBar() {
  perRow_ = kWideRow;
  if (columns().text + static_cast<int>(charWidth_ * kWideRow) + Theme::instance()->px(8) > viewport()->width())
    perRow_ = kNarrowRow;
  const auto per = static_cast<uint64_t>(perRow_);
  const uint64_t rows = (size() + per - 1) / per;
  // One step per row: 32 GiB fit into the scroll bar's range.
  const uint64_t last =
      rows > static_cast<uint64_t>(visibleRowCount()) ? rows - static_cast<uint64_t>(visibleRowCount()) : 0;
  verticalScrollBar()->setPageStep(visibleRowCount());
  verticalScrollBar()->setSingleStep(1);
  verticalScrollBar()->setRange(0, static_cast<int>(std::min<uint64_t>(last, INT_MAX)));
}

void HexArea::setCurrent(uint64_t offset, bool center) {
  if (size() == 0) return;
  current_ = std::min(offset, size() - 1);
  const auto row = static_cast<int>(std::min<uint64_t>(current_ / static_cast<uint64_t>(perRow_), INT_MAX));
  const int top = verticalScrollBar()->value(), page = visibleRowCount();
  const bool outside = row < top || row >= top + page;
  if (outside && (center || row < top - page || row > top + 2 * page)) verticalScrollBar()->setValue(row - page / 3);
  else if (row < top) verticalScrollBar()->setValue(row);
  else if (row >= top + page) verticalScrollBar()->setValue(row - page + 1);
  viewport()->update();
  spoken_->changed();
}

void HexArea::setMarked(uint64_t offset, uint64_t size) {
  markedOffset_ = offset;
  markedSize_ = size;
  viewport()->update();
}

void HexArea::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  const int before = perRow_, top = verticalScrollBar()->value();
  const auto row = static_cast<int64_t>(current_ / static_cast<uint64_t>(perRow_));
  const bool wasVisible = row >= top && row < top + verticalScrollBar()->pageStep();
  updateScrollBar();
  if (size() > 0 && (perRow_ != before || wasVisible)) setCurrent(current_, true);
}

std::optional<uint64_t> HexArea::byteAt(const QPoint& pos) const {
  if (pos.y() < headerHeight() || size() == 0) return std::nullopt;
  const uint64_t row = static_cast<uint64_t>(verticalScrollBar()->value()) +
                       static_cast<uint64_t>((pos.y() - headerHeight()) / rowHeight());
  const Columns at = columns();
  int column = -1;
  if (pos.x() >= at.text - Theme::instance()->px(4)) {
    column = static_cast<int>((pos.x() - at.text) / charWidth_);
  } else {
    for (int i = 0; i < perRow_; ++i)
      if (pos.x() >= hexX(at, i) - charWidth_ / 2 && pos.x() < hexX(at, i) + 2.5 * charWidth_) column = i;
  }
  if (column < 0 || column >= perRow_) return std::nullopt;
  const uint64_t offset = row * static_cast<uint64_t>(perRow_) + static_cast<uint64_t>(column);
  return offset < size() ? std::optional(offset) : std::nullopt;
}

Token HexArea::colorAt(uint64_t offset) const {
  if (offset >= leafBegin_ && offset < leafEnd_) return leafColor_;
  const std::vector<ByteNode> path = map_->path(offset);
  leafColor_ = byteColor(path);
  // Bytes between two children belong to no leaf and are looked up one by one.
  const bool leaf = !path.empty() && path.back().children == 0;
  leafBegin_ = leaf ? path.back().offset : offset;
  leafEnd_ = leaf ? path.back().offset + path.back().size : offset + 1;
  return leafColor_;
}

void HexArea::paintEvent(QPaintEvent* /*event*/) {
  const Theme* theme = Theme::instance();
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), theme->color(Token::Panel));
  if (size() == 0) {
    painter.setFont(theme->ui(12));
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(viewport()->rect().adjusted(theme->px(16), theme->px(16), -theme->px(16), 0),
                     Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, sentence_);
    return;
  }
  const Columns at = columns();
  const auto per = static_cast<uint64_t>(perRow_);
  auto row = static_cast<uint64_t>(verticalScrollBar()->value());
  for (int y = headerHeight(); y < viewport()->height() && row * per < size(); y += rowHeight(), ++row)
    paintRow(&painter, row, y, at);
  paintHeader(&painter, at);
}

void HexArea::paintHeader(QPainter* painter, const Columns& at) const {
  const Theme* theme = Theme::instance();
  const int h = headerHeight(), width = viewport()->width();
  painter->fillRect(0, 0, width, h, theme->color(Token::Subtle));
  painter->setPen(theme->color(Token::Border));
  painter->drawLine(0, h - 1, width, h - 1);
  painter->setFont(theme->ui(11, 600));
  painter->setPen(theme->color(Token::TextSecond));
  painter->drawText(QRect(at.offset, 0, at.hex, h), Qt::AlignLeft | Qt::AlignVCenter, tr("offset"));
  painter->drawText(QRect(at.text, 0, width, h), Qt::AlignLeft | Qt::AlignVCenter, tr("text"));
  painter->setFont(theme->mono(11));
  painter->setPen(theme->color(Token::TextThird));
  for (int i = 0; i < perRow_; ++i)
    painter->drawText(QRectF(hexX(at, i), 0, 3 * charWidth_, h), Qt::AlignLeft | Qt::AlignVCenter,
                      hexNumber(static_cast<uint64_t>(i), 2));
}

/// Background of the marked range in a row, under its bytes and its text.
void HexArea::paintMark(QPainter* painter, uint64_t first, int count, int y, const Columns& at) const {
  const uint64_t end = first + static_cast<uint64_t>(count), markedEnd = markedOffset_ + markedSize_;
  if (markedSize_ == 0 || markedOffset_ >= end || markedEnd <= first) return;
  const auto from = static_cast<int>(std::max(markedOffset_, first) - first),
             to = static_cast<int>(std::min(markedEnd, end) - first);
  const QColor back = Theme::instance()->color(Token::SelectedRow);
  painter->fillRect(QRectF(hexX(at, from) - charWidth_ / 2, y,
                           hexX(at, to - 1) + 2.5 * charWidth_ - hexX(at, from) + charWidth_ / 2, rowHeight()),
                    back);
  painter->fillRect(QRectF(at.text + charWidth_ * from, y, charWidth_ * (to - from), rowHeight()), back);
}

/// A frame around the damaged field, on its own background; in several rows one frame without lines between them.
void HexArea::paintDamage(QPainter* painter, uint64_t first, int count, int y, const Columns& at) const {
  if (!damaged_) return;
  const uint64_t end = first + static_cast<uint64_t>(count), damagedEnd = damaged_->offset + damaged_->size;
  if (damaged_->offset >= end || damagedEnd <= first) return;
  const auto per = static_cast<uint64_t>(perRow_);
  const auto columnOf = [&](uint64_t offset) { return static_cast<int>(std::clamp(offset, first, end) - first); };
  const int from = columnOf(damaged_->offset), to = columnOf(damagedEnd);
  const int topTo = std::min(to, columnOf(damaged_->offset + per));                          // above is outside
  const int bottomFrom = std::max(from, columnOf(damagedEnd > per ? damagedEnd - per : 0));  // below is outside
  const double half = charWidth_ / 2, bottom = y + rowHeight() - 0.5;
  const auto frame = [&](auto&& left) {
    painter->fillRect(QRectF(left(from), y, left(to) - left(from), rowHeight()),
                      Theme::instance()->color(Token::ErrorBack));
    painter->drawLine(QPointF(left(from), y), QPointF(left(from), bottom));
    painter->drawLine(QPointF(left(to), y), QPointF(left(to), bottom));
    if (topTo > from) painter->drawLine(QPointF(left(from), y + 0.5), QPointF(left(topTo), y + 0.5));
    if (to > bottomFrom) painter->drawLine(QPointF(left(bottomFrom), bottom), QPointF(left(to), bottom));
  };
  painter->setPen(QPen(Theme::instance()->color(Token::Error), 1.5));
  // The edge after the last column of a half is at the end of its byte, before the gap.
  frame([&](int column) { return column == 0 ? hexX(at, 0) - half : hexX(at, column - 1) + 2.5 * charWidth_; });
  frame([&](int column) { return at.text + charWidth_ * column; });
}

void HexArea::paintRow(QPainter* painter, uint64_t row, int y, const Columns& at) const {
  const Theme* theme = Theme::instance();
  const uint64_t first = row * static_cast<uint64_t>(perRow_);
  const auto count = static_cast<int>(std::min<uint64_t>(static_cast<uint64_t>(perRow_), size() - first));
  paintMark(painter, first, count, y, at);
  paintDamage(painter, first, count, y, at);
  const QFont plain = theme->mono(12);
  painter->setFont(plain);
  const QFontMetrics metrics(plain);
  const double baseline = y + (rowHeight() + metrics.ascent() - metrics.descent()) / 2.0;
  painter->setPen(theme->color(Token::TextThird));
  drawFigure(painter, QRect(at.offset, y, at.hex - at.offset, rowHeight()), Qt::AlignLeft | Qt::AlignVCenter,
             hexNumber(first, offsetDigits()));
  std::array<uint8_t, kWideRow> bytes{};  // a copy per row keeps scrolling through a large file cheap
  map_->bytes().copyTo(first, std::span(bytes.data(), static_cast<size_t>(count)));
  for (int i = 0; i < count; ++i) {
    const uint64_t offset = first + static_cast<uint64_t>(i);
    const Token color = colorAt(offset);
    const uint8_t byte = bytes[static_cast<size_t>(i)];
    const bool printable = byte >= 0x20 && byte < 0x7F;
    if (offset == current_) {  // the cursor: framed like the operand under the cursor in the listing
      painter->setPen(QPen(theme->color(Token::Accent), 1.5));
      painter->setBrush(theme->color(Token::AccentBack));
      painter->drawRect(QRectF(hexX(at, i) - 2, y + 1.5, 2 * charWidth_ + 4, rowHeight() - 3));
      painter->drawRect(QRectF(at.text + charWidth_ * i - 0.5, y + 1.5, charWidth_ + 1, rowHeight() - 3));
    }
    painter->setPen(theme->color(byte == 0 ? Token::TextThird : color));
    painter->drawText(QPointF(hexX(at, i), baseline), hexNumber(byte, 2));
    painter->setPen(theme->color(printable ? color : Token::TextThird));
    painter->drawText(QPointF(at.text + charWidth_ * i, baseline),
                      printable ? QString(QLatin1Char(static_cast<char>(byte))) : QString(QChar(0x00B7)));
  }
}

void HexArea::moveTo(uint64_t offset) {
  if (size() == 0) return;
  setCurrent(offset);
  emit chosen(current_);
}

void HexArea::mousePressEvent(QMouseEvent* event) {
  const auto byte = byteAt(event->pos());
  if (!byte || event->button() != Qt::LeftButton) return event->ignore();
  moveTo(*byte);
}

void HexArea::mouseDoubleClickEvent(QMouseEvent* event) {
  if (const auto byte = byteAt(event->pos())) emit followed(*byte);
}

void HexArea::keyPressEvent(QKeyEvent* event) {
  const auto per = static_cast<uint64_t>(perRow_), page = per * static_cast<uint64_t>(visibleRowCount());
  const auto back = [&](uint64_t by) { moveTo(current_ >= by ? current_ - by : 0); };
  const auto on = [&](uint64_t by) { moveTo(current_ + by); };
  const bool control = event->modifiers().testFlag(Qt::ControlModifier);
  if (event->matches(QKeySequence::Copy)) return QApplication::clipboard()->setText(markedText());
  switch (event->key()) {
    case Qt::Key_Left: return back(1);
    case Qt::Key_Right: return on(1);
    case Qt::Key_Up: return current_ >= per ? back(per) : void();
    case Qt::Key_Down: return current_ + per < size() ? on(per) : void();
    case Qt::Key_PageUp: return back(page);
    case Qt::Key_PageDown: return on(page);
    case Qt::Key_Home: return moveTo(control ? 0 : current_ - current_ % per);
    case Qt::Key_End: return moveTo(control ? size() : current_ - current_ % per + per - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter: return emit followed(current_);
    default: QAbstractScrollArea::keyPressEvent(event);
  }
}

void HexArea::contextMenuEvent(QContextMenuEvent* event) {
  emit menuRequested(event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(QPoint(40, 40)) : event->globalPos());
}

/// The fields that hold a byte, with their values; the innermost, which are the most specific, stand last.
QStringList HexArea::fieldsAt(uint64_t offset) const {
  constexpr qsizetype kMost = 5;
  QStringList lines;
  for (const ByteNode& node : map_->path(offset)) {
    const QString value = byteValue(*map_, node);
    lines << byteName(*map_, node) + (value.isEmpty() ? QString() : QStringLiteral(": ") + value);
  }
  return lines.mid(std::max<qsizetype>(0, lines.size() - kMost));
}

/// Of the byte under the cursor: its value, its innermost field and its offset.
QString HexArea::spokenByte() const {
  if (current_ >= size()) return {};
  std::array<uint8_t, 1> byte{};
  map_->bytes().copyTo(current_, byte);
  QStringList parts{hexNumber(byte[0], 2)};
  parts << fieldsAt(current_).mid(std::max<qsizetype>(0, fieldsAt(current_).size() - 1));
  return (parts << tr("byte %1 (0x%2)").arg(countText(static_cast<int64_t>(current_))).arg(current_, 0, 16))
      .join(QStringLiteral(", "));
}

bool HexArea::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto byte = map_ ? byteAt(help->pos()) : std::nullopt;
  if (!byte) {
    QToolTip::hideText();
    return true;
  }
  QStringList lines = fieldsAt(*byte);
  lines.prepend(tr("byte %1 (0x%2)").arg(countText(static_cast<int64_t>(*byte))).arg(*byte, 0, 16));
  QToolTip::showText(help->globalPos(), lines.join(u'\n'), viewport());
  return true;
}

QString HexArea::markedText() const {
  if (!map_ || markedSize_ == 0) return {};
  const Bytes slice = map_->bytes().slice(markedOffset_, std::min(markedSize_, kMaxCopy));
  return QString::fromLatin1(
      QByteArray(reinterpret_cast<const char*>(slice.data()), static_cast<qsizetype>(slice.size())).toHex(' '));
}

}  // namespace relaxscope

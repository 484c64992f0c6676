// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/area.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

#include "views/widgets/focus_ring.h"
#include "views/widgets/spoken_item.h"

namespace relaxscope {

DiffArea::DiffArea(QWidget* parent) : QAbstractScrollArea(parent) {
  setObjectName(QStringLiteral("diff.area"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  spoken_ = new SpokenItem(this, QAccessible::List, [this] { return spokenLine(); });
  ring_ = new FocusRing(this, viewport());
  setAccessibleName(tr("Differences of the instructions"));
  connect(Theme::instance(), &Theme::changed, this, [this] {
    overflow_ = 0;
    updateRanges();
    viewport()->update();
  });
}

int64_t DiffArea::visibleLines() const { return scroll().visible(content_.lines.size()); }

/// The widest line seen determines the horizontal scroll range.
void DiffArea::measureLines() {
  if (content_.function() != nullptr) {
    const DiffGeometry at = geometry();
    for (int64_t i = scroll().first(), end = i + visibleLines(); i < end; ++i)
      overflow_ = std::max(overflow_, at.overflow(content_.lines.at(i)));
  }
  scroll().setOverflow(overflow_);
}

void DiffArea::updateRanges() {
  scroll().setLines(content_.lines.size());
  measureLines();
}

void DiffArea::setContent(DiffContent content) {
  const bool same = content_.diff == content.diff && content_.pair == content.pair;
  const int64_t top = scroll().first();
  const uint32_t row = same && top < content_.lines.size() ? content_.lines.at(top).row : 0;
  const uint32_t current = same && marks_.line >= 0 ? content_.lines.at(marks_.line).row : 0;
  content_ = std::move(content);
  overflow_ = 0;
  marks_.line = content_.function() != nullptr ? content_.lines.lineOf(current) : -1;
  updateRanges();
  verticalScrollBar()->setValue(row > 0 ? scroll().yOf(content_.lines.lineOf(row)) : 0);
  measureLines();
  viewport()->update();
  spoken_->changed();
}

void DiffArea::setCurrent(uint32_t row, const std::optional<Difference>& difference) {
  marks_.current = difference;
  marks_.line = content_.lines.lineOf(row);
  if (marks_.line >= 0) {
    const bool framed = difference && difference->pair == content_.pair && difference->first < difference->end &&
                        difference->first == row;
    reveal(marks_.line, framed ? content_.lines.endOf(difference->end - 1) : marks_.line + 1);
  }
  viewport()->update();
  spoken_->changed();
}

/// Scrolls as little as shows the lines; where they are far away, to a third of the page.
void DiffArea::reveal(int64_t first, int64_t end) {
  const int page = scroll().page(), top = verticalScrollBar()->value();
  const int y0 = scroll().yOf(first), y1 = scroll().yOf(end);
  if (page <= 0 || (y0 >= top && y1 <= top + page)) return;
  if (y0 < top - page || y0 > top + 2 * page || y1 - y0 > page) return verticalScrollBar()->setValue(y0 - page / 3);
  verticalScrollBar()->setValue(y0 < top ? y0 : std::min(y0, y1 - page));
}

void DiffArea::setEmptySentence(const QString& sentence) {
  sentence_ = sentence;
  viewport()->update();
}

int64_t DiffArea::lineAt(int y) const {
  if (content_.function() == nullptr || y < DiffGeometry::headerHeight()) return -1;
  const int64_t line = (static_cast<int64_t>(verticalScrollBar()->value()) + y - DiffGeometry::headerHeight()) /
                       DiffGeometry::rowHeight();
  return line < content_.lines.size() ? line : -1;
}

QString DiffArea::spokenLine() const {
  if (content_.function() == nullptr || marks_.line < 0 || marks_.line >= content_.lines.size()) return {};
  return geometry().spoken(content_.lines.at(marks_.line));
}

void DiffArea::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), theme->color(Token::Panel));
  if (content_.function() == nullptr || content_.lines.size() == 0) {
    painter.setFont(theme->ui(12));
    painter.setPen(theme->color(Token::TextSecond));
    const int pad = theme->px(16), top = content_.function() != nullptr ? DiffGeometry::headerHeight() : 0;
    painter.drawText(viewport()->rect().adjusted(pad, pad + top, -pad, 0),
                     Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, sentence_);
    if (content_.function() == nullptr) return;
  }
  const DiffGeometry at = geometry();
  DiffPainter rows(&painter, at, marks_, horizontalScrollBar()->value());
  const int header = DiffGeometry::headerHeight();
  painter.save();
  painter.setClipRect(viewport()->rect().adjusted(0, header, 0, 0));
  rows.lines(scroll().first(), visibleLines(), header - verticalScrollBar()->value() % DiffGeometry::rowHeight());
  painter.restore();
  rows.header();
  ring_->paint(&painter);
}

void DiffArea::paintAll(QPainter* painter, int width) const {
  if (content_.function() == nullptr) return;
  const DiffGeometry at(content_, width);
  DiffPainter rows(painter, at, marks_, 0);
  rows.lines(0, content_.lines.size(), DiffGeometry::headerHeight());
  rows.header();
}

QSize DiffArea::wholeSize() const {
  return {viewport()->width(), DiffGeometry::headerHeight() + scroll().yOf(content_.lines.size())};
}

void DiffArea::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  if (event->oldSize().width() != event->size().width()) overflow_ = 0;
  updateRanges();
  if (event->oldSize().height() < 3 * DiffGeometry::rowHeight() && marks_.line >= 0)
    reveal(marks_.line, marks_.line + 1);
}

void DiffArea::scrollContentsBy(int, int) {
  measureLines();
  viewport()->update();
}

void DiffArea::moveTo(int64_t line) {
  if (content_.lines.size() == 0 || content_.function() == nullptr) return;
  marks_.line = std::clamp<int64_t>(line, 0, content_.lines.size() - 1);
  reveal(marks_.line, marks_.line + 1);
  viewport()->update();
  spoken_->changed();
  emit chosen(content_.lines.at(marks_.line).row);
}

void DiffArea::follow(int64_t line) {
  if (line < 0 || line >= content_.lines.size()) return;
  const DiffListLine& at = content_.lines.at(line);
  if (at.kind == DiffListLine::Kind::Fold) emit foldOpened(at.row);
  else emit followed(at.row);
}

void DiffArea::mousePressEvent(QMouseEvent* event) {
  const int64_t line = lineAt(event->pos().y());
  if (line < 0 || event->button() != Qt::LeftButton) return event->ignore();
  moveTo(line);
}

void DiffArea::mouseDoubleClickEvent(QMouseEvent* event) { follow(lineAt(event->pos().y())); }

void DiffArea::keyPressEvent(QKeyEvent* event) {
  const bool modified = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != Qt::NoModifier;
  if (modified) return QAbstractScrollArea::keyPressEvent(event);
  const int64_t page = std::max(1, scroll().page() / DiffGeometry::rowHeight() - 1);
  switch (event->key()) {
    case Qt::Key_Up: return moveTo(marks_.line - 1);
    case Qt::Key_Down: return moveTo(marks_.line + 1);
    case Qt::Key_PageUp: return moveTo(marks_.line - page);
    case Qt::Key_PageDown: return moveTo(marks_.line + page);
    case Qt::Key_Home: return moveTo(0);
    case Qt::Key_End: return moveTo(content_.lines.size() - 1);
    case Qt::Key_Left:
    case Qt::Key_Right:
      horizontalScrollBar()->triggerAction(event->key() == Qt::Key_Left ? QAbstractSlider::SliderSingleStepSub
                                                                        : QAbstractSlider::SliderSingleStepAdd);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter: return follow(marks_.line);
    default: QAbstractScrollArea::keyPressEvent(event);
  }
}

QString DiffArea::toolTipAt(const QPoint& pos) const {
  const int64_t line = lineAt(pos.y());
  if (line < 0) return {};
  const DiffGeometry at = geometry();
  const DiffListLine& each = content_.lines.at(line);
  QStringList texts;
  if (each.kind != DiffListLine::Kind::Fold)
    for (const Side side : {Side::Old, Side::New}) {
      const DiffColumn& column = at.column(side);
      if (pos.x() < column.code || pos.x() >= column.right) continue;
      if (content_.options.unified && (side == Side::Old) != (each.kind != DiffListLine::Kind::New)) continue;
      double x = column.code - horizontalScrollBar()->value();
      for (const CodeToken& token : at.code(each, side).tokens) {
        const double width = at.widths().of(token.text);
        if (pos.x() >= x && pos.x() < x + width && !token.tooltip.isEmpty()) texts << token.tooltip;
        x += width;
      }
    }
  return (texts + at.help(each)).join(QLatin1Char('\n'));
}

bool DiffArea::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const QString text = toolTipAt(help->pos()); text.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(help->globalPos(), text, viewport());
  return true;
}

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/listing/area.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

#include "views/listing/heading.h"
#include "views/theme/theme.h"
#include "views/widgets/table_source.h"

namespace relaxscope {
namespace {

ListingHighlight highlightOf(const CodeToken& token) {
  ListingHighlight highlighted;
  highlighted.reg = token.reg;
  highlighted.constant = token.constant;
  highlighted.function = token.function;
  return highlighted;
}

bool hasReference(const CodeToken& token) {
  return token.reg.valid() || token.constant.valid() || token.function.valid() || token.target.valid();
}

}  // namespace

ListingArea::ListingArea(QWidget* parent) : QAbstractScrollArea(parent) {
  setObjectName(QStringLiteral("listing.area"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
  spoken_ = new SpokenItem(this, QAccessible::List, [this] { return spokenLine(); });
  setAccessibleName(tr("Listing"));
  connect(Theme::instance(), &Theme::changed, this, &ListingArea::applyTheme);
  applyTheme();
}

void ListingArea::applyTheme() {
  overflow_ = 0;
  scroll().setLines(content_.rows ? content_.rows->size() : 0);
  layOutLines();
  viewport()->update();
}

int64_t ListingArea::firstRow() const { return scroll().first(); }
int64_t ListingArea::visibleRowCount() const { return content_.rows ? scroll().visible(content_.rows->size()) : 0; }

/// Lays out the visible lines; the widest determines the horizontal scroll range.
void ListingArea::layOutLines() {
  lines_.clear();
  if (!content_.rows) return;  // setContent moves the scroll bars without rows, then lays out once
  const ListingGeometry at = geometry();
  const int64_t first = firstRow(), last = first + visibleRowCount();
  for (int64_t row = first; row < last; ++row) {
    const ListingRows::Row what = content_.rows->at(row);
    if (what.kind != ListingRows::Kind::Code) continue;
    lines_.push_back(at.line(what.pc, horizontalScrollBar()->value()));
    overflow_ = std::max(overflow_, lines_.back().cut);
  }
  scroll().setOverflow(overflow_);
}

void ListingArea::scrollContentsBy(int /*dx*/, int /*dy*/) {
  layOutLines();
  viewport()->update();
}

void ListingArea::setContent(ListingContent content) {
  const bool sameFunction = content_.executable == content.executable && content_.function == content.function;
  const InstrIndex top = content_.rows && content_.rows->size() > 0
                             ? content_.rows->at(verticalScrollBar()->value() / rowHeight()).pc
                             : InstrIndex();
  const bool isAtTop = !sameFunction || verticalScrollBar()->value() == 0;
  const int sameRows = content_.rows && content_.rows == content.rows ? verticalScrollBar()->value() : -1;
  const int left = sameFunction ? horizontalScrollBar()->value() : 0;
  content_.rows.reset();
  overflow_ = 0;
  scroll().setLines(content.rows ? content.rows->size() : 0);
  verticalScrollBar()->setValue(sameRows >= 0                              ? sameRows
                                : isAtTop || !content.rows || !top.valid() ? 0
                                                                           : scroll().yOf(content.rows->rowOf(top)));
  content_ = std::move(content);
  marks_.maxCost = content_.costs && content_.rows && content_.executable
                       ? content_.costs->maxPerRunNs(*content_.executable, content_.function, content_.rows->begin(),
                                                     content_.rows->end())
                       : 0;
  if (!sameFunction || content_.layers == nullptr) marks_.layer.reset();
  if (!sameFunction) {
    marks_.current = {};
    marks_.hovered = {};
  }
  layOutLines();
  if (!content_.rows) scroll().setOverflow(overflow_);
  horizontalScrollBar()->setValue(left);
  viewport()->update();
  spoken_->changed();
}

void ListingArea::setCurrent(InstrIndex pc, bool center) {
  const bool moved = pc != marks_.current || marks_.layer;
  marks_.current = pc;
  marks_.layer.reset();
  const int64_t row = content_.rows ? content_.rows->rowOf(pc) : -1;
  if (row >= 0) {
    const int h = rowHeight(), page = viewport()->height() - ListingGeometry::headerHeight();
    const int y = scroll().yOf(row);
    const int top = verticalScrollBar()->value();
    const bool outside = y < top || y + h > top + page;
    if (outside && (center || y < top - page || y > top + 2 * page))
      verticalScrollBar()->setValue(y - page / 2 + h / 2);
    else if (y < top) verticalScrollBar()->setValue(y <= 2 * h ? 0 : y);
    else if (y + h > top + page) verticalScrollBar()->setValue(y + h - page);
  }
  if (moved || center) viewport()->update();
  spoken_->changed();
}

void ListingArea::setHighlight(const ListingHighlight& highlighted) {
  if (highlighted == marks_.selected) return;
  marks_.selected = highlighted;
  viewport()->update();
  spoken_->changed();
}

/// The current line: the operand under the cursor, then the columns from left to right.
QString ListingArea::spokenLine() const {
  const InstrIndex pc = marks_.current;
  if (!content_.rows || !content_.executable || content_.rows->rowOf(pc) < 0) return {};
  const CodeLine whole = codeLine(*content_.executable, pc);
  QStringList parts;
  for (const CodeToken& token : whole.tokens)
    if (parts.isEmpty() && marks_.selected.holds(token)) parts << token.text;
  for (int64_t row = content_.rows->firstRowOf(pc); row < content_.rows->rowOf(pc); ++row)
    if (const ListingRows::Row what = content_.rows->at(row);
        what.kind == ListingRows::Kind::Layer || what.kind == ListingRows::Kind::Almost)
      parts << ListingHeading::of(geometry(), what).spoken();
  parts << tr("pc %1").arg(pc.value) << whole.text().simplified();
  if (content_.costs && content_.costs->at(pc) != nullptr)
    parts << tr("%1 per run").arg(durationLabel(content_.costs->perRunNs(pc)));
  parts << geometry().resultText(pc);
  if (content_.findings) parts << content_.findings->titles(pc);
  parts.removeAll(QString());
  return parts.join(QStringLiteral(", "));
}

QString ListingArea::headingText(const ListingRows::Row& row) const {
  return ListingHeading::of(geometry(), row).spoken();
}

void ListingArea::setMatch(const QString& pattern, bool regex) {
  marks_.match = TextMatch(pattern, regex);
  viewport()->update();
}

void ListingArea::setSites(Selection::Marked sites) {
  if (sites == marks_.sites) return;
  marks_.sites = std::move(sites);
  viewport()->update();
}

void ListingArea::setEmptySentence(const QString& sentence) {
  sentence_ = sentence;
  viewport()->update();
}

int64_t ListingArea::rowAt(int y) const {
  if (!content_.rows || y < ListingGeometry::headerHeight()) return -1;
  const int64_t row =
      (static_cast<int64_t>(verticalScrollBar()->value()) + y - ListingGeometry::headerHeight()) / rowHeight();
  return row < content_.rows->size() ? row : -1;
}

std::optional<ListingArea::HeadingAt> ListingArea::headingAt(const QPoint& pos) const {
  const int64_t row = rowAt(pos.y());
  if (row < 0) return {};
  const ListingRows::Row what = content_.rows->at(row);
  if (what.kind != ListingRows::Kind::Layer && what.kind != ListingRows::Kind::Almost) return {};
  const int above = ListingGeometry::headerHeight() - verticalScrollBar()->value() % rowHeight();
  return HeadingAt{what, {pos.x(), pos.y() - above - static_cast<int>(row - firstRow()) * rowHeight()}};
}

InstrIndex ListingArea::pcAt(const QPoint& pos) const {
  const int64_t row = rowAt(pos.y());
  if (row < 0) return {};
  const auto what = content_.rows->at(row);
  return what.kind == ListingRows::Kind::Function ? InstrIndex() : what.pc;
}

std::optional<CodeToken> ListingArea::tokenAt(const QPoint& pos) const {
  const std::optional<CodeToken> piece = anyTokenAt(pos);
  return piece && hasReference(*piece) ? piece : std::nullopt;
}

std::optional<CodeToken> ListingArea::anyTokenAt(const QPoint& pos) const {
  const int64_t row = rowAt(pos.y());
  if (row < 0 || content_.rows->at(row).kind != ListingRows::Kind::Code) return std::nullopt;
  const ListingGeometry at = geometry();
  double x = at.columns().code - horizontalScrollBar()->value();
  for (const CodeToken& token : at.code(content_.rows->at(row).pc).tokens) {
    const double width = at.textWidth(token.text);
    if (pos.x() >= x && pos.x() < x + width) return token;
    x += width;
  }
  return std::nullopt;
}

void ListingArea::paintEvent(QPaintEvent* /*event*/) {
  const Theme* theme = Theme::instance();
  QPainter painter(viewport());
  const int width = viewport()->width(), height = viewport()->height();
  painter.fillRect(viewport()->rect(), theme->color(Token::Panel));
  if (!content_.rows || content_.rows->size() == 0) {
    painter.setFont(theme->ui(12));
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(viewport()->rect().adjusted(theme->px(16), theme->px(16), -theme->px(16), 0),
                     Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, sentence_);
    return;
  }
  const ListingGeometry at = geometry();
  ListingPainter rows(&painter, at, marks_, horizontalScrollBar()->value());
  const int header = ListingGeometry::headerHeight(), top = header - verticalScrollBar()->value() % rowHeight();
  rows.rows(firstRow(), visibleRowCount(), top, lines_);
  painter.save();
  painter.setClipRect(QRect(0, header, width, height - header));
  rows.gutter(firstRow(), firstRow() + visibleRowCount(), top);
  painter.restore();
  rows.header();
}

void ListingArea::paintRows(QPainter* painter, int64_t first, int64_t count, int width) const {
  const ListingGeometry at(content_, width);
  std::vector<ListingLine> lines;
  for (int64_t row = first; row < std::min(first + count, content_.rows->size()); ++row)
    if (content_.rows->at(row).kind == ListingRows::Kind::Code) lines.push_back(at.line(content_.rows->at(row).pc, 0));
  ListingPainter rows(painter, at, marks_, 0);
  rows.rows(first, count, 0, lines);
  rows.gutter(first, first + count, 0);
}

void ListingArea::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  if (event->oldSize().width() != event->size().width()) overflow_ = 0;
  scroll().setLines(content_.rows ? content_.rows->size() : 0);  // may scroll the rows
  layOutLines();
  // The current row of an area that had no height yet is wherever it happened to be scrolled to.
  if (event->oldSize().height() < ListingGeometry::headerHeight() + 2 * rowHeight() && marks_.current.valid())
    setCurrent(marks_.current, true);
}

void ListingArea::mousePressEvent(QMouseEvent* event) {
  const InstrIndex pc = pcAt(event->pos());
  if (!pc.valid() || event->button() != Qt::LeftButton) return event->ignore();
  const CodeToken token = tokenAt(event->pos()).value_or(CodeToken{});
  const auto heading = headingAt(event->pos());
  if (heading && ListingHeading::of(geometry(), heading->row).isLink(heading->point))
    return emit layerFollowed(ListingHeading::of(geometry(), heading->row).next);
  marks_.current = pc;
  marks_.layer.reset();
  if (heading && heading->row.kind == ListingRows::Kind::Layer) marks_.layer = heading->row.item;
  viewport()->update();
  if (event->modifiers().testFlag(Qt::ControlModifier) && hasReference(token)) emit followed(pc, token);
  else emit chosen(pc, token);
}

void ListingArea::mouseDoubleClickEvent(QMouseEvent* event) {
  const InstrIndex pc = pcAt(event->pos());
  if (pc.valid()) emit followed(pc, tokenAt(event->pos()).value_or(CodeToken{}));
}

void ListingArea::mouseMoveEvent(QMouseEvent* event) {
  const auto token = tokenAt(event->pos());
  const ListingHighlight highlighted = token ? highlightOf(*token) : ListingHighlight{};
  const auto heading = headingAt(event->pos());
  const bool link = heading && ListingHeading::of(geometry(), heading->row).isLink(heading->point);
  viewport()->setCursor(link || (token && event->modifiers().testFlag(Qt::ControlModifier)) ? Qt::PointingHandCursor
                                                                                            : Qt::ArrowCursor);
  if (highlighted == marks_.hovered) return;
  marks_.hovered = highlighted;
  viewport()->update();
}

void ListingArea::leaveEvent(QEvent* event) {
  QAbstractScrollArea::leaveEvent(event);
  if (!marks_.hovered.any()) return;
  marks_.hovered = {};
  viewport()->update();
}

void ListingArea::moveTo(int64_t row) {
  if (!content_.rows || content_.rows->size() < 2) return;
  row = std::clamp<int64_t>(row, 1, content_.rows->size() - 1);
  const InstrIndex pc = content_.rows->at(row).pc;
  setCurrent(pc);
  emit chosen(pc, {});
}

/// Left and Right move between the clickable tokens of the current line.
void ListingArea::moveToken(int step) {
  if (!marks_.current.valid() || !content_.executable) return;
  std::vector<CodeToken> stops;
  for (const CodeToken& token : line(marks_.current).tokens)
    if (hasReference(token) &&
        (stops.empty() || !(highlightOf(stops.back()) == highlightOf(token)) || token.target.valid()))
      stops.push_back(token);
  if (stops.empty()) return;
  int at = -1;
  for (size_t i = 0; i < stops.size(); ++i)
    if (marks_.selected.any() && highlightOf(stops[i]) == marks_.selected) at = static_cast<int>(i);
  const int count = static_cast<int>(stops.size());
  const CodeToken token =
      stops[static_cast<size_t>(at < 0 ? (step > 0 ? 0 : count - 1) : std::clamp(at + step, 0, count - 1))];
  setHighlight(highlightOf(token));
  emit chosen(marks_.current, token);
}

void ListingArea::keyPressEvent(QKeyEvent* event) {
  const int64_t row = content_.rows ? content_.rows->rowOf(marks_.current) : -1;
  const int page = std::max(1, (viewport()->height() - ListingGeometry::headerHeight()) / rowHeight() - 1);
  const auto step = [&](int64_t by) {  // labels and headings are skipped
    if (!content_.rows) return;
    int64_t to = std::clamp<int64_t>(row + by, 1, content_.rows->size() - 1);
    while (to > 0 && to < content_.rows->size() && content_.rows->at(to).kind != ListingRows::Kind::Code)
      to += by > 0 ? 1 : -1;
    if (to >= 1 && to < content_.rows->size()) moveTo(to);
  };
  if (event->matches(QKeySequence::Find) || event->key() == Qt::Key_Slash) return emit findRequested();
  switch (event->key()) {
    case Qt::Key_Up: return step(-1);
    case Qt::Key_Down: return step(1);
    case Qt::Key_PageUp: return step(-page);
    case Qt::Key_PageDown: return step(page);
    case Qt::Key_Home: return moveTo(content_.rows ? content_.rows->rowOf(content_.rows->begin()) : 0);
    case Qt::Key_End: return content_.rows ? moveTo(content_.rows->size() - 1) : void();
    case Qt::Key_Left: return moveToken(-1);
    case Qt::Key_Right: return moveToken(1);
    case Qt::Key_Space: return emit spacePressed();
    case Qt::Key_L: return emit layerStepRequested(event->modifiers().testFlag(Qt::ShiftModifier));
    case Qt::Key_Return:
    case Qt::Key_Enter: {
      CodeToken token;
      if (marks_.current.valid() && content_.executable && marks_.selected.any())
        for (const CodeToken& t : line(marks_.current).tokens)
          if (hasReference(t) && highlightOf(t) == marks_.selected) token = t;
      return emit followed(marks_.current, token);
    }
    default: QAbstractScrollArea::keyPressEvent(event);
  }
}

void ListingArea::contextMenuEvent(QContextMenuEvent* event) {
  const bool keyboard = event->reason() == QContextMenuEvent::Keyboard;
  const InstrIndex pc = keyboard ? marks_.current : pcAt(event->pos());
  emit menuRequested(pc, keyboard ? CodeToken{} : tokenAt(event->pos()).value_or(CodeToken{}),
                     keyboard ? mapToGlobal(QPoint(40, 40)) : event->globalPos());
}

bool ListingArea::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto token = anyTokenAt(help->pos());
  QStringList lines;
  if (token && !token->tooltip.isEmpty()) lines << token->tooltip;
  if (token && token->reg.valid())
    lines << tr("%1: register; all uses are highlighted").arg(registerText(token->reg.value));
  if (token && hasReference(*token)) lines << tr("Ctrl+click or double-click: go to it");
  const InstrIndex pc = pcAt(help->pos());
  if (const auto heading = headingAt(help->pos())) {
    const ListingHeading at = ListingHeading::of(geometry(), heading->row);
    lines << at.spoken();
    if (at.isLink(heading->point)) lines << tr("Click or L: go to the next copy");
  }
  if (pc.valid() && content_.findings && help->pos().x() < geometry().columns().pcRight)
    lines << content_.findings->titles(pc);
  if (lines.isEmpty() && pc.valid() && content_.costs)
    if (const StatisticsRow* row = content_.costs->at(pc); row != nullptr)
      lines << tr("pc %1: %2 calls, mean %3 %4", nullptr, pluralNumber(row->count))
                   .arg(pc.value)
                   .arg(row->count)
                   .arg(durationFigure(row->meanNs).number, durationFigure(row->meanNs).unit)
            << tr("median %1 %2, p99 %3 %4")
                   .arg(durationFigure(row->medianNs).number, durationFigure(row->medianNs).unit,
                        durationFigure(row->p99Ns).number, durationFigure(row->p99Ns).unit);
  if (lines.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(help->globalPos(), lines.join(u'\n'), viewport());
  return true;
}

}  // namespace relaxscope

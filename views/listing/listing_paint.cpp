// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the listing; state and input are in area.cpp.
#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>
#include <QScrollBar>

#include <cmath>

#include "views/listing/area.h"
#include "views/widgets/elide.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr int kRowHeight = 22, kHeaderHeight = 24;
constexpr int kShortNamesBelow = 470;  ///< width of the instruction column from which whole names fit
constexpr int kLaneStep = 7;

/// Where `pattern` occurs in `text`, as pairs of start and length.
std::vector<std::pair<qsizetype, qsizetype>> occurrences(const QString& text, const QString& pattern, bool regex) {
  std::vector<std::pair<qsizetype, qsizetype>> found;
  if (pattern.isEmpty()) return found;
  if (!regex) {
    for (qsizetype at = text.indexOf(pattern, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(pattern, at + pattern.size(), Qt::CaseInsensitive))
      found.emplace_back(at, pattern.size());
    return found;
  }
  const QRegularExpression expression(pattern, QRegularExpression::CaseInsensitiveOption);
  if (!expression.isValid()) return found;
  auto matches = expression.globalMatch(text);
  while (matches.hasNext() && found.size() < 64) {
    const auto match = matches.next();
    if (match.capturedLength() > 0) found.emplace_back(match.capturedStart(), match.capturedLength());
  }
  return found;
}

void paintMark(QPainter* painter, const QRectF& rect) {
  const Theme* theme = Theme::instance();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(theme->color(Token::Accent), 1));
  painter->setBrush(theme->color(Token::AccentBack));
  painter->drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme->px(3), theme->px(3));
  painter->restore();
}

}  // namespace

int ListingArea::rowHeight() const { return Theme::instance()->px(kRowHeight); }
int ListingArea::headerHeight() const { return Theme::instance()->px(kHeaderHeight); }

double ListingArea::textWidth(const QString& text) const { return charWidth_ * static_cast<double>(text.size()); }

ListingArea::Columns ListingArea::columns(int width) const {
  const Theme* theme = Theme::instance();
  Columns at;
  const int64_t last = content_.rows ? content_.rows->end().value : 0;
  const int digits = std::max<int>(2, static_cast<int>(QString::number(last).size()));
  bool lanes = content_.rows && !content_.rows->jumps().empty();
  at.gutter = theme->px(lanes ? 12 + kLaneStep * ListingRows::kLanes : 20);
  at.pcRight = at.gutter + theme->px(8) + static_cast<int>(charWidth_ * digits);
  at.costLeft = at.pcRight + theme->px(14);
  const bool costs = content_.costs && !content_.costs->empty();
  at.costRight = costs ? at.costLeft + theme->px(82) : at.pcRight;
  at.code = at.costRight + theme->px(costs ? 12 : 16);
  at.resultRight = width - theme->px(12);
  return at;
}

/// Constants stand inline where there is room; then names lose their middle.
CodeLine ListingArea::line(InstrIndex pc) const {
  CodeStyle style;
  style.notes = content_.notes.get();
  const int width = viewport()->width();
  const Columns at = columns(width);
  style.shortNames = width - at.code < Theme::instance()->px(kShortNamesBelow);
  style.inlineConstants = true;
  const double room = lineRight(pc, at, width) - at.code;
  CodeLine made = codeLine(*content_.executable, pc, style);
  if (textWidth(made.text()) <= room) return made;
  style.inlineConstants = false;
  made = codeLine(*content_.executable, pc, style);
  if (textWidth(made.text()) <= room || style.shortNames) return made;
  style.shortNames = true;
  return codeLine(*content_.executable, pc, style);
}

QString ListingArea::resultText(InstrIndex pc) const {
  const auto offset = static_cast<size_t>(pc.value - content_.rows->begin().value);
  if (!content_.results || offset >= content_.results->size()) return {};
  QString type = QString::fromStdString((*content_.results)[offset]);
  type.replace(QStringLiteral(", "), QStringLiteral(","));
  return type.size() > 40 ? type.left(39) + QChar(0x2026) : type;
}

/// Where the instruction's text must end: before the result, or at the edge.
int ListingArea::lineRight(InstrIndex pc, const Columns& at, int width) const {
  const QString type = resultText(pc);
  if (type.isEmpty()) return width;
  return at.resultRight - QFontMetrics(Theme::instance()->mono(11)).horizontalAdvance(type) - Theme::instance()->px(10);
}

void ListingArea::paintEvent(QPaintEvent* /*event*/) {
  const Theme* theme = Theme::instance();
  QPainter painter(viewport());
  const int width = viewport()->width();
  painter.fillRect(viewport()->rect(), theme->color(Token::Panel));
  if (!content_.rows || content_.rows->size() == 0) {
    painter.setFont(theme->ui(12));
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(viewport()->rect().adjusted(theme->px(16), theme->px(16), -theme->px(16), 0),
                     Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, sentence_);
    return;
  }
  const Columns at = columns(width);
  const int rowH = rowHeight(), top = headerHeight();
  const int64_t first = verticalScrollBar()->value() / rowH;
  int y = top - verticalScrollBar()->value() % rowH;
  const int firstY = y;
  int64_t row = first;
  for (; row < content_.rows->size() && y < viewport()->height(); ++row, y += rowH)
    paintRow(&painter, row, QRect(0, y, width, rowH), at);
  painter.save();
  painter.setClipRect(QRect(0, top, width, viewport()->height() - top));
  paintJumps(&painter, first, row, firstY, at.gutter);
  painter.restore();
  paintHeader(&painter, at, width);
  if (focusRing_) {
    painter.setPen(QPen(theme->color(Token::Accent), 2));
    painter.drawRect(QRect(1, 1, width - 2, viewport()->height() - 2));
  }
}

void ListingArea::paintRows(QPainter* painter, int64_t first, int64_t count, int width) const {
  const Columns at = columns(width);
  for (int64_t i = 0; i < count && first + i < content_.rows->size(); ++i)
    paintRow(painter, first + i, QRect(0, static_cast<int>(i) * rowHeight(), width, rowHeight()), at);
  paintJumps(painter, first, first + count, 0, at.gutter);
}

void ListingArea::paintHeader(QPainter* painter, const Columns& at, int width) const {
  const Theme* theme = Theme::instance();
  const int h = headerHeight();
  painter->fillRect(0, 0, width, h, theme->color(Token::Subtle));
  painter->setPen(theme->color(Token::Border));
  painter->drawLine(0, h - 1, width, h - 1);
  painter->setFont(theme->ui(11, 600));
  painter->setPen(theme->color(Token::TextSecond));
  painter->drawText(QRect(0, 0, at.pcRight, h), Qt::AlignRight | Qt::AlignVCenter, tr("pc"));
  if (at.costRight > at.pcRight)
    painter->drawText(QRect(at.pcRight, 0, at.costRight - at.pcRight - theme->px(3), h),
                      Qt::AlignRight | Qt::AlignVCenter, tr("cost / run"));
  painter->drawText(QRect(at.code, 0, width, h), Qt::AlignLeft | Qt::AlignVCenter, tr("instruction"));
  if (content_.results)
    painter->drawText(QRect(at.code, 0, at.resultRight - at.code, h), Qt::AlignRight | Qt::AlignVCenter, tr("result"));
}

void ListingArea::paintRow(QPainter* painter, int64_t row, const QRect& rect, const Columns& at) const {
  const Theme* theme = Theme::instance();
  const ListingRows::Row what = content_.rows->at(row);
  if (what.kind == ListingRows::Kind::Function) return paintFunctionRow(painter, rect, at);
  if (what.kind == ListingRows::Kind::Label) return paintLabelRow(painter, what.pc, rect, at);
  const bool selected = what.pc == current_;
  if (selected) {
    painter->fillRect(rect, theme->color(Token::SelectedRow));
    painter->fillRect(QRect(rect.left(), rect.top(), theme->px(3), rect.height()), theme->color(Token::Accent));
  }
  painter->setFont(theme->mono(12, selected ? 700 : 400));
  painter->setPen(theme->color(selected ? Token::Text : Token::TextThird));
  painter->drawText(QRect(0, rect.top(), at.pcRight, rect.height()), Qt::AlignRight | Qt::AlignVCenter,
                    QString::number(what.pc.value));
  paintCost(painter, what.pc, rect, at);

  const CodeLine code = line(what.pc);
  const QString type = resultText(what.pc);
  int right = lineRight(what.pc, at, rect.right());
  if (!type.isEmpty()) {  // an instruction that needs more room than its result leaves gets it
    painter->setFont(theme->mono(11));
    painter->setPen(theme->color(Token::TextSecond));
    const int gap = theme->px(10),
              end = at.code + static_cast<int>(textWidth(code.text())) + 2 - horizontalScrollBar()->value();
    int room = at.resultRight - std::max(end, right - gap) - gap;
    if (end + gap > right && room < theme->px(48)) room = 0;
    if (room > 0)
      painter->drawText(QRect(at.resultRight - room, rect.top(), room, rect.height()),
                        Qt::AlignRight | Qt::AlignVCenter, elided(painter->fontMetrics(), type, Qt::ElideRight, room));
    right = std::max(right, room > 0 ? at.resultRight - room - gap : rect.right());
  }
  paintLine(painter, code, rect, at.code, right, selected);
}

void ListingArea::paintFunctionRow(QPainter* painter, const QRect& rect, const Columns& at) const {
  const Theme* theme = Theme::instance();
  painter->fillRect(rect, theme->color(Token::Subtle));
  painter->setFont(theme->mono(12, 700));
  painter->setPen(theme->color(Token::RoleFunction));
  const Function* f = content_.executable->function(content_.function);
  const QString own = f != nullptr ? QString::fromStdString(printable(f->name)).left(80) : QString();
  const QString given = content_.notes ? content_.notes->name(content_.function) : QString();
  const QString note = content_.notes ? content_.notes->note(content_.function) : QString();
  const QString name = given.isEmpty() ? own : given;
  const int x = theme->px(12);
  painter->drawText(QRect(x, rect.top(), rect.width(), rect.height()), Qt::AlignLeft | Qt::AlignVCenter, name);
  painter->setFont(theme->ui(12));
  painter->setPen(theme->color(Token::TextSecond));
  const int after = x + static_cast<int>(textWidth(name));
  const QRect area(after, rect.top(), at.resultRight - after, rect.height());
  painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                    elided(painter->fontMetrics(),
                           (given.isEmpty() ? QString() : QStringLiteral(" = ") + own) + content_.signature +
                               (note.isEmpty() ? QString() : QStringLiteral("   ; ") + note.simplified()),
                           Qt::ElideRight, area.width()));
}

void ListingArea::paintLabelRow(QPainter* painter, InstrIndex pc, const QRect& rect, const Columns& at) const {
  const Theme* theme = Theme::instance();
  painter->fillRect(rect, theme->color(Token::Subtle));
  const ListingLabel* label = content_.rows->label(pc);
  if (label == nullptr) return;
  const QString name = QStringLiteral("L%1:").arg(pc.value);
  painter->setFont(theme->mono(12, 700));
  painter->setPen(theme->color(Token::RoleLabel));
  painter->drawText(QRect(at.code, rect.top(), rect.width(), rect.height()), Qt::AlignLeft | Qt::AlignVCenter, name);
  QStringList parts;
  for (const Arrival& arrival : label->arrivals) {
    switch (arrival.kind) {
      case ArrivalKind::True: parts << tr("true of If at %1").arg(arrival.from.value); break;
      case ArrivalKind::False: parts << tr("false of If at %1").arg(arrival.from.value); break;
      case ArrivalKind::Goto: parts << tr("from goto at %1").arg(arrival.from.value); break;
      case ArrivalKind::Next: parts << tr("next of %1").arg(arrival.from.value); break;
    }
  }
  if (label->arrivalCount > label->arrivals.size())
    parts << tr("%1 more").arg(label->arrivalCount - label->arrivals.size());
  QString text = parts.isEmpty() ? tr("nothing leads here") : parts.join(QStringLiteral(", "));
  if (content_.costs && !content_.costs->empty()) {
    double count = 0;  // of the block's first call, where it has one
    for (InstrIndex at_ = pc;
         at_ < content_.rows->end() && (at_ == pc || content_.rows->label(at_) == nullptr) && count == 0; ++at_.value)
      count = content_.costs->countPerRun(at_);
    if (count > 0)
      text += QStringLiteral(" · %1×").arg(count == std::floor(count) ? countText(static_cast<int64_t>(count))
                                                                      : QString::number(count, 'f', 1));
  }
  painter->setFont(theme->ui(11));
  painter->setPen(theme->color(parts.isEmpty() ? Token::Warning : Token::TextSecond));
  const int x = at.code + static_cast<int>(textWidth(name)) + theme->px(12);
  painter->drawText(QRect(x, rect.top(), at.resultRight - x, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                    elided(painter->fontMetrics(), text, Qt::ElideRight, at.resultRight - x));
}

void ListingArea::paintCost(QPainter* painter, InstrIndex pc, const QRect& rect, const Columns& at) const {
  if (at.costRight <= at.pcRight) return;
  const StatisticsRow* row = content_.costs->at(pc);
  if (row == nullptr) return;
  const Theme* theme = Theme::instance();
  const QRectF box(at.costLeft, rect.top() + theme->px(3), at.costRight - at.costLeft, rect.height() - theme->px(5));
  const FuncIndex callee = calleeAt(*content_.executable, pc);
  const Function* function = content_.executable->function(callee);
  if (callee == content_.function && function != nullptr && function->isBytecode()) {  // its time is that of other rows
    painter->setFont(theme->mono(11));
    painter->setPen(theme->color(Token::TextThird));
    painter->drawText(box.adjusted(0, 0, -theme->px(3), 0), Qt::AlignRight | Qt::AlignVCenter, tr("nested"));
    return;
  }
  const double ns = row->totalNs / content_.costs->runs();
  const double share = maxCost_ > 0 ? std::min(1.0, ns / maxCost_) : 0;
  const QColor heat = theme->heat(share);
  const bool hot = heat != theme->color(Token::Heat0);
  if (hot) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(heat);
    painter->drawRoundedRect(box, theme->px(2), theme->px(2));
    painter->restore();
    painter->fillRect(QRectF(box.left(), box.bottom() - theme->px(2), std::max(2.0, box.width() * share), theme->px(2)),
                      theme->color(Token::Heat4));
  }
  const Figure figure = durationFigure(ns);
  const bool first = share >= 0.25;  // steps 3 to 5 carry first-rank text only
  painter->setFont(theme->mono(11));
  painter->setPen(theme->color(first ? Token::Text : Token::TextThird));
  QRectF area = box.adjusted(0, 0, -theme->px(3), 0);
  painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, figure.unit);
  area.setRight(area.right() - painter->fontMetrics().horizontalAdvance(figure.unit) - theme->px(4));
  painter->setFont(theme->mono(12, hot ? 500 : 400));
  painter->setPen(theme->color(hot ? Token::Text : Token::TextSecond));
  painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, figure.number);
}

bool ListingArea::isLit(const CodeToken& token, const Lit& lit) const {
  return (token.reg.valid() && token.reg == lit.reg) || (token.constant.valid() && token.constant == lit.constant) ||
         (token.function.valid() && token.function == lit.function);
}

void ListingArea::paintLine(QPainter* painter, const CodeLine& line, const QRect& rect, int x, int right,
                            bool selected) const {
  const Theme* theme = Theme::instance();
  painter->save();
  painter->setClipRect(QRect(x - theme->px(4), rect.top(), right - x + theme->px(4), rect.height()), Qt::IntersectClip);
  double at = x - horizontalScrollBar()->value();
  const QString whole = line.text();
  for (const auto& [from, length] : occurrences(whole, pattern_, patternRegex_))
    paintMark(painter, QRectF(at + charWidth_ * double(from) - 1, rect.top() + theme->px(2),
                              charWidth_ * double(length) + 2, rect.height() - theme->px(4)));
  for (const CodeToken& token : line.tokens) {
    const double width = textWidth(token.text);
    const bool marked = (lit_.any() && isLit(token, lit_)) || (hovered_.any() && isLit(token, hovered_));
    if (marked && !token.text.startsWith(u'='))
      paintMark(painter, QRectF(at - 2, rect.top() + theme->px(2), width + 4, rect.height() - theme->px(4)));
    Token color = token.color;
    int weight = token.weight;
    if (line.plumbing && color == Token::Text) color = Token::TextThird;
    painter->setFont(theme->mono(12, weight));
    painter->setPen(theme->color(color));
    painter->drawText(
        QPointF(at, rect.top() +
                        (rect.height() + painter->fontMetrics().ascent() - painter->fontMetrics().descent()) / 2.0),
        token.text);
    at += width;
  }
  painter->restore();
  overflow_ = std::max(overflow_, static_cast<int>(x + textWidth(whole)) - right);
  if (at <= right) return;  // cut: say so
  painter->fillRect(QRect(right - theme->px(12), rect.top(), theme->px(12), rect.height()),
                    theme->color(selected ? Token::SelectedRow : Token::Panel));
  painter->setPen(theme->color(Token::TextThird));
  painter->setFont(theme->mono(12));
  painter->drawText(QRect(right - theme->px(12), rect.top(), theme->px(12), rect.height()),
                    Qt::AlignVCenter | Qt::AlignLeft, QString(QChar(0x2026)));
}

/// Centre of an instruction's row, in pixels; far rows keep a finite place outside the window.
double ListingArea::rowCentre(InstrIndex pc, int64_t first, int top) const {
  const int64_t row = content_.rows->rowOf(pc);
  const int64_t apart = std::clamp<int64_t>(row - first, -100'000, 100'000);
  return top + static_cast<double>(apart) * rowHeight() + rowHeight() / 2.0;
}

void ListingArea::paintJumps(QPainter* painter, int64_t first, int64_t last, int top, int right) const {
  const Theme* theme = Theme::instance();
  const InstrIndex low = content_.rows->at(std::max<int64_t>(0, first)).pc;
  const InstrIndex high = content_.rows->at(std::min(last, content_.rows->size()) - 1).pc;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  for (const ListingJump& jump : content_.rows->jumps()) {
    if (jump.high() < low.value || jump.low() > high.value) continue;
    const bool back = jump.to <= jump.from;
    const bool current = current_ == jump.from || current_ == jump.to;
    const Token token = current        ? Token::Accent
                        : back         ? Token::LoopEdge
                        : jump.isFalse ? Token::Accent
                                       : Token::TextSecond;
    QPen pen(theme->color(token), current || back ? 1.8 : 1.35);
    if (jump.isFalse) pen.setDashPattern({3, 2});
    pen.setJoinStyle(Qt::RoundJoin);
    const double lane = right - theme->px(10) - theme->px(kLaneStep) * (jump.lane + 0.0);
    const double tip = right - theme->px(1);
    const double y0 = rowCentre(jump.from, first, top) + (back ? 0 : 2),
                 y1 = rowCentre(jump.to, first, top) - (back ? 0 : 2);
    const double radius = std::min<double>(theme->px(4), std::abs(y1 - y0) / 2);
    const double sign = y1 >= y0 ? 1 : -1;
    QPainterPath path(QPointF(tip, y0));
    path.lineTo(lane + radius, y0);
    path.quadTo(lane, y0, lane, y0 + sign * radius);
    path.lineTo(lane, y1 - sign * radius);
    path.quadTo(lane, y1, lane + radius, y1);
    path.lineTo(tip - theme->px(4), y1);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(path);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme->color(token));
    const double h = theme->px(3);
    painter->drawPolygon(QPolygonF({{tip, y1}, {tip - 1.7 * h, y1 - h}, {tip - 1.7 * h, y1 + h}}));
  }
  painter->restore();
}

}  // namespace relaxscope

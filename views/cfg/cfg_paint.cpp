// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the graph itself; what lies over it is in cfg_paint_frame.cpp, state and input in canvas.cpp.
#include <QPainter>
#include <QPainterPath>

#include <cmath>

#include "views/cfg/canvas.h"
#include "views/cfg/look.h"
#include "views/code/tokens.h"
#include "views/widgets/elide.h"
#include "views/widgets/table_source.h"

namespace relaxscope {
namespace {

constexpr double kTextZoom = 0.3;
constexpr double kRadius = 8;
constexpr double kPictureMargin = 24;  ///< around an exported graph

const Theme& theme() { return *Theme::instance(); }

QString countTimes(double count) {
  return (count == std::floor(count) ? countText(static_cast<int64_t>(count)) : QString::number(count, 'f', 1)) +
         QChar(0x00D7);
}

QString percent(double share) {
  if (share > 0 && share < 0.005) return QStringLiteral("<1 %");
  return QString::number(share * 100, 'f', 0) + QStringLiteral(" %");
}

void arrowHead(QPainter* painter, QPointF tip, QPointF from, const QColor& color, double size) {
  QPointF d = tip - from;
  const double length = std::hypot(d.x(), d.y());
  if (length < 1e-6) return;
  d /= length;
  const QPointF n(-d.y(), d.x()), base = tip - d * size;
  painter->setPen(Qt::NoPen);
  painter->setBrush(color);
  painter->drawPolygon(QPolygonF({tip, base + n * size * 0.55, base - n * size * 0.55}));
}

/// The badge of a branch: filled T, hollow F, then the words in a pill.
void paintBranchBadge(QPainter* painter, QPointF left, bool isTrue, const QString& words) {
  const QFont font = theme().ui(11, 600);
  const double height = 20, width = 28 + QFontMetricsF(font).horizontalAdvance(words) + 10;
  const QRectF pill(left.x(), left.y() - height / 2, width, height);
  const QColor color = theme().color(isTrue ? Token::TextSecond : Token::Accent);
  painter->setBrush(theme().color(Token::Panel));
  QPen frame(color, 1);
  if (!isTrue) frame.setStyle(Qt::DashLine);
  painter->setPen(frame);
  painter->drawRoundedRect(pill, height / 2, height / 2);
  const QRectF disc(pill.left() + 4, pill.center().y() - 6.5, 13, 13);
  painter->setPen(QPen(color, 1.3));
  painter->setBrush(isTrue ? QBrush(color) : QBrush(Qt::NoBrush));
  painter->drawEllipse(disc);
  painter->setFont(theme().ui(11, 600));
  QFont letter = theme().ui(11, 700);
  letter.setPixelSize(9);
  painter->setFont(letter);
  painter->setPen(isTrue ? theme().color(Token::Panel) : color);
  painter->drawText(disc, Qt::AlignCenter, isTrue ? QStringLiteral("T") : QStringLiteral("F"));
  painter->setFont(font);
  painter->setPen(theme().color(Token::Text));
  painter->drawText(pill.adjusted(22, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, words);
}

}  // namespace

EdgeLook edgeLook(const CfgEdge& edge, bool back, bool lit) {
  const double more = lit ? 0.8 : 0;
  if (back) return {theme().color(Token::LoopEdge), 2.6 + more, Qt::SolidLine};
  switch (edge.kind) {
    case EdgeKind::True: return {theme().color(lit ? Token::Text : Token::TextSecond), 2.0 + more, Qt::SolidLine};
    case EdgeKind::False: return {theme().color(Token::Accent), 2.8 + more, Qt::CustomDashLine};
    default: return {theme().color(lit ? Token::Text : Token::TextThird), 1.4 + more, Qt::SolidLine};
  }
}

QPen edgePen(const EdgeLook& look) {
  QPen pen(look.color, look.width, look.style, Qt::FlatCap, Qt::RoundJoin);
  if (look.style == Qt::CustomDashLine) pen.setDashPattern({3.2, 1.6});
  return pen;
}

QPainterPath roundedPath(const std::vector<layout::Point>& points, double radius) {
  QPainterPath path;
  if (points.empty()) return path;
  path.moveTo(points[0].x, points[0].y);
  for (size_t i = 1; i < points.size(); ++i) {
    const QPointF at(points[i].x, points[i].y), before(points[i - 1].x, points[i - 1].y);
    if (i + 1 == points.size()) {
      path.lineTo(at);
      break;
    }
    const QPointF after(points[i + 1].x, points[i + 1].y);
    const double in = std::hypot(at.x() - before.x(), at.y() - before.y()),
                 out = std::hypot(after.x() - at.x(), after.y() - at.y());
    const double r = std::min({radius, in / 2, out / 2});
    if (r < 0.5) {
      path.lineTo(at);
      continue;
    }
    path.lineTo(at + (before - at) * (r / in));
    path.quadTo(at, at + (after - at) * (r / out));
  }
  return path;
}

void CfgCanvas::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), theme().color(Token::Panel));
  if (!scene_ || scene_->boxes.empty()) {
    painter.setFont(theme().ui(12));
    painter.setPen(theme().color(Token::TextSecond));
    painter.drawText(QRectF(rect()).adjusted(theme().px(16), theme().px(16), -theme().px(16), 0),
                     Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, sentence_);
    return;
  }
  painter.save();
  painter.translate(offset_);
  painter.scale(zoom_, zoom_);
  paintScene(&painter, QRectF(toScene({0, 0}), toScene({double(width()), double(height())})), zoom_);
  painter.restore();
  painter.setRenderHint(QPainter::Antialiasing);
  paintTitle(&painter);
  paintLegend(&painter);
  paintMinimap(&painter);
  if (focusRing_) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme().color(Token::Accent), 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
  }
}

QRectF CfgCanvas::pictureBounds() const {
  return sceneBounds().adjusted(-kPictureMargin, -kPictureMargin, kPictureMargin, kPictureMargin);
}

QSizeF CfgCanvas::contentSize() const { return !scene_ || scene_->boxes.empty() ? QSizeF() : pictureBounds().size(); }

void CfgCanvas::paintAll(QPainter* painter, const QSizeF& size) const {
  if (!scene_ || scene_->boxes.empty()) return;
  const QRectF bounds = pictureBounds();
  const double scale = std::min(size.width() / bounds.width(), size.height() / bounds.height());
  painter->save();
  painter->fillRect(QRectF(QPointF(), size), theme().color(Token::Panel));
  painter->scale(scale, scale);
  painter->translate(-bounds.topLeft());
  paintScene(painter, bounds, 1);  // a vector picture keeps its text at every size
  painter->restore();
}

void CfgCanvas::paintScene(QPainter* painter, const QRectF& visible, double zoom) const {
  const bool detailed = zoom >= kTextZoom;
  painter->setRenderHint(QPainter::Antialiasing, detailed);
  const auto& drawing = scene_->drawing;
  if (!detailed) {  // thin lines in one batch
    QVector<QLineF> plain, loops;
    for (size_t e = 0; e < drawing.edges.size(); ++e) {
      if (!edgeBounds_[e].intersects(visible)) continue;
      const auto& line = drawing.edges[e];
      for (size_t i = 0; i + 1 < line.size(); ++i)
        (drawing.back[e] ? loops : plain) << QLineF(line[i].x, line[i].y, line[i + 1].x, line[i + 1].y);
    }
    painter->setPen(QPen(theme().color(Token::TextThird), 0));
    painter->drawLines(plain);
    painter->setPen(QPen(theme().color(Token::LoopEdge), 0));
    painter->drawLines(loops);
  } else {
    for (size_t e = 0; e < drawing.edges.size(); ++e)
      if (edgeBounds_[e].intersects(visible) && !edgeIsLit(e)) paintEdge(painter, e, true);
    for (size_t e = 0; e < drawing.edges.size(); ++e)
      if (edgeBounds_[e].intersects(visible) && edgeIsLit(e)) paintEdge(painter, e, true);
    paintRecursion(painter);
  }
  for (size_t b = 0; b < scene_->boxes.size(); ++b) {
    const QRectF r = scene_->rect(b);
    if (r.adjusted(-4, -4, 4, 6).intersects(visible)) paintBox(painter, b, detailed);
  }
  if (!detailed) return;
  for (size_t e = 0; e < drawing.edges.size(); ++e)
    if (edgeBounds_[e].adjusted(-140, 0, 140, 0).intersects(visible)) paintEdgeLabel(painter, e);
}

void CfgCanvas::paintBox(QPainter* painter, size_t block, bool detailed) const {
  const QRectF r = scene_->rect(block);
  const CfgBox& box = scene_->boxes[block];
  const bool current = scene_->cfg.blocks[block].begin <= current_ && current_ < scene_->cfg.blocks[block].end;
  const QColor heat = scene_->timed ? theme().heat(std::min(box.share, 0.89)) : theme().color(Token::Subtle);
  if (!detailed) {
    painter->setPen(QPen(theme().color(current ? Token::Accent : Token::BorderStrong), current ? 6 : 0));
    painter->setBrush(heat);
    painter->drawRect(r);
    return;
  }
  QColor shadow = theme().color(Token::Text);
  shadow.setAlphaF(theme().mode() == Theme::Mode::Dark ? 0.0F : 0.08F);
  painter->setPen(Qt::NoPen);
  painter->setBrush(shadow);
  painter->drawRoundedRect(r.translated(2, 3), kRadius, kRadius);
  painter->setBrush(theme().color(Token::Raised));
  painter->drawRoundedRect(r, kRadius, kRadius);
  const QRectF header(r.left(), r.top(), r.width(), scene_->metrics.headerHeight);
  painter->save();
  QPainterPath clip;
  clip.addRoundedRect(r, kRadius, kRadius);
  painter->setClipPath(clip, Qt::IntersectClip);
  painter->fillRect(header, heat);
  painter->setPen(QPen(theme().color(Token::Border), 1));
  painter->drawLine(header.bottomLeft(), header.bottomRight());
  paintHeader(painter, block, header);
  paintBody(painter, block, r);
  painter->restore();
  painter->setBrush(Qt::NoBrush);
  const bool hovered = hovered_ == static_cast<int>(block);
  painter->setPen(QPen(theme().color(current   ? Token::Accent
                                     : hovered ? Token::TextThird
                                               : Token::BorderStrong),
                       current ? 2 : 1));
  painter->drawRoundedRect(r, kRadius, kRadius);
}

void CfgCanvas::paintHeader(QPainter* painter, size_t block, const QRectF& header) const {
  const CfgBox& box = scene_->boxes[block];
  const BasicBlock& b = scene_->cfg.blocks[block];
  painter->setFont(theme().mono(12, 700));
  painter->setPen(theme().color(Token::RoleLabel));
  QRectF area = header.adjusted(scene_->metrics.padding, 0, -scene_->metrics.padding + 3, 0);
  painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, box.title);
  const double after = painter->fontMetrics().horizontalAdvance(box.title) + 14;
  painter->setFont(theme().mono(11));
  painter->setPen(theme().color(scene_->timed ? Token::Text : Token::TextThird));
  const double count = scene_->counts.blocks[block];
  QString note = std::isnan(count) ? QString() : countTimes(count);
  if (!scene_->timed)
    note = b.end.value - b.begin.value > 1 ? tr("pc %1–%2").arg(b.begin.value).arg(b.end.value - 1)
                                           : tr("pc %1").arg(b.begin.value);
  if (!b.reachable && block != 0) note = tr("not reached");
  painter->drawText(area.adjusted(after, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, note);
  if (!scene_->timed) return;
  painter->setPen(theme().color(Token::Text));
  painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, box.ns > 0 ? percent(box.share) : QString());
  if (box.ns <= 0) return;
  const QRectF trough(area.right() - 72, area.center().y() - 3, 32, 6);
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme().color(Token::ShareTrough));
  painter->drawRoundedRect(trough, 3, 3);
  painter->setBrush(theme().color(Token::Heat4));
  painter->drawRoundedRect(
      QRectF(trough.left(), trough.top(), std::max(2.0, trough.width() * box.share), trough.height()), 3, 3);
  const Figure figure = durationFigure(box.ns);
  painter->setFont(theme().mono(12, 600));
  painter->setPen(theme().color(Token::Text));
  painter->drawText(area.adjusted(0, 0, -82, 0), Qt::AlignRight | Qt::AlignVCenter, figure.number + u' ' + figure.unit);
}

void CfgCanvas::paintBody(QPainter* painter, size_t block, const QRectF& rect) const {
  const CfgBox& box = scene_->boxes[block];
  const double height = scene_->metrics.lineHeight, top = rect.top() + scene_->metrics.headerHeight + 5;
  const QRectF window = painter->worldTransform().inverted().mapRect(QRectF(painter->viewport()));
  const auto first = static_cast<size_t>(std::max(0.0, std::floor((window.top() - top) / height)));
  for (size_t i = first; i < box.lines.size(); ++i) {
    const QRectF line(rect.left(), top + height * double(i), rect.width(), height);
    if (line.top() > window.bottom()) break;
    paintLine(painter, box.lines[i], line, box.pcWidth,
              box.lines[i].first <= current_ && current_ <= box.lines[i].last);
  }
}

void CfgCanvas::paintLine(QPainter* painter, const CfgLine& line, const QRectF& rect, double pcWidth,
                          bool current) const {
  if (current) painter->fillRect(rect, theme().color(Token::SelectedRow));
  painter->setFont(theme().mono(11, current ? 700 : 400));
  painter->setPen(theme().color(current ? Token::Text : Token::TextThird));
  const QString pcs = line.last > line.first ? QStringLiteral("%1–%2").arg(line.first.value).arg(line.last.value)
                                             : QString::number(line.first.value);
  const double pcRight = rect.left() + pcWidth;
  painter->drawText(QRectF(rect.left(), rect.top(), pcRight - rect.left(), rect.height()),
                    Qt::AlignRight | Qt::AlignVCenter, pcs);
  QRectF area(pcRight + 12, rect.top(), rect.right() - pcRight - 22, rect.height());
  if (line.ns >= 0 || line.nested) {
    const Figure figure = durationFigure(line.ns);
    painter->setPen(theme().color(line.nested ? Token::TextThird : Token::TextSecond));
    if (scene_->timed)
      painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter,
                        line.nested ? tr("nested") : figure.number + u' ' + figure.unit);
  }
  if (scene_->timed) area.setRight(area.right() - 68);
  if (!line.folded.isEmpty()) {
    painter->setFont(theme().ui(12));
    painter->setPen(theme().color(Token::TextSecond));
    painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                      elided(QFontMetricsF(painter->font()), line.folded, Qt::ElideRight, area.width()));
    return;
  }
  CodeStyle style;
  style.shortNames = true;
  const CodeLine code = codeLine(*scene_->executable, line.first, style);
  painter->save();
  painter->setClipRect(area.adjusted(-3, 0, 4, 0), Qt::IntersectClip);
  double x = area.left();
  for (const CodeToken& token : code.tokens) {
    const double width = scene_->metrics.charWidth * double(token.text.size());
    if (x + width > area.right() + 2 && &token != &code.tokens.back()) {
      painter->setPen(theme().color(Token::TextThird));
      painter->drawText(QRectF(x, rect.top(), 20, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                        QString(QChar(0x2026)));
      break;
    }
    if (reg_.valid() && token.reg == reg_) {
      painter->setPen(QPen(theme().color(Token::Accent), 1));
      painter->setBrush(theme().color(Token::AccentBack));
      painter->drawRoundedRect(QRectF(x - 2, rect.top() + 1.5, width + 4, rect.height() - 3), 3, 3);
    }
    painter->setFont(theme().mono(12, token.weight));
    painter->setPen(theme().color(code.plumbing && token.color == Token::Text ? Token::TextThird : token.color));
    painter->drawText(
        QPointF(x, rect.center().y() + (painter->fontMetrics().ascent() - painter->fontMetrics().descent()) / 2.0),
        token.text);
    x += width;
  }
  painter->restore();
}

void CfgCanvas::paintEdge(QPainter* painter, size_t edge, bool /*detailed*/) const {
  const auto& points = scene_->drawing.edges[edge];
  if (points.size() < 2) return;
  const EdgeLook look = edgeLook(scene_->cfg.edges[edge], scene_->drawing.back[edge], edgeIsLit(edge));
  const double head = 9 + look.width;
  auto shortened = points;  // the line ends inside its arrow head
  layout::Point& end = shortened.back();
  const layout::Point& before = shortened[shortened.size() - 2];
  const double length = std::hypot(end.x - before.x, end.y - before.y);
  if (length > head) {
    end.x -= (end.x - before.x) / length * (head - 2);
    end.y -= (end.y - before.y) / length * (head - 2);
  }
  painter->setPen(edgePen(look));
  painter->setBrush(Qt::NoBrush);
  painter->drawPath(roundedPath(shortened, kRadius));
  const layout::Point& tip = points.back();
  const layout::Point& from = points[points.size() - 2];
  arrowHead(painter, {tip.x, tip.y}, {from.x, from.y}, look.color, head);
}

void CfgCanvas::paintEdgeLabel(QPainter* painter, size_t edge) const {
  const auto& points = scene_->drawing.edges[edge];
  if (points.size() < 2) return;
  const CfgEdge& e = scene_->cfg.edges[edge];
  const double count = scene_->counts.edges[edge];
  const double source = scene_->counts.blocks[e.from.at()];
  QString words = e.kind == EdgeKind::True    ? tr("true")
                  : e.kind == EdgeKind::False ? tr("false")
                  : e.kind == EdgeKind::Goto  ? tr("goto")
                                              : tr("next");
  if (!std::isnan(count)) {
    words += QStringLiteral(" · ") + countTimes(count);
    if (!std::isnan(source) && source > 0 && (e.kind == EdgeKind::True || e.kind == EdgeKind::False))
      words += QStringLiteral(" · ") + percent(count / source);
  }
  if (scene_->drawing.back[edge]) {  // upright beside the vertical piece
    size_t longest = 0;
    for (size_t i = 0; i + 1 < points.size(); ++i)
      if (std::abs(points[i + 1].y - points[i].y) > std::abs(points[longest + 1].y - points[longest].y)) longest = i;
    const QString text = std::isnan(count) ? tr("loop") : tr("loop · %1").arg(countTimes(count));
    painter->save();
    painter->translate(points[longest].x - 8, (points[longest].y + points[longest + 1].y) / 2);
    painter->rotate(-90);
    painter->setFont(theme().ui(11, 600));
    painter->setPen(theme().color(Token::LoopEdge));
    const double width = painter->fontMetrics().horizontalAdvance(text);
    painter->drawText(QPointF(-width / 2, 0), text);
    painter->restore();
    if (e.kind != EdgeKind::True && e.kind != EdgeKind::False) return;
  }
  if (e.kind == EdgeKind::True || e.kind == EdgeKind::False) {
    const size_t n = points.size();
    const layout::Point &a = points[n - 2], &b = points[n - 1];
    const bool vertical = std::abs(b.y - a.y) > std::abs(b.x - a.x);
    const QPointF at =
        vertical ? QPointF(b.x + 10, std::max(a.y + 14, b.y - 26)) : QPointF(points[0].x + 10, points[0].y + 16);
    paintBranchBadge(painter, at, e.kind == EdgeKind::True, words);
    return;
  }
  if (std::isnan(count)) return;
  painter->setFont(theme().ui(11));
  painter->setPen(theme().color(Token::TextSecond));
  painter->drawText(QPointF(points[0].x + 10, points[0].y + 20), words);
}

/// Calls of the function itself: dotted, out at the right, over the top and into the entry.
void CfgCanvas::paintRecursion(QPainter* painter) const {
  if (scene_->recursive.empty()) return;
  const QRectF entry = scene_->rect(0);
  const double lane = scene_->drawing.width + 14, top = entry.top() - 18;
  const QColor color = theme().color(Token::RecursionEdge);
  QPen pen(color, 1.8, Qt::CustomDashLine, Qt::RoundCap, Qt::RoundJoin);
  pen.setDashPattern({1, 1.8});
  double lowest = top;
  for (const InstrIndex pc : scene_->recursive) {
    const BlockIndex block = scene_->cfg.blockAt(pc);
    if (!block.valid()) continue;
    const CfgBox& box = scene_->boxes[block.at()];
    const size_t line = std::min(box.lineOf(pc), box.lines.empty() ? 0 : box.lines.size() - 1);
    const double y = scene_->lineY(block.at(), line), right = scene_->rect(block.at()).right();
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    const double x = entry.center().x();
    painter->drawPath(roundedPath({{right, y}, {lane, y}, {lane, top}, {x, top}, {x, entry.top() - 8}}, kRadius));
    arrowHead(painter, {x, entry.top()}, {x, top}, color, 11);
    lowest = std::max(lowest, y);
  }
  double calls = 0;
  for (const InstrIndex pc : scene_->recursive) {
    const BlockIndex block = scene_->cfg.blockAt(pc);
    if (block.valid() && !std::isnan(scene_->counts.blocks[block.at()])) calls += scene_->counts.blocks[block.at()];
  }
  const QString text = scene_->timed ? tr("recursive call · %1").arg(countTimes(calls)) : tr("recursive call");
  painter->setFont(theme().ui(11, 600));
  const double width = painter->fontMetrics().horizontalAdvance(text) + 20;
  const QRectF pill(lane - width - 10, (top + lowest) / 2 - 12, width, 24);
  for (size_t b = 0; b < scene_->boxes.size(); ++b)
    if (scene_->rect(b).intersects(pill)) return;  // the dotted line speaks for itself
  painter->setPen(QPen(color, 1.2));
  painter->setBrush(theme().color(Token::Raised));
  painter->drawRoundedRect(pill, 6, 6);
  painter->setPen(theme().color(Token::Text));
  painter->drawText(pill, Qt::AlignCenter, text);
}

}  // namespace relaxscope

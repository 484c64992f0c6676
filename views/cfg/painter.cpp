// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cfg/painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "views/cfg/look.h"
#include "views/code/tokens.h"
#include "views/graph/edge_path.h"
#include "views/theme/theme.h"
#include "views/widgets/draw_figure.h"
#include "views/widgets/elide.h"
#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

constexpr double kTextZoom = 0.3;
constexpr double kRadius = 8;

QString percent(double share) {
  if (share > 0 && share < 0.005) return QStringLiteral("<1 %");
  return QString::number(share * 100, 'f', 0) + QStringLiteral(" %");
}

QString wordOf(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::True: return CfgPainter::tr("true");
    case EdgeKind::False: return CfgPainter::tr("false");
    case EdgeKind::Goto: return CfgPainter::tr("goto");
    default: return CfgPainter::tr("next");
  }
}

bool isBranch(EdgeKind kind) { return kind == EdgeKind::True || kind == EdgeKind::False; }

}  // namespace

CfgPainter::CfgPainter(QPainter* painter, const CfgScene& scene, const CfgMarks& marks)
    : painter_(painter), scene_(scene), marks_(marks) {}

void CfgPainter::paint(const QRectF& visible, double zoom) {
  const bool detailed = zoom >= kTextZoom;
  painter_->setRenderHint(QPainter::Antialiasing, detailed);
  if (detailed) detailedEdges(visible);
  else batchedEdges(visible);
  for (size_t b = 0; b < scene_.boxes.size(); ++b)
    if (scene_.rect(b).adjusted(-px(4), -px(4), px(4), px(6)).intersects(visible)) box(b, detailed);
  if (!detailed) return;
  for (size_t e = 0; e < scene_.drawing.edges.size(); ++e)
    if (scene_.edgeBounds[e].adjusted(-px(140), 0, px(140), 0).intersects(visible)) edgeLabel(e);
}

/// Thin lines in one batch.
void CfgPainter::batchedEdges(const QRectF& visible) {
  QVector<QLineF> plain, loops;
  for (size_t e = 0; e < scene_.drawing.edges.size(); ++e) {
    if (!scene_.edgeBounds[e].intersects(visible)) continue;
    const auto& points = scene_.drawing.edges[e];
    for (size_t i = 0; i + 1 < points.size(); ++i)
      (scene_.drawing.back[e] ? loops : plain) << QLineF(points[i].x, points[i].y, points[i + 1].x, points[i + 1].y);
  }
  painter_->setPen(QPen(theme().color(Token::TextThird), 0));
  painter_->drawLines(plain);
  painter_->setPen(QPen(theme().color(Token::LoopEdge), 0));
  painter_->drawLines(loops);
}

/// Highlighted edges are drawn last, on top of the others.
void CfgPainter::detailedEdges(const QRectF& visible) {
  for (const bool highlighted : {false, true})
    for (size_t e = 0; e < scene_.drawing.edges.size(); ++e)
      if (scene_.edgeBounds[e].intersects(visible) && isHighlighted(e) == highlighted) edge(e);
  recursion();
}

void CfgPainter::paintMiniature() {
  painter_->setRenderHint(QPainter::Antialiasing, scene_.boxes.size() < 500);
  painter_->setPen(QPen(theme().color(Token::TextThird), 0));
  QVector<QLineF> lines;
  for (const auto& points : scene_.drawing.edges)
    for (size_t i = 0; i + 1 < points.size(); ++i)
      lines << QLineF(points[i].x, points[i].y, points[i + 1].x, points[i + 1].y);
  painter_->drawLines(lines);
  painter_->setPen(QPen(theme().color(Token::BorderStrong), 0));
  for (size_t b = 0; b < scene_.boxes.size(); ++b) {
    painter_->setBrush(scene_.timed ? theme().heat(scene_.boxes[b].share) : theme().color(Token::Raised));
    painter_->drawRect(scene_.rect(b));
  }
}

bool CfgPainter::isHighlighted(size_t edge) const {
  const CfgEdge& e = scene_.cfg.edges[edge];
  if (marks_.hovered >= 0 && (e.from.value == marks_.hovered || e.to.value == marks_.hovered)) return true;
  const BlockIndex block = scene_.cfg.blockAt(marks_.current);
  return block.valid() && (e.from == block || e.to == block);
}

// --- Boxes ---

void CfgPainter::box(size_t block, bool detailed) {
  const QRectF r = scene_.rect(block);
  const BasicBlock& b = scene_.cfg.blocks[block];
  const bool current = b.begin <= marks_.current && marks_.current < b.end;
  const double share = scene_.boxes[block].share;
  const QColor heat = scene_.timed ? theme().heat(std::min(share, 0.89)) : theme().color(Token::Subtle);
  if (!detailed) {
    painter_->setPen(QPen(theme().color(current ? Token::Accent : Token::BorderStrong), current ? 6 : 0));
    painter_->setBrush(heat);
    painter_->drawRect(r);
    return;
  }
  const double radius = px(kRadius);
  QColor shadow = theme().color(Token::Text);
  shadow.setAlphaF(theme().mode() == Theme::Mode::Dark ? 0.0F : 0.08F);
  painter_->setPen(Qt::NoPen);
  painter_->setBrush(shadow);
  painter_->drawRoundedRect(r.translated(px(2), px(3)), radius, radius);
  painter_->setBrush(theme().color(Token::Raised));
  painter_->drawRoundedRect(r, radius, radius);
  const QRectF head(r.left(), r.top(), r.width(), scene_.metrics.headerHeight);
  painter_->save();
  QPainterPath clip;
  clip.addRoundedRect(r, radius, radius);
  painter_->setClipPath(clip, Qt::IntersectClip);
  painter_->fillRect(head, heat);
  painter_->setPen(QPen(theme().color(Token::Border), 1));
  painter_->drawLine(head.bottomLeft(), head.bottomRight());
  header(block, head);
  body(block, r);
  painter_->restore();
  painter_->setBrush(Qt::NoBrush);
  const bool hovered = marks_.hovered == static_cast<int>(block);
  const Token frame = current ? Token::Accent : hovered ? Token::TextThird : Token::BorderStrong;
  painter_->setPen(QPen(theme().color(frame), current ? 2 : 1));
  painter_->drawRoundedRect(r, radius, radius);
}

void CfgPainter::header(size_t block, const QRectF& header) {
  const CfgBox& box = scene_.boxes[block];
  const BasicBlock& b = scene_.cfg.blocks[block];
  const double padding = scene_.metrics.padding;
  QRectF area = header.adjusted(padding, 0, -padding + px(3), 0);
  const double count = scene_.counts.blocks[block];
  QString note = std::isnan(count) ? QString() : timesText(count);
  if (!scene_.timed)
    note = b.end.value - b.begin.value > 1 ? tr("pc %1–%2").arg(b.begin.value).arg(b.end.value - 1)
                                           : tr("pc %1").arg(b.begin.value);
  if (!b.reachable && block != 0) note = tr("not reached");
  const QFont noteFont = theme().mono(11);
  const double noteWidth = QFontMetricsF(noteFont).horizontalAdvance(note);
  if (scene_.timed) area.setRight(headerTime(box, area) - px(8));
  painter_->setFont(theme().mono(12, 700));
  painter_->setPen(theme().color(scene_.straight ? Token::RoleFunction : Token::RoleLabel));
  const QFontMetricsF metrics(painter_->font());
  const QString title = elided(metrics, box.title, Qt::ElideMiddle, area.width() - noteWidth - px(14));
  painter_->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, title);
  painter_->setFont(noteFont);
  painter_->setPen(theme().color(scene_.timed ? Token::Text : Token::TextThird));
  drawFigure(painter_, area.adjusted(metrics.horizontalAdvance(title) + px(14), 0, 0, 0),
             Qt::AlignLeft | Qt::AlignVCenter, note);
}

/// Time and share of a block, at the right of its header. Returns their left end.
double CfgPainter::headerTime(const CfgBox& box, const QRectF& area) {
  if (box.ns <= 0) return area.right();
  painter_->setFont(theme().mono(11));
  painter_->setPen(theme().color(Token::Text));
  drawFigure(painter_, area.adjusted(area.width() - px(38), 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter,
             percent(box.share));
  const QRectF trough(area.right() - px(72), area.center().y() - px(3), px(32), px(6));
  painter_->setPen(Qt::NoPen);
  painter_->setBrush(theme().color(Token::ShareTrough));
  painter_->drawRoundedRect(trough, px(3), px(3));
  painter_->setBrush(theme().color(Token::Heat4));
  const double filled = std::max(px(2), trough.width() * box.share);
  painter_->drawRoundedRect(QRectF(trough.left(), trough.top(), filled, trough.height()), px(3), px(3));
  const Figure figure = durationFigure(box.ns);
  painter_->setFont(theme().mono(12, 600));
  painter_->setPen(theme().color(Token::Text));
  const QString time = figure.number + u' ' + figure.unit;
  const double width = QFontMetricsF(painter_->font()).horizontalAdvance(time);
  const QRectF cell = area.adjusted(area.width() - px(82) - width - 1, 0, -px(82), 0);
  drawFigure(painter_, cell, Qt::AlignRight | Qt::AlignVCenter, time);
  return cell.left();
}

void CfgPainter::body(size_t block, const QRectF& rect) {
  const CfgBox& box = scene_.boxes[block];
  const double height = scene_.metrics.lineHeight, top = scene_.bodyTop(block);
  const QRectF window = painter_->worldTransform().inverted().mapRect(QRectF(painter_->viewport()));
  const auto first = static_cast<size_t>(std::max(0.0, std::floor((window.top() - top) / height)));
  for (size_t i = first; i < box.lines.size(); ++i) {
    const QRectF area(rect.left(), top + height * double(i), rect.width(), height);
    if (area.top() > window.bottom()) break;
    const CfgLine& each = box.lines[i];
    line(each, area, box, each.first <= marks_.current && marks_.current <= each.last);
  }
}

void CfgPainter::line(const CfgLine& line, const QRectF& rect, const CfgBox& box, bool current) {
  if (current) painter_->fillRect(rect, theme().color(Token::SelectedRow));
  painter_->setFont(theme().mono(11, current ? 700 : 400));
  painter_->setPen(theme().color(current ? Token::Text : Token::TextThird));
  const QString pcs = line.last > line.first ? QStringLiteral("%1–%2").arg(line.first.value).arg(line.last.value)
                                             : QString::number(line.first.value);
  const double pcRight = rect.left() + box.pcWidth;
  drawFigure(painter_, QRectF(rect.left(), rect.top(), pcRight - rect.left(), rect.height()),
             Qt::AlignRight | Qt::AlignVCenter, pcs);
  QRectF area(pcRight + px(12), rect.top(), rect.right() - pcRight - px(22), rect.height());
  if (scene_.timed && (line.ns >= 0 || line.nested)) {
    const Figure figure = durationFigure(line.ns);
    painter_->setPen(theme().color(line.nested ? Token::TextThird : Token::TextSecond));
    if (line.nested) painter_->drawText(area, Qt::AlignRight | Qt::AlignVCenter, tr("nested"));
    else
      drawFigure(painter_, area.adjusted(area.width() - std::max(box.timeWidth, px(60)), 0, 0, 0),
                 Qt::AlignRight | Qt::AlignVCenter, figure.number + u' ' + figure.unit);
  }
  if (scene_.timed) area.setRight(area.right() - px(8) - std::max(box.timeWidth, px(60)));
  if (line.folded.isEmpty()) return code(line, area);
  painter_->setFont(theme().ui(12));
  painter_->setPen(theme().color(Token::TextSecond));
  painter_->drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     elided(QFontMetricsF(painter_->font()), line.folded, Qt::ElideRight, area.width()));
}

/// The instruction of a line, token by token; text that does not fit ends in an ellipsis.
void CfgPainter::code(const CfgLine& line, const QRectF& area) {
  CodeStyle style;
  style.shortNames = true;
  const CodeLine made = codeLine(*scene_.executable, line.first, style);
  painter_->save();
  painter_->setClipRect(area.adjusted(-px(3), 0, px(4), 0), Qt::IntersectClip);
  double x = area.left();
  for (const CodeToken& token : made.tokens) {
    const double width = widths_.of(token.text);
    if (x + width > area.right() + px(2) && &token != &made.tokens.back()) {
      painter_->setPen(theme().color(Token::TextThird));
      painter_->drawText(QRectF(x, area.top(), px(20), area.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         QString(QChar(0x2026)));
      break;
    }
    if (marks_.reg.valid() && token.reg == marks_.reg) {
      painter_->setPen(QPen(theme().color(Token::Accent), 1));
      painter_->setBrush(theme().color(Token::AccentBack));
      const QRectF frame(x - px(2), area.top() + px(1.5), width + px(4), area.height() - px(3));
      painter_->drawRoundedRect(frame, px(3), px(3));
    }
    painter_->setFont(theme().mono(12, token.weight));
    painter_->setPen(theme().color(made.plumbing && token.color == Token::Text ? Token::TextThird : token.color));
    const QFontMetrics metrics = painter_->fontMetrics();
    painter_->drawText(QPointF(x, area.center().y() + (metrics.ascent() - metrics.descent()) / 2.0), token.text);
    x += width;
  }
  painter_->restore();
}

// --- Edges ---

void CfgPainter::arrowHead(QPointF tip, QPointF from, const QColor& color, double size) {
  QPointF d = tip - from;
  const double length = std::hypot(d.x(), d.y());
  if (length < 1e-6) return;
  d /= length;
  const QPointF n(-d.y(), d.x()), base = tip - d * size;
  painter_->setPen(Qt::NoPen);
  painter_->setBrush(color);
  painter_->drawPolygon(QPolygonF({tip, base + n * size * 0.55, base - n * size * 0.55}));
}

void CfgPainter::edge(size_t edge) {
  const auto& points = scene_.drawing.edges[edge];
  if (points.size() < 2) return;
  const EdgeLook look = edgeLook(scene_.cfg.edges[edge], scene_.drawing.back[edge], isHighlighted(edge));
  const double head = px(9) + look.width;
  auto shortened = points;  // the line ends inside its arrow head
  layout::Point& end = shortened.back();
  const layout::Point& before = shortened[shortened.size() - 2];
  const double length = std::hypot(end.x - before.x, end.y - before.y);
  if (length > head) {
    end.x -= (end.x - before.x) / length * (head - 2);
    end.y -= (end.y - before.y) / length * (head - 2);
  }
  painter_->setPen(edgePen(look));
  painter_->setBrush(Qt::NoBrush);
  painter_->drawPath(roundedPath(shortened, px(kRadius)));
  const layout::Point& tip = points.back();
  const layout::Point& from = points[points.size() - 2];
  arrowHead({tip.x, tip.y}, {from.x, from.y}, look.color, head);
}

void CfgPainter::edgeLabel(size_t edge) {
  const auto& points = scene_.drawing.edges[edge];
  if (points.size() < 2) return;
  const CfgEdge& e = scene_.cfg.edges[edge];
  const double count = scene_.counts.edges[edge];
  if (scene_.drawing.back[edge]) loopLabel(edge, count);
  if (scene_.drawing.back[edge] && !isBranch(e.kind)) return;
  QString words = wordOf(e.kind);
  if (!std::isnan(count)) {
    const double source = scene_.counts.blocks[e.from.at()];
    words += QStringLiteral(" · ") + timesText(count);
    if (!std::isnan(source) && source > 0 && isBranch(e.kind)) words += QStringLiteral(" · ") + percent(count / source);
  }
  if (isBranch(e.kind)) {
    const layout::Point &a = points[points.size() - 2], &b = points.back();
    const bool vertical = std::abs(b.y - a.y) > std::abs(b.x - a.x);
    const QPointF at = vertical ? QPointF(b.x + px(10), std::max(a.y + px(14), b.y - px(26)))
                                : QPointF(points[0].x + px(10), points[0].y + px(16));
    return branchBadge(at, e.kind == EdgeKind::True, words);
  }
  if (std::isnan(count) || scene_.straight) return;
  painter_->setFont(theme().ui(11));
  painter_->setPen(theme().color(Token::TextSecond));
  const QFontMetricsF metrics(painter_->font());
  drawFigure(painter_,
             QRectF(points[0].x + px(10), points[0].y + px(20) - metrics.ascent(), metrics.horizontalAdvance(words) + 1,
                    metrics.height()),
             Qt::AlignLeft | Qt::AlignTop, words);
}

/// Rotated label beside the longest vertical segment of an edge that closes a loop.
void CfgPainter::loopLabel(size_t edge, double count) {
  const auto& points = scene_.drawing.edges[edge];
  size_t longest = 0;
  for (size_t i = 0; i + 1 < points.size(); ++i)
    if (std::abs(points[i + 1].y - points[i].y) > std::abs(points[longest + 1].y - points[longest].y)) longest = i;
  const QString text = std::isnan(count) ? tr("loop") : tr("loop · %1").arg(timesText(count));
  painter_->save();
  painter_->translate(points[longest].x - px(8), (points[longest].y + points[longest + 1].y) / 2);
  painter_->rotate(-90);
  painter_->setFont(theme().ui(11, 600));
  painter_->setPen(theme().color(Token::LoopEdge));
  const double width = painter_->fontMetrics().horizontalAdvance(text);
  const QFontMetricsF metrics(painter_->font());
  drawFigure(painter_, QRectF(-width / 2, -metrics.ascent(), width + 1, metrics.height()), Qt::AlignLeft | Qt::AlignTop,
             text);
  painter_->restore();
}

/// The pill-shaped badge of a branch: a disc (filled T, hollow F), then the words.
void CfgPainter::branchBadge(QPointF left, bool isTrue, const QString& words) {
  const QFont font = theme().ui(11, 600);
  const double height = px(20), width = px(28) + QFontMetricsF(font).horizontalAdvance(words) + px(10);
  const QRectF pill(left.x(), left.y() - height / 2, width, height);
  const QColor color = theme().color(isTrue ? Token::TextSecond : Token::Accent);
  painter_->setBrush(theme().color(Token::Panel));
  QPen frame(color, 1);
  if (!isTrue) frame.setStyle(Qt::DashLine);
  painter_->setPen(frame);
  painter_->drawRoundedRect(pill, height / 2, height / 2);
  const QRectF disc(pill.left() + px(4), pill.center().y() - px(6.5), px(13), px(13));
  painter_->setPen(QPen(color, 1.3));
  painter_->setBrush(isTrue ? QBrush(color) : QBrush(Qt::NoBrush));
  painter_->drawEllipse(disc);
  painter_->setFont(theme().ui(9, 700));
  painter_->setPen(isTrue ? theme().color(Token::Panel) : color);
  painter_->drawText(disc, Qt::AlignCenter, isTrue ? QStringLiteral("T") : QStringLiteral("F"));
  painter_->setFont(font);
  painter_->setPen(theme().color(Token::Text));
  drawFigure(painter_, pill.adjusted(px(22), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, words);
}

/// Recursive calls: dotted lines from the right of the call, above all blocks, into the entry block.
void CfgPainter::recursion() {
  if (scene_.recursive.empty()) return;
  const QRectF entry = scene_.rect(0);
  const double lane = scene_.drawing.width + px(14), top = entry.top() - px(18), x = entry.center().x();
  const QColor color = theme().color(Token::RecursionEdge);
  QPen pen(color, 1.8, Qt::CustomDashLine, Qt::RoundCap, Qt::RoundJoin);
  pen.setDashPattern({1, 1.8});
  double lowest = top;
  for (const InstrIndex pc : scene_.recursive) {
    const BlockIndex block = scene_.cfg.blockAt(pc);
    if (!block.valid()) continue;
    const CfgBox& box = scene_.boxes[block.at()];
    const size_t line = std::min(box.lineOf(pc), box.lines.empty() ? 0 : box.lines.size() - 1);
    const double y = scene_.lineY(block.at(), line), right = scene_.rect(block.at()).right();
    painter_->setPen(pen);
    painter_->setBrush(Qt::NoBrush);
    painter_->drawPath(
        roundedPath({{right, y}, {lane, y}, {lane, top}, {x, top}, {x, entry.top() - px(8)}}, px(kRadius)));
    arrowHead({x, entry.top()}, {x, top}, color, px(11));
    lowest = std::max(lowest, y);
  }
  recursionLabel(lane, top, lowest, color);
}

void CfgPainter::recursionLabel(double lane, double top, double lowest, const QColor& color) {
  double calls = 0;
  for (const InstrIndex pc : scene_.recursive) {
    const BlockIndex block = scene_.cfg.blockAt(pc);
    if (block.valid() && !std::isnan(scene_.counts.blocks[block.at()])) calls += scene_.counts.blocks[block.at()];
  }
  const QString text = scene_.timed ? tr("recursive call · %1").arg(timesText(calls)) : tr("recursive call");
  painter_->setFont(theme().ui(11, 600));
  const double width = painter_->fontMetrics().horizontalAdvance(text) + px(20);
  const QRectF pill(lane - width - px(10), (top + lowest) / 2 - px(12), width, px(24));
  for (size_t b = 0; b < scene_.boxes.size(); ++b)
    if (scene_.rect(b).intersects(pill)) return;  // no room; the dotted line suffices
  painter_->setPen(QPen(color, 1.2));
  painter_->setBrush(theme().color(Token::Raised));
  painter_->drawRoundedRect(pill, px(6), px(6));
  painter_->setPen(theme().color(Token::Text));
  drawFigure(painter_, pill, Qt::AlignCenter, text);
}

}  // namespace relaxscope

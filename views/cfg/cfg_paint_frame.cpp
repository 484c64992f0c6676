// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over the graph: the chip with the function's name, the legend, the minimap.
#include <QPainter>

#include <algorithm>

#include "views/cfg/canvas.h"
#include "views/cfg/look.h"
#include "views/widgets/elide.h"

namespace relaxscope {
namespace {

const Theme& theme() { return *Theme::instance(); }

struct LegendItem {
  QString text;
  EdgeLook look;
  char letter;
};

/// A sample of an edge, with the letter of a branch on it.
void paintSample(QPainter* painter, QPointF left, const LegendItem& item) {
  painter->setPen(edgePen(item.look));
  painter->drawLine(left, left + QPointF(theme().px(30), 0));
  if (item.letter == 0) return;
  const bool filled = item.letter == 'T';
  const QRectF disc(left.x() + theme().px(9), left.y() - 6, 12, 12);
  painter->setPen(QPen(item.look.color, 1.3));
  painter->setBrush(filled ? item.look.color : theme().color(Token::Raised));
  painter->drawEllipse(disc);
  const QFont font = painter->font();
  QFont letter = theme().ui(11, 700);
  letter.setPixelSize(8);
  painter->setFont(letter);
  painter->setPen(filled ? theme().color(Token::Panel) : item.look.color);
  painter->drawText(disc, Qt::AlignCenter, QString(QLatin1Char(item.letter)));
  painter->setFont(font);
}

}  // namespace

void CfgCanvas::paintTitle(QPainter* painter) const {
  if (name_.isEmpty()) return;
  painter->setFont(theme().mono(12, 600));
  const QString name = elided(painter->fontMetrics(), name_, Qt::ElideMiddle, width() / 3);
  const double nameWidth = painter->fontMetrics().horizontalAdvance(name);
  const double restWidth = QFontMetricsF(theme().ui(12)).horizontalAdvance(rest_);
  const int h = theme().px(28);
  const QRectF box(theme().px(12), theme().px(12),
                   std::min<double>(nameWidth + restWidth + theme().px(22), width() - theme().px(80)), h);
  painter->setPen(QPen(theme().color(Token::Border), 1));
  painter->setBrush(theme().color(Token::Raised));
  painter->drawRoundedRect(box, theme().px(6), theme().px(6));
  painter->setPen(theme().color(Token::RoleFunction));
  painter->drawText(box.adjusted(theme().px(10), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, name);
  painter->setFont(theme().ui(12));
  painter->setPen(theme().color(Token::TextSecond));
  const QRectF rest = box.adjusted(theme().px(11) + nameWidth, 0, -theme().px(8), 0);
  painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                    elided(painter->fontMetrics(), rest_, Qt::ElideRight, static_cast<int>(rest.width())));
}

void CfgCanvas::paintLegend(QPainter* painter) const {
  CfgEdge taken, other, next;
  taken.kind = EdgeKind::True;
  other.kind = EdgeKind::False;
  next.kind = EdgeKind::Next;
  std::vector<LegendItem> items{{tr("true"), edgeLook(taken, false, false), 'T'},
                                {tr("false"), edgeLook(other, false, false), 'F'},
                                {tr("goto, next"), edgeLook(next, false, false), 0}};
  const auto& back = scene_->drawing.back;
  if (std::find(back.begin(), back.end(), true) != back.end())
    items.push_back({tr("loop"), edgeLook(next, true, false), 0});
  if (!scene_->recursive.empty())
    items.push_back({tr("call to itself"), {theme().color(Token::RecursionEdge), 1.8, Qt::DotLine}, 0});
  const QFont font = theme().ui(11);
  const QFontMetricsF metrics(font);
  double total = theme().px(8);
  for (const LegendItem& item : items) total += theme().px(54) + metrics.horizontalAdvance(item.text);
  if (scene_->timed) total += theme().px(170);
  const int h = theme().px(30);
  const double y = height() - theme().px(12) - h / 2.0;
  const QRectF frame(theme().px(12), y - h / 2.0, total, h);
  if (frame.right() > minimapRect().left() - theme().px(8)) return;  // too narrow a view: the lines explain themselves
  painter->setPen(QPen(theme().color(Token::Border), 1));
  painter->setBrush(theme().color(Token::Raised));
  painter->drawRoundedRect(frame, theme().px(6), theme().px(6));
  painter->setFont(font);
  double x = theme().px(24);
  const double baseline = y + metrics.ascent() / 2 - 1;
  for (const LegendItem& item : items) {
    paintSample(painter, {x, y}, item);
    painter->setPen(theme().color(Token::Text));
    painter->drawText(QPointF(x + theme().px(38), baseline), item.text);
    x += theme().px(54) + metrics.horizontalAdvance(item.text);
  }
  if (!scene_->timed) return;
  painter->drawText(QPointF(x, baseline), tr("time"));
  x += metrics.horizontalAdvance(tr("time")) + theme().px(6);
  for (int i = 0; i < 5; ++i) {
    painter->setPen(QPen(theme().color(Token::Border), 1));
    painter->setBrush(theme().color(static_cast<Token>(static_cast<int>(Token::Heat0) + i)));
    painter->drawRect(QRectF(x, y - 5, theme().px(13), 10));
    x += theme().px(13);
  }
  painter->setPen(theme().color(Token::Text));
  painter->drawText(QPointF(x + theme().px(6), baseline), QStringLiteral("0–100 %"));
}

void CfgCanvas::paintMinimap(QPainter* painter) {
  const QRectF frame = minimapRect();
  if (frame.isEmpty()) return;
  const QRectF inner = frame.adjusted(5, 5, -5, -5), bounds = sceneBounds();
  const double scale = std::min(inner.width() / bounds.width(), inner.height() / bounds.height());
  const double ratio = devicePixelRatioF();
  if (minimap_.isNull()) {
    minimap_ = QPixmap((inner.size() * ratio).toSize());
    minimap_.setDevicePixelRatio(ratio);
    minimap_.fill(theme().color(Token::AccentBack));
    QPainter p(&minimap_);
    p.setRenderHint(QPainter::Antialiasing, scene_->boxes.size() < 500);
    p.scale(scale, scale);
    p.translate(-bounds.topLeft());
    p.setPen(QPen(theme().color(Token::TextThird), 0));
    QVector<QLineF> lines;
    for (const auto& line : scene_->drawing.edges)
      for (size_t i = 0; i + 1 < line.size(); ++i) lines << QLineF(line[i].x, line[i].y, line[i + 1].x, line[i + 1].y);
    p.drawLines(lines);
    p.setPen(QPen(theme().color(Token::BorderStrong), 0));
    for (size_t b = 0; b < scene_->boxes.size(); ++b) {
      p.setBrush(scene_->timed ? theme().heat(scene_->boxes[b].share) : theme().color(Token::Raised));
      p.drawRect(scene_->rect(b));
    }
  }
  painter->setPen(QPen(theme().color(Token::Border), 1));
  painter->setBrush(theme().color(Token::Raised));
  painter->drawRoundedRect(frame, 6, 6);
  painter->drawPixmap(inner.topLeft(), minimap_);
  QRectF view(toScene({0, 0}), toScene({double(width()), double(height())}));
  view = QRectF(inner.topLeft() + (view.topLeft() - bounds.topLeft()) * scale, view.size() * scale).intersected(inner);
  painter->setPen(QPen(theme().color(Token::Accent), 1.5));
  painter->setBrush(Qt::NoBrush);
  painter->drawRect(view);
}

}  // namespace relaxscope

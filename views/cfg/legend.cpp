// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cfg/legend.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <vector>

#include "views/cfg/look.h"
#include "views/cfg/scene.h"
#include "views/theme/theme.h"

namespace relaxscope {
namespace {

struct LegendText {
  Q_DECLARE_TR_FUNCTIONS(CfgLegend)
};

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
  const int side = theme().px(12);
  const QRectF disc(left.x() + theme().px(9), left.y() - side / 2.0, side, side);
  painter->setPen(QPen(item.look.color, 1.3));
  painter->setBrush(filled ? item.look.color : theme().color(Token::Raised));
  painter->drawEllipse(disc);
  const QFont font = painter->font();
  painter->setFont(theme().ui(8, 700));
  painter->setPen(filled ? theme().color(Token::Panel) : item.look.color);
  painter->drawText(disc, Qt::AlignCenter, QString(QLatin1Char(item.letter)));
  painter->setFont(font);
}

std::vector<LegendItem> itemsOf(const CfgScene& scene) {
  CfgEdge taken, other, next;
  taken.kind = EdgeKind::True;
  other.kind = EdgeKind::False;
  next.kind = EdgeKind::Next;
  std::vector<LegendItem> items{{LegendText::tr("true"), edgeLook(taken, false, false), 'T'},
                                {LegendText::tr("false"), edgeLook(other, false, false), 'F'},
                                {LegendText::tr("goto, next"), edgeLook(next, false, false), 0}};
  const auto& back = scene.drawing.back;
  if (std::find(back.begin(), back.end(), true) != back.end())
    items.push_back({LegendText::tr("loop"), edgeLook(next, true, false), 0});
  if (!scene.recursive.empty())
    items.push_back({LegendText::tr("call to itself"), {theme().color(Token::RecursionEdge), 1.8, Qt::DotLine}, 0});
  return items;
}

/// The five heat steps, starting at `x`.
void paintHeat(QPainter* painter, double x, double y, double baseline) {
  const QString name = LegendText::tr("time per run");
  painter->drawText(QPointF(x, baseline), name);
  x += QFontMetricsF(painter->font()).horizontalAdvance(name) + theme().px(6);
  for (int i = 0; i < 5; ++i) {
    painter->setPen(QPen(theme().color(Token::Border), 1));
    painter->setBrush(theme().color(static_cast<Token>(static_cast<int>(Token::Heat0) + i)));
    painter->drawRect(QRectF(x, y - theme().px(5), theme().px(13), theme().px(10)));
    x += theme().px(13);
  }
  painter->setPen(theme().color(Token::Text));
  painter->drawText(QPointF(x + theme().px(6), baseline), QStringLiteral("0–100 %"));
}

}  // namespace

void paintCfgLegend(QPainter* painter, const CfgScene& scene, const QRectF& area) {
  const std::vector<LegendItem> items = itemsOf(scene);
  const QFont font = theme().ui(11);
  const QFontMetricsF metrics(font);
  double total = theme().px(8);
  for (const LegendItem& item : items) total += theme().px(54) + metrics.horizontalAdvance(item.text);
  if (scene.timed) total += theme().px(130) + metrics.horizontalAdvance(LegendText::tr("time per run"));
  const int h = theme().px(30);
  const double y = area.bottom() - theme().px(12) - h / 2.0;
  const QRectF frame(area.left() + theme().px(12), y - h / 2.0, total, h);
  if (frame.right() > area.right()) return;
  painter->setPen(QPen(theme().color(Token::Border), 1));
  painter->setBrush(theme().color(Token::Raised));
  painter->drawRoundedRect(frame, theme().px(6), theme().px(6));
  painter->setFont(font);
  double x = frame.left() + theme().px(12);
  const double baseline = y + metrics.ascent() / 2 - 1;
  for (const LegendItem& item : items) {
    paintSample(painter, {x, y}, item);
    painter->setPen(theme().color(Token::Text));
    painter->drawText(QPointF(x + theme().px(38), baseline), item.text);
    x += theme().px(54) + metrics.horizontalAdvance(item.text);
  }
  if (scene.timed) paintHeat(painter, x, y, baseline);
}

}  // namespace relaxscope

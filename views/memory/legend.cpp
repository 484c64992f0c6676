// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/legend.h"

#include <QCoreApplication>
#include <QPainter>

#include <functional>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

struct MemoryLegend {
  Q_DECLARE_TR_FUNCTIONS(MemoryLegend)
};

class LegendPainter {
 public:
  LegendPainter(QPainter* painter, const QRect& area) : painter_(painter), area_(area), x_(area.left() + 8) {}

  void entry(const QString& text, const std::function<void(const QRectF&)>& sign) {
    const Theme* theme = Theme::instance();
    painter_->setFont(theme->ui(11));
    const int wide = painter_->fontMetrics().horizontalAdvance(text), sample = theme->px(16);
    if (full_ || x_ + sample + theme->px(6) + wide > area_.right()) {
      full_ = true;
      return;
    }
    painter_->setRenderHint(QPainter::Antialiasing, true);
    sign(QRectF(x_, area_.center().y() - theme->px(5), sample, theme->px(11)));
    painter_->setRenderHint(QPainter::Antialiasing, false);
    painter_->setPen(theme->color(Token::TextSecond));
    x_ += sample + theme->px(6);
    painter_->drawText(QRect(x_, area_.top(), wide + 1, area_.height()), Qt::AlignVCenter | Qt::TextSingleLine, text);
    x_ += wide + theme->px(18);
  }
  void box(const QString& text, CallKind kind, bool hatched) {
    entry(text, [this, kind, hatched](const QRectF& rect) {
      const CallColors colors = Theme::instance()->call(kind);
      painter_->setPen(QPen(colors.edge, 1));
      painter_->setBrush(colors.fill);
      painter_->drawRoundedRect(rect, 2, 2);
      if (hatched) paintHatch(painter_, rect.adjusted(1, 1, -1, -1), Theme::instance()->color(Token::BorderStrong));
    });
  }
  void line(const QString& text, Token ink, bool dashed) {
    entry(text, [this, ink, dashed](const QRectF& rect) {
      QPen pen(Theme::instance()->color(ink), 1.6);
      if (dashed) pen.setDashPattern({4, 3});
      painter_->setPen(pen);
      painter_->drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
    });
  }
  void cross(const QString& text) {
    entry(text, [this](const QRectF& rect) {
      painter_->setPen(QPen(Theme::instance()->color(Token::TextSecond), 1.3));
      const QPointF c = rect.center();
      painter_->drawLine(c + QPointF(-3, -3), c + QPointF(3, 3));
      painter_->drawLine(c + QPointF(-3, 3), c + QPointF(3, -3));
    });
  }
  void arrow(const QString& text) {
    entry(text, [this](const QRectF& rect) {
      const QColor ink = Theme::instance()->color(Token::RoleFunction);
      painter_->setPen(QPen(ink, 1.6));
      painter_->setBrush(Qt::NoBrush);
      painter_->drawArc(rect.adjusted(1, 2, -3, 6), 20 * 16, 140 * 16);
      painter_->setBrush(ink);
      painter_->setPen(Qt::NoPen);
      const QPointF tip(rect.right(), rect.center().y() + 2);
      painter_->drawPolygon(QPolygonF{tip, tip + QPointF(-6, -3), tip + QPointF(-4, 4)});
    });
  }
  void circle(const QString& text) {
    entry(text, [this](const QRectF& rect) {
      painter_->setPen(QPen(Theme::instance()->color(Token::RoleImmediate), 1.5));
      painter_->setBrush(Theme::instance()->color(Token::Panel));
      painter_->drawEllipse(rect.center(), 3, 3);
    });
  }

 private:
  QPainter* painter_;
  QRect area_;
  int x_;
  bool full_ = false;
};

}  // namespace

void paintMemoryLegend(QPainter* painter, const MemoryScene& scene, const QRect& area) {
  LegendPainter legend(painter, area);
  if (scene.showsRegisters) {
    legend.box(MemoryLegend::tr("value needed"), CallKind::Kernel, false);
    legend.box(MemoryLegend::tr("parameter"), CallKind::VmFunction, false);
    legend.line(MemoryLegend::tr("registers needed at once"), Token::Accent, false);
    return;
  }
  legend.box(MemoryLegend::tr("tensor alive"), CallKind::Kernel, false);
  legend.box(MemoryLegend::tr("storage held, no tensor"), CallKind::Check, true);
  legend.line(MemoryLegend::tr("live bytes, planned"), Token::Accent, false);
  legend.line(MemoryLegend::tr("no reuse"), Token::RoleImmediate, true);
  if (scene.showsMeasured && scene.measured && !scene.measured->points.empty())
    legend.circle(scene.isScaled ? MemoryLegend::tr("measured, scaled to these sizes")
                                 : MemoryLegend::tr("as measured"));
  legend.cross(MemoryLegend::tr("register dropped"));
  legend.arrow(MemoryLegend::tr("storage reused"));
}

}  // namespace relaxscope

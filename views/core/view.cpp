// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/view.h"

#include <QPainter>

#include "views/core/comparison.h"

namespace relaxscope {

void View::setId(ViewId id) {
  id_ = id;
  setObjectName(QStringLiteral("view.") + QLatin1String(viewName(id)));
}

void View::renderAll(QPainter* painter, const QSize& target) {
  // For views whose content fits the widget: renders the widget, scaled to fit.
  if (width() <= 0 || height() <= 0) return;
  const double scale = std::min(target.width() / double(width()), target.height() / double(height()));
  painter->save();
  painter->scale(scale, scale);
  render(painter, QPoint(), QRegion(), QWidget::DrawWindowBackground | QWidget::DrawChildren);
  painter->restore();
}

bool PairView::hasStep(bool backwards) const { return comparison_->neighbour(backwards) >= 0; }

void PairView::step(bool backwards) { comparison_->step(backwards); }

}  // namespace relaxscope

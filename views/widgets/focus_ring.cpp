// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/focus_ring.h"

#include <QFocusEvent>
#include <QPainter>
#include <QWidget>

#include "views/theme/theme.h"

namespace relaxscope {

FocusRing::FocusRing(QWidget* widget, QWidget* surface) : QObject(widget), surface_(surface) {
  widget->installEventFilter(this);
}

void FocusRing::paint(QPainter* painter) const {
  if (!shown_) return;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing, false);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(Theme::instance()->color(Token::Accent), 2));
  painter->drawRect(surface_->rect().adjusted(1, 1, -1, -1));
  painter->restore();
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
    const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
    shown_ = event->type() == QEvent::FocusIn && (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason);
    surface_->update();
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/focus_frame.h"

#include <QApplication>
#include <QChildEvent>
#include <QPainter>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

constexpr int kWidth = 2;  // logical pixels

}  // namespace

FocusFrame::FocusFrame(QWidget* over) : QWidget(over) {
  setObjectName(QStringLiteral("focusFrame"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  over->installEventFilter(this);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
  connect(Theme::instance(), &Theme::changed, this, [this] {
    cover();
    update();
  });
  follow(QApplication::focusWidget());
}

void FocusFrame::follow(const QWidget* focus) {
  const bool inside = focus != nullptr && (focus == parentWidget() || parentWidget()->isAncestorOf(focus));
  if (inside) cover();
  setVisible(inside);
}

/// Only the frame itself, so that what is inside is not painted again with it.
void FocusFrame::cover() {
  const int width = Theme::instance()->px(kWidth);
  setGeometry(parentWidget()->rect());
  setMask(QRegion(rect()).subtracted(rect().adjusted(width, width, -width, -width)));
  raise();
}

bool FocusFrame::eventFilter(QObject* watched, QEvent* event) {
  if (watched != parentWidget()) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::Resize) cover();
  else if (event->type() == QEvent::ChildAdded && static_cast<QChildEvent*>(event)->child() != this) raise();
  return false;
}

void FocusFrame::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), Theme::instance()->color(Token::Accent)); }

}  // namespace relaxscope

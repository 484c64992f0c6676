// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/bar.h"

#include <QPainter>
#include <QToolButton>

namespace relaxscope {

Bar::Bar(const char* name, Token back, int height, QWidget* parent) : QWidget(parent), back_(back) {
  setObjectName(QLatin1String(name));
  setFixedHeight(Theme::instance()->px(height));
}

void Bar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(back_));
  painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance()->color(Token::Border));
}

QToolButton* barButton(QAction* action, const char* name, QWidget* parent) {
  const Theme* theme = Theme::instance();
  auto* button = new QToolButton(parent);
  button->setObjectName(QLatin1String(name));
  button->setDefaultAction(action);
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  button->setIconSize(QSize(theme->px(16), theme->px(16)));
  button->setFixedSize(theme->px(32), theme->px(32));
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
// The row above the plot: the run selector and the minimap on the panel's background, with a line below.
#pragma once

#include <QHBoxLayout>
#include <QPainter>
#include <QWidget>

#include "views/theme/theme.h"

namespace relaxscope {

class TimelineHead : public QWidget {
 public:
  TimelineHead(QWidget* runs, QWidget* minimap, QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 1);
    row->setSpacing(0);
    row->addWidget(runs);
    row->addWidget(minimap, 1);
  }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
    painter.setPen(Theme::instance()->color(Token::Border));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
  }
};

}  // namespace relaxscope

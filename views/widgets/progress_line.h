// SPDX-License-Identifier: GPL-3.0-or-later
// The 2 px indeterminate progress bar under the tab of a busy document.
#pragma once

#include <QPainter>
#include <QTimer>
#include <QWidget>

#include "views/theme/theme.h"

namespace relaxscope {

class ProgressLine : public QWidget {
 public:
  explicit ProgressLine(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("progressLine"));
    setFixedHeight(2);
    connect(&timer_, &QTimer::timeout, this, [this] {
      phase_ = (phase_ + 1) % kSteps;
      update();
    });
  }
  void setActive(bool active) {
    if (active == timer_.isActive()) return;
    active ? timer_.start(33) : timer_.stop();
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
    if (!timer_.isActive()) return;
    const int part = width() / 4;
    painter.fillRect(QRect((width() + part) * phase_ / kSteps - part, 0, part, height()),
                     Theme::instance()->color(Token::Accent));
  }

 private:
  static constexpr int kSteps = 45;
  QTimer timer_;
  int phase_ = 0;
};

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a run's time as one stacked bar with a legend below.
#pragma once

#include <QWidget>

#include <vector>

#include "vmcore/model/builtin.h"

namespace relaxscope {

class RunBar : public QWidget {
  Q_OBJECT
 public:
  struct Part {
    CallKind kind;
    QString name;
    double ns;
    double share;
  };
  RunBar(std::vector<Part> parts, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<Part> parts_;
};

}  // namespace relaxscope

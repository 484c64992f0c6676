// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the import tree.
#pragma once

#include <QAbstractButton>

#include "vmcore/model/executable.h"

namespace relaxscope {

struct TreeLine {
  int depth;
  QString icon, text, detail;
  ModuleIndex module;
  bool last;
};

class TreeRow : public QAbstractButton {
  Q_OBJECT
 public:
  TreeRow(const TreeLine& line, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  TreeLine line_;
};

}  // namespace relaxscope

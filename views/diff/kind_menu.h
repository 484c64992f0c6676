// SPDX-License-Identifier: GPL-3.0-or-later
// The menu that hides and shows kinds of change; lists the kinds that occur, with their counts.
#pragma once

#include <QMenu>

#include "views/core/comparison.h"

namespace relaxscope {

class KindMenu : public QMenu {
  Q_OBJECT
 public:
  KindMenu(Comparison* comparison, QWidget* parent);

 private:
  void fill();
  void toggle(ChangeKind kind, bool shown);
  Comparison* comparison_;
};

}  // namespace relaxscope

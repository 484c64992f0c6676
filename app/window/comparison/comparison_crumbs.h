// SPDX-License-Identifier: GPL-3.0-or-later
// The breadcrumb of a pair: old, new, function, difference. A click on a side opens its file.
#pragma once

#include "views/core/comparison.h"
#include "views/widgets/crumb_bar.h"

namespace relaxscope {

class ComparisonCrumbs : public CrumbBar {
  Q_OBJECT
 public:
  ComparisonCrumbs(Comparison* comparison, QWidget* parent);

 signals:
  void sideClicked(relaxscope::Side side);

 protected:
  void rebuild() override;

 private:
  Comparison* comparison_;
};

}  // namespace relaxscope

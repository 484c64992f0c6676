// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison/comparison_crumbs.h"

#include <QLocale>
#include <QPushButton>

namespace relaxscope {

ComparisonCrumbs::ComparisonCrumbs(Comparison* comparison, QWidget* parent)
    : CrumbBar(QStringLiteral("breadcrumb"), parent), comparison_(comparison) {
  connect(comparison_, &Comparison::dataChanged, this, &ComparisonCrumbs::rebuild);
  connect(comparison_, &Comparison::placeChanged, this, &ComparisonCrumbs::rebuild);
  connect(comparison_, &Comparison::diffChanged, this, &ComparisonCrumbs::rebuild);
  rebuild();
}

void ComparisonCrumbs::rebuild() {
  clear();
  const auto diff = comparison_->diff();
  const DiffPlace& place = comparison_->place();
  const bool hasFunction = diff && place.pair < diff->functions.size();
  const int current = comparison_->current();
  for (const Side side : {Side::Old, Side::New}) {
    const bool last = side == Side::New && !hasFunction;
    addPart(comparison_->name(side), false, last, [this, side] {
      emit sideClicked(side);
    })->setToolTip(comparison_->document(side)->data().path);
  }
  if (hasFunction) {
    const FunctionPair& pair = diff->functions[place.pair];
    addPart(comparison_->functionName(pair), true, current < 0,
            [this, pair = place.pair] { comparison_->select({pair, 0}); });
  }
  if (current >= 0) {
    const QLocale locale;
    addPart(tr("difference %1 of %2")
                .arg(locale.toString(current + 1),
                     locale.toString(static_cast<qulonglong>(comparison_->differences().size()))),
            false, true,
            [this, current] { comparison_->select(comparison_->differences()[static_cast<size_t>(current)].place()); });
  }
  addStretch();
}

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/kind_menu.h"

#include <array>

#include "views/diff/change_texts.h"

namespace relaxscope {
namespace {

/// Changes of the listings by kind; those of constants and kernels have tables.
std::array<int64_t, kChangeKinds> countKinds(const ExecutableDiff& diff) {
  std::array<int64_t, kChangeKinds> counts{};
  for (const FunctionPair& pair : diff.functions) {
    for (const Change& change : pair.changes) ++counts[static_cast<size_t>(change.kind)];
    if (!pair.changes.empty()) continue;
    if (pair.state == PairState::Added) ++counts[static_cast<size_t>(ChangeKind::FunctionAdded)];
    if (pair.state == PairState::Removed) ++counts[static_cast<size_t>(ChangeKind::FunctionRemoved)];
  }
  return counts;
}

}  // namespace

KindMenu::KindMenu(Comparison* comparison, QWidget* parent) : QMenu(parent), comparison_(comparison) {
  setObjectName(QStringLiteral("diff.kinds"));
  setToolTipsVisible(true);
  connect(this, &QMenu::aboutToShow, this, &KindMenu::fill);
}

void KindMenu::fill() {
  clear();
  const auto diff = comparison_->diff();
  if (!diff) return;
  QAction* all = addAction(tr("All kinds"), this, [this] { comparison_->setHiddenKinds({}); });
  all->setObjectName(QStringLiteral("diff.kinds.all"));
  all->setEnabled(comparison_->hiddenKinds().any());
  addSeparator();
  const auto counts = countKinds(*diff);
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const auto kind = static_cast<ChangeKind>(i);
    QAction* action = addAction(kindText(kind) + QLatin1Char('\t') + countText(counts[i]));
    action->setObjectName(QStringLiteral("diff.kinds.") + QLatin1String(changeKindName(kind)));
    action->setToolTip(kindHelp(kind));
    action->setCheckable(true);
    action->setChecked(!comparison_->hiddenKinds().test(i));
    connect(action, &QAction::toggled, this, [this, kind](bool shown) { toggle(kind, shown); });
  }
}

void KindMenu::toggle(ChangeKind kind, bool shown) {
  KindSet hidden = comparison_->hiddenKinds();
  hidden.set(static_cast<size_t>(kind), !shown);
  comparison_->setHiddenKinds(hidden);
}

}  // namespace relaxscope

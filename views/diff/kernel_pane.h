// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the selected kernel that differ: machine code, or sources for a device, one side below the other.
#pragma once

#include <QPlainTextEdit>

#include "views/core/comparison.h"
#include "views/core/latest_task.h"
#include "views/theme/theme.h"
#include "vmcore/analysis/diff/kernel_text.h"

namespace relaxscope {

class DiffKernelPane : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit DiffKernelPane(QWidget* parent);
  /// Null: no kernel is selected. The lines are computed while it is visible.
  void show(const std::shared_ptr<const ExecutableDiff>& diff, const DiffSide& old, const DiffSide& now,
            const KernelPair* pair);
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void compute();
  void render();
  void write(const QString& text, Token ink, Token back, int weight = 400);
  void writePart(const KernelTextPart& part);

  std::shared_ptr<const ExecutableDiff> diff_;  ///< keeps pair_
  DiffSide old_, now_;
  const KernelPair* pair_ = nullptr;
  bool stale_ = false;
  std::optional<KernelTextDiff> made_;
  LatestTask task_;
};

}  // namespace relaxscope

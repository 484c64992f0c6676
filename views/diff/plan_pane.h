// SPDX-License-Identifier: GPL-3.0-or-later
// Both memory plans of a function below each other, on one scale: storages over instructions, live bytes, the peaks.
#pragma once

#include <QAbstractScrollArea>

#include "views/core/latest_task.h"
#include "views/diff/plans.h"

namespace relaxscope {

class DiffPlanPane : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit DiffPlanPane(QWidget* parent);
  /// Computed while it is visible; the previous plans stay until then.
  void setPair(const DiffTablesInput& input, uint32_t pair, const QString& oldName, const QString& nowName);
  [[nodiscard]] const DiffPlans* plans() const { return plans_ ? &*plans_ : nullptr; }
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }
  /// A storage: its side and row; nothing elsewhere.
  struct Hit {
    Side side = Side::Old;
    size_t storage = 0;
  };
  [[nodiscard]] std::optional<Hit> hitAt(QPoint pos) const;
  /// What is known of a storage, a line each.
  [[nodiscard]] QStringList readout(const Hit& hit) const;

 signals:
  void chosen(uint32_t row);  ///< of the pair: the allocation of a storage was clicked

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  void compute();
  void updateRange();

  DiffTablesInput input_;
  uint32_t pair_ = 0;
  QString oldName_, nowName_;
  bool stale_ = false;  ///< the plans are of another pair
  std::optional<DiffPlans> plans_;
  LatestTask task_;
};

}  // namespace relaxscope

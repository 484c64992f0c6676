// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of two memory plans below each other are, and how they are drawn.
#pragma once

#include <QCoreApplication>
#include <QRect>

#include "views/axis/window.h"
#include "views/diff/plans.h"

class QPainter;

namespace relaxscope {

/// One plan from top to bottom.
struct DiffPlanPart {
  QRect head, rows, curve;  ///< of the plot, right of the names
  int rowHeight = 1;
  [[nodiscard]] QRect row(size_t storage) const {
    return {rows.left(), rows.top() + static_cast<int>(storage) * rowHeight, rows.width(), rowHeight};
  }
};
struct DiffPlanLayout {
  std::array<DiffPlanPart, 2> parts;  ///< by Side
  int names = 0;                      ///< width of the column left of the plot
  int height = 0;
  [[nodiscard]] const DiffPlanPart& of(Side side) const { return parts[static_cast<size_t>(side)]; }
};
/// Moved up by `scrolled`. Storages beyond kMostRows of a side are left out.
DiffPlanLayout layOutPlans(const DiffPlans& plans, int width, int scrolled);
inline constexpr size_t kMostPlanRows = 10'000;

class DiffPlanPainter {
  Q_DECLARE_TR_FUNCTIONS(DiffPlanPainter)
 public:
  /// `visible`: what is painted.
  DiffPlanPainter(QPainter* painter, const DiffPlans& plans, const DiffPlanLayout& layout, const QRect& visible);
  void paint(Side side, const QString& file);
  /// "peak 384 B at pc 5 · 3 storages, 448 B".
  [[nodiscard]] static QString figures(const DiffPlan& plan);

 private:
  [[nodiscard]] double x(const DiffPlan& plan, int64_t pc, const QRect& area) const;
  void head(Side side, const QString& file);
  void storage(const DiffPlan& plan, size_t at, const QRect& cell);
  void tensors(const DiffPlan& plan, size_t at, const QRectF& box);
  void name(const DiffPlan& plan, size_t at, const QRect& cell);
  void curve(const DiffPlan& plan, const DiffPlanPart& part);
  void peak(const DiffPlan& plan, const DiffPlanPart& part);

  QPainter* painter_;
  const DiffPlans& plans_;
  const DiffPlanLayout& layout_;
  QRect visible_;
};

}  // namespace relaxscope

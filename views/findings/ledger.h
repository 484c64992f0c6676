// SPDX-License-Identifier: GPL-3.0-or-later
// What the calls that findings name take of a run: a sentence, a stacked bar and its legend. The parts and the rest sum
// to the run.
#pragma once

#include <QWidget>

#include <vector>

#include "views/findings/finding_list.h"

namespace relaxscope {

/// A part of the bar, in nanoseconds per run.
struct LedgerPart {
  QString name;
  double ns = 0;
};
/// The findings that cost most, those of one rule together, then one part for all others and one for the rest of the
/// run. Empty without costs.
std::vector<LedgerPart> ledgerOf(const FindingList& list);

class FindingsLedger : public QWidget {
  Q_OBJECT
 public:
  explicit FindingsLedger(QWidget* parent = nullptr);
  void show(const FindingList& list);
  using QWidget::show;
  /// Without its legend, for low views.
  void setCompact(bool compact);
  /// "The calls named here take 133.4 µs of 1,659.4 µs per run, 8.0 %".
  [[nodiscard]] QString sentence() const { return sentence_; }
  [[nodiscard]] const std::vector<LedgerPart>& parts() const { return parts_; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintLegend(QPainter& painter) const;
  std::vector<LedgerPart> parts_;
  QString sentence_;
  double runNs_ = 0;
  bool compact_ = false;
};

}  // namespace relaxscope

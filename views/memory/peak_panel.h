// SPDX-License-Identifier: GPL-3.0-or-later
// The panel "Peak": what is alive at the peak, the peak against a size, and the plan against other plans.
#pragma once

#include <QScrollArea>

#include "views/memory/panel_rows.h"

class QPushButton;

namespace relaxscope {

class PeakFacts;

class PeakPanel : public QScrollArea {
  Q_OBJECT
 public:
  explicit PeakPanel(QWidget* parent);
  static constexpr int kWidth = 320;
  void setScene(const MemoryScene& scene, std::shared_ptr<const PeakCurveOf::Value> curve);
  void setSelected(MemoryItem item);
  [[nodiscard]] const std::vector<PanelRow>& rows() const;

 signals:
  void chosen(relaxscope::MemoryItem item, bool activate);
  void listingRequested();
  void csvRequested();

 private:
  PeakFacts* facts_;
  QPushButton *listing_, *csv_;
};

}  // namespace relaxscope

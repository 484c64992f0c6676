// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of a histogram with labelled end values.
#pragma once

#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

namespace relaxscope {

struct HistogramBars {
  std::vector<uint64_t> counts;
  double low = 0, high = 0;  ///< where the first bar begins and the last one ends
};

class HistogramStrip : public QWidget {
  Q_OBJECT
 public:
  explicit HistogramStrip(QWidget* parent);
  void setBars(std::optional<HistogramBars> bars);
  [[nodiscard]] const std::optional<HistogramBars>& bars() const { return bars_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::optional<HistogramBars> bars_;
};

/// A number of any size in few characters, with a real minus sign; a dash if it is not finite.
QString realText(double value, int digits = 6);

}  // namespace relaxscope

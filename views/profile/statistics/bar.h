// SPDX-License-Identifier: GPL-3.0-or-later
// The bar above the statistics: the mean time per run, split by kind of call.
#pragma once

#include <QWidget>

#include "views/core/document.h"
#include "views/profile/statistics/source.h"
#include "vmcore/trace/figures/device_statistics.h"

namespace relaxscope {

/// "Mean run 19.5 µs" and its parts by kind of call, which sum to the run.
class StatisticsBar : public QWidget {
  Q_OBJECT
 public:
  explicit StatisticsBar(QWidget* parent = nullptr);
  void show(const TraceStatistics& statistics, std::vector<KindShare> shares, uint64_t warmups, const Trace& trace,
            FiguresOf of);
  /// The run's time by what was at work, device first, in place of the self time of the host; empty: the latter. After
  /// show().
  void setLedger(const TraceStatistics& statistics, const std::vector<RunTimePart>& parts);
  [[nodiscard]] QString caption() const { return caption_; }
  /// Accuracy and runs, each with all of its parts; those that do not fit below the bar are in its tooltip.
  [[nodiscard]] QStringList notes() const;
  /// In a low view each note has one line, else up to two.
  void setCompact(bool compact);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void showSpan(const TraceStatistics& statistics);
  [[nodiscard]] std::vector<QRect> parts() const;
  void breakLines();

  QString caption_;
  QStringList accuracy_, runs_;  ///< parts of the notes
  QStringList lines_;            ///< the notes as they are shown
  bool compact_ = false;
  struct Part {
    KindShare share;
    QString title, tip;
  };
  std::vector<Part> shares_;
};

}  // namespace relaxscope

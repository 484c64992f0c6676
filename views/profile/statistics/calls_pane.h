// SPDX-License-Identifier: GPL-3.0-or-later
// The single calls of one row of the statistics: their histogram, and the longest of all or of the brushed ones.
#pragma once

#include <QWidget>

#include <memory>

#include "views/core/latest_task.h"
#include "views/profile/statistics/calls_source.h"

class QBoxLayout;
class QLabel;
class QToolButton;

namespace relaxscope {

class CallHistogram;
class DataTable;
class ReadoutLine;

class CallsPane : public QWidget {
  Q_OBJECT
 public:
  explicit CallsPane(QWidget* parent = nullptr);

  /// `row` is an index of `statistics`; `name` is its callee. `onDevice`: the kernels of its calls in place of these.
  void showRow(std::shared_ptr<const Trace> trace, std::shared_ptr<const TraceStatistics> statistics, size_t row,
               const QString& name, bool onDevice = false);
  void clear();
  /// Marks the call of an event if it is listed.
  void markEvent(EventIndex event);
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }
  [[nodiscard]] CallHistogram* histogram() const { return histogram_; }
  [[nodiscard]] DataTable* table() const { return table_; }
  /// "9 of 40 calls, 35.0 µs to 52.6 µs".
  [[nodiscard]] QString listTitle() const;

 signals:
  void callSelected(relaxscope::EventIndex event);
  void callActivated(relaxscope::EventIndex event);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  void refresh();
  void showParts();
  void showCalls(std::shared_ptr<const ListedCalls> listed);
  [[nodiscard]] RowCallsQuery query() const;

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const TraceStatistics> statistics_;
  size_t row_ = 0;
  bool onDevice_ = false;
  std::shared_ptr<const ListedCalls> listed_;
  std::shared_ptr<const CallsSource> source_;
  EventIndex marked_;
  QBoxLayout* parts_ = nullptr;  ///< histogram and list, side by side in a low and wide pane
  QWidget* listHead_ = nullptr;
  QLabel* name_ = nullptr;
  QLabel* about_ = nullptr;
  QLabel* listTitle_ = nullptr;
  QToolButton* clearBrush_ = nullptr;
  CallHistogram* histogram_ = nullptr;
  ReadoutLine* readout_ = nullptr;
  DataTable* table_ = nullptr;
  LatestTask task_;
};

}  // namespace relaxscope

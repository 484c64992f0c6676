// SPDX-License-Identifier: GPL-3.0-or-later
// The times of a pair: its two traces compared by callee and by call site, on the thread pool. A newer comparison
// replaces it.
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <string>

#include "views/core/latest_task.h"
#include "vmcore/analysis/diff/diff.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope {

/// A side of a comparison of times.
struct TimedSide {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const Executable> executable;  ///< whose function table is that of the trace
};
/// What the traces say, and the traces.
struct ComparedTimes {
  TimedSide old, now;
  TraceComparison byCallee, bySite;
  [[nodiscard]] const TraceComparison& by(Grouping grouping) const {
    return grouping == Grouping::Site ? bySite : byCallee;
  }
};

class PairTimes : public QObject {
  Q_OBJECT
 public:
  explicit PairTimes(QObject* parent = nullptr) : QObject(parent) {}

  /// Null until there are some. Valid until changed().
  [[nodiscard]] std::shared_ptr<const ComparedTimes> times() const { return times_; }
  /// Why they could not be compared; empty: they could, are being compared, or there are none.
  [[nodiscard]] const QString& error() const { return error_; }
  [[nodiscard]] bool isPending() const { return task_.isPending(); }

  /// Compares two traces. `diff` tells which calls are the same; null: names do, and `why` tells the reason.
  void compare(TimedSide old, TimedSide now, std::shared_ptr<const ExecutableDiff> diff, std::string why);
  /// There are none.
  void clear();
  /// Stops comparing, which is then an error.
  void cancel();

 signals:
  void changed();         ///< there are others, none, or an error
  void pendingChanged();  ///< they are being compared, or no longer

 private:
  void report(std::shared_ptr<const ComparedTimes> times, const QString& error);

  std::shared_ptr<const ComparedTimes> times_;
  QString error_;
  LatestTask task_;
};

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// The times of one trace as a comparison needs them: of each row by measured run, reduced to turns and processes, so
// that any sum of rows has an interval.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "vmcore/trace/compare/call_match.h"
#include "vmcore/trace/event_groups.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/times/middle_half.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// What a row took in one measured run.
struct RowInRun {
  uint32_t run = 0, calls = 0;
  double ns = 0;  ///< self time
};
struct SideRow {
  GroupKey key;
  uint32_t group = kNoIndex;   ///< CallMatch::groups(): the calls of a group; the key has nothing else then
  std::vector<RowInRun> runs;  ///< ascending; runs that are not kept have none
  double costNs = 0;           ///< of recording in the self time, by the probe, in all kept runs
};

/// A time per run in nanoseconds.
struct SideFigure {
  double ns = 0;                  ///< mean of the processes, each of its turns, each of its kept runs
  std::vector<double> byProcess;  ///< means of the turns of each process, by ascending process
  /// Half the 95 % interval that holds for another process; NaN: not known.
  double halfWidthNs = 0;
  /// Half the 95 % interval of what the correction takes out.
  double correctionNs = 0;
};

/// The row of a group of calls that a call is in (CallMatch); kNoIndex: in none. Empty: there are no groups.
using GroupOfSite = std::function<uint32_t(const TraceSite&)>;

class SideTimes {
 public:
  /// Grouping::Callee or Grouping::Site. `turns`: those that count; empty: all measured runs are one. Of a turn count
  /// the runs in the middle half of its times.
  SideTimes(const Trace& trace, Grouping grouping, std::vector<Turn> turns, const std::stop_token& stop = {});
  /// `statistics`: of the trace by callee, whose correction counts.
  SideTimes(const Trace& trace, TraceStatistics statistics, Grouping grouping, std::vector<Turn> turns,
            const std::stop_token& stop = {}, const GroupOfSite& groupOf = {});

  [[nodiscard]] const std::vector<SideRow>& rows() const { return rows_; }  ///< in the order of their first event
  [[nodiscard]] const TraceStatistics& statistics() const { return statistics_; }
  [[nodiscard]] size_t processes() const { return processes_.size(); }
  /// Those of them that count.
  [[nodiscard]] size_t countedProcesses() const;
  /// Times of the runs by turn, as recorded and unrecorded: means of the middle half. The latter is empty if a turn has
  /// none.
  [[nodiscard]] std::vector<double> recordedByTurn() const;
  [[nodiscard]] std::vector<double> unrecordedByTurn() const;
  /// Only these turns count; a process without any does not.
  void useTurns(std::vector<bool> used) { used_ = std::move(used); }

  /// Adds a row to a time by measured run.
  void addTo(std::vector<double>& byRun, const SideRow& row) const;
  /// A sum of rows as a figure. An empty `byRun` is one of zeros. `spread`: by how much more it differs between
  /// processes than the run, in proportion to its time.
  [[nodiscard]] SideFigure figureOf(const std::vector<double>& byRun, double costNs, double spread = 1) const;
  [[nodiscard]] SideFigure figureOf(const SideRow& row) const;
  /// Calls of a row per run.
  [[nodiscard]] double callsOf(const SideRow& row) const;
  /// The recorded runs, corrected.
  [[nodiscard]] SideFigure recorded() const;
  /// The runs beside them; nothing if a turn has none.
  [[nodiscard]] std::optional<SideFigure> unrecorded() const;

 private:
  void placeRuns();
  void readEvents(const Trace& trace, Grouping grouping, const std::stop_token& stop, const GroupOfSite& groupOf);
  [[nodiscard]] std::vector<double> byTurn(const std::vector<double>& byRun) const;
  [[nodiscard]] SideFigure reduce(const std::vector<double>& byTurn) const;
  /// Half the interval of a time of one process that stands for others; NaN without times of others.
  [[nodiscard]] double betweenProcesses(double ns) const;
  [[nodiscard]] double spreadOfRows() const;
  [[nodiscard]] bool isSingle() const { return turns_.size() == 1; }

  std::vector<Turn> turns_;
  std::vector<bool> used_;           ///< by turn
  std::vector<uint32_t> processes_;  ///< ascending
  std::vector<MiddleHalf> kept_;     ///< by turn
  std::vector<uint32_t> turnOfRun_;  ///< by measured run; kNoIndex: not kept
  TraceStatistics statistics_;
  std::vector<double> rawNs_, unrecordedNs_;  ///< of the measured runs as recorded, and beside them
  std::vector<ProcessTimes> otherProcesses_;
  std::vector<SideRow> rows_;
  double spreadOfRows_ = 1;
};

/// The turns of both traces that have a partner; both empty if the traces were not recorded in turns.
struct CommonTurns {
  std::vector<Turn> old, now;
};
CommonTurns commonTurns(const Trace& old, const Trace& now);
/// Of each process the half of the turns whose differences of recorded and of unrecorded runs are nearest to their
/// medians: what disturbs a turn moves no figure. Of n turns n / 2 are left out, rounded down to an even number. Of six
/// pairs of processes and more, those are left out whose difference is far from the median, at most a quarter.
std::vector<bool> undisturbedTurns(std::span<const Turn> turns, const SideTimes& old, const SideTimes& now);

/// Half the 95 % interval of the mean of a few values (Student); NaN for fewer than kMinProcesses.
double halfWidthOfFew(std::span<const double> values);

}  // namespace relaxscope

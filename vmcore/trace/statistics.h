// SPDX-License-Identifier: Apache-2.0
// Statistics of a trace grouped by callee, call site, shapes, kind of call or layer, over the measured runs in the
// middle half of times: outlying runs change no row. Warm-up runs and the load phase are excluded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/model/call_kind.h"
#include "vmcore/model/executable.h"
#include "vmcore/trace/correction.h"
#include "vmcore/trace/event_account.h"
#include "vmcore/trace/site_layers.h"
#include "vmcore/trace/tick_span.h"
#include "vmcore/trace/times/middle_half.h"
#include "vmcore/trace/times/run_times.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

enum class Grouping : uint8_t {
  Callee,
  Site,
  Shape,   ///< callee and the shapes of its arguments
  Kind,    ///< of call
  Layer,   ///< of the function that calls; one row for all that is in none
  RunCall  ///< the calls that a run consists of, by their place in it; one row for all that is in none
};

/// What limits the self time of a row; the first of these that holds.
enum class RowMark : uint8_t {
  None,
  BelowResolution,   ///< recording took at least the time as recorded
  BelowUncertainty,  ///< the time is not larger than its uncertainty
  Corrected,         ///< recording took more than 30 % of the time as recorded
  Tied,              ///< the difference from the row above includes 0 within its 95 % interval
};
/// "", "below resolution", "<", "~", "=": as in text and JSON.
const char* rowMarkText(RowMark mark);

/// One group. Sums are those of the kept runs (TraceStatistics::kept); perRun() divides them. Times in nanoseconds of
/// the recording's clock, which excludes recording values and handing over chunks, less the cost of recording itself
/// where TraceStatistics::correction applies; a corrected time of next to nothing may be negative.
struct StatisticsRow {
  uint32_t callee = kNoIndex;
  uint32_t function = kNoIndex, pc = kNoIndex;  ///< Site only; pc as of the events (EventKind)
  uint32_t shapes = kNoIndex;        ///< Shape only: index into TraceStatistics::shapes; kNoIndex: none recorded
  EventKind kind = EventKind::Call;  ///< Kind: has no meaning
  std::optional<CallKind> callKind;  ///< Kind only; the row then has no callee
  uint32_t layer = kNoIndex;         ///< Layer only: row of TraceStatistics::layers, the row has no callee; kNoIndex:
                                     ///< outside of layers
  uint32_t runCall = kNoIndex;       ///< RunCall only: place in its run, from 0 on; `callee` and `kind` are its own,
                                     ///< counts and times but selfNs those of the call itself
  RowMark mark = RowMark::None;
  bool recursive = false;                ///< some of its calls contain others
  uint64_t count = 0;                    ///< of its events in the kept runs
  double totalNs = 0;                    ///< with children; recursive calls are counted once
  double selfNs = 0;                     ///< without nested calls
  double rawTotalNs = 0, rawSelfNs = 0;  ///< both as recorded
  double costNs = 0;                     ///< of recording in the self time as recorded, by the probe
  double uncertaintyNs = 0;              ///< of selfNs per run: half its 95 % interval; NaN: unknown with a single run
  double minNs = 0, maxNs = 0, meanNs = 0, medianNs = 0, p90Ns = 0, p99Ns = 0, sigmaNs = 0;  ///< of its events
  int64_t bytesAllocated = 0;  ///< see TraceStatistics::bytesKnown
  int64_t workspaceBytes = 0;  ///< of kernels, at most in use at once; of recorded values
};
struct TraceStatistics {
  Grouping grouping = Grouping::Callee;
  std::vector<std::string> shapes;               ///< Shape only: "f32[3, 16], f32[16, 24]"
  std::shared_ptr<const Executable> executable;  ///< Kind only: what told the kinds, null: names did
  std::shared_ptr<const SiteLayers> layers;      ///< Layer only; may be null
  std::map<CallKind, double> selfNsOfKinds;      ///< Layer and RunCall only: of all rows
  std::vector<StatisticsRow> rows;               ///< by descending selfNs
  uint64_t runs = 0;                             ///< number of measured runs
  MiddleHalf kept;                               ///< the runs that rows are made of, by runNs
  Correction correction;                         ///< of all times but those called raw
  std::optional<ProcessRatios> processes;        ///< runTimes and the unrecorded runs beside those of other processes
  std::vector<double> runNs;                     ///< of the measured runs, in order
  RunTimes runTimes;                             ///< of runNs; outlier indices count from the first one
  RunTimes rawRunTimes;                          ///< as recorded
  RunTimes unrecordedTimes;                      ///< of the unrecorded runs
  double totalNs = 0;                            ///< of the kept runs
  double selfNs = 0;                             ///< of all rows
  /// Per run: the interquartile mean of the unrecorded runs, and that less the rows; NaN without unrecorded runs.
  double unrecordedNs = 0, notAttributedNs = 0;
  std::vector<RunCost> costs;  ///< of recording events, of each measured run by the probe
  double eventCostNs = 0;      ///< their sum
  double recordingNs = 0;      ///< recording time during all measured runs that no other time here includes
  int64_t peakLiveBytes = 0;
  EventAccount events;
  /// False if the bytes are those of a values run that executed other instructions than a measured run: rows then have
  /// none.
  bool bytesKnown = true;
  std::optional<TickSpan> span;  ///< what the rows are of; empty: the kept runs

  /// What a run takes, wherever one figure is shown: by the unrecorded runs, and without any by the recorded ones.
  /// Other figures of a run (the mean of the middle half that rows add up to, the recorded runs) are named where they
  /// are shown.
  [[nodiscard]] const RunTimes& leadingTimes() const { return leadsUnrecorded() ? unrecordedTimes : runTimes; }
  [[nodiscard]] bool leadsUnrecorded() const { return unrecordedTimes.count > 0; }
  /// "unrecorded", "recorded, corrected", "recorded": the runs that leadingTimes() is of.
  [[nodiscard]] const char* leadingRuns() const;
  /// What the self time per run of a row is below, of one with RowMark::BelowUncertainty: its uncertainty, or its
  /// total, which it is a part of.
  [[nodiscard]] double selfBoundNs(const StatisticsRow& row) const {
    const double total = perRun(row.totalNs);
    return total > 0 ? std::min(row.uncertaintyNs, total) : row.uncertaintyNs;
  }
  /// A sum over the kept runs per run. Without runs, the whole trace is one.
  [[nodiscard]] double perRun(double sum) const { return sum / static_cast<double>(std::max<size_t>(1, kept.size())); }
  [[nodiscard]] double perRun(uint64_t count) const { return perRun(static_cast<double>(count)); }
  /// A sum over the kept runs scaled to all measured runs.
  [[nodiscard]] double ofAllRuns(double sum) const {
    return perRun(sum) * static_cast<double>(std::max<uint64_t>(1, runs));
  }
  [[nodiscard]] int64_t ofAllRuns(int64_t sum) const;
};
/// Whether runs are so short, or have so many calls for their time, that rows say little: an unrecorded run (without
/// one, the median corrected run) of less than 5 us, or less than 50 ns per call.
bool isBelowResolution(const TraceStatistics& statistics);
/// The row of a function: of its body if it has one, else of its calls; null if there is neither. Grouping::Callee
/// only.
const StatisticsRow* rowOfFunction(const TraceStatistics& statistics, uint32_t function);
/// Nanoseconds of the measured runs as recorded, in order.
std::vector<double> measuredRunsNs(const Trace& trace);
/// Function indices are those of the trace. Percentiles are exact. `executable`: for Grouping::Kind and, to tell kinds,
/// Grouping::Layer; `layers`: for the latter.
TraceStatistics computeStatistics(const Trace& trace, Grouping grouping, std::stop_token stop = {},
                                  std::shared_ptr<const Executable> executable = nullptr,
                                  std::shared_ptr<const SiteLayers> layers = nullptr);
/// Of what happens in a part of the recording, whichever runs it lies in: of a call that begins before it or ends after
/// it the part inside counts, and its whole time in the mean, quantiles and limits of a row. `runs` is 0, and what
/// tells about all runs is empty or NaN.
TraceStatistics statisticsOfSpan(const Trace& trace, Grouping grouping, const TickSpan& span, std::stop_token stop = {},
                                 std::shared_ptr<const Executable> executable = nullptr,
                                 std::shared_ptr<const SiteLayers> layers = nullptr);

}  // namespace relaxscope

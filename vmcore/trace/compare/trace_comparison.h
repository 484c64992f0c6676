// SPDX-License-Identifier: Apache-2.0
// Two traces of executables that are alike: what each call takes on both sides. Rows are matched by CallMatch; every
// event of the kept runs is in exactly one row, so rows add up to their groups, and these to the sum.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/trace/compare/call_match.h"
#include "vmcore/trace/compare/difference.h"

namespace relaxscope {

enum class ComparedGroup : uint8_t { OnlyOld, Both, OnlyNew };
inline constexpr size_t kComparedGroups = 3;
/// "only in the old", "in both", "only in the new".
const char* comparedGroupText(ComparedGroup group);

struct ComparedRow {
  ComparedGroup group = ComparedGroup::Both;
  EventKind kind = EventKind::Call;
  std::string oldName, newName;                         ///< of the callee; empty where the row is not on that side
  uint32_t oldCallee = kNoIndex, newCallee = kNoIndex;  ///< as of the events
  TraceSite old, now;                                   ///< Grouping::Site, and the first calls of a group
  bool isGroup = false;                                 ///< calls that became others: their names as texts, no callees
  double oldCalls = 0, newCalls = 0;                    ///< per run
  TimeDifference time;                                  ///< self time
  double share = 0;                                     ///< of the difference of the sum; NaN where that is none

  [[nodiscard]] bool renamed() const { return group == ComparedGroup::Both && !isGroup && oldName != newName; }
};
struct ComparedSum {
  size_t rows = 0;
  double oldCalls = 0, newCalls = 0;  ///< per run, of rows that are calls
  TimeDifference time;
  double share = 0;
};

enum class ComparisonTopic : uint8_t { Time, Gone, Added, Slower, Faster, Calls, Memory };
/// "Time", "Gone", "Added", "Slower", "Faster", "Calls", "Memory".
const char* comparisonTopicText(ComparisonTopic topic);
struct ComparisonLine {
  ComparisonTopic topic = ComparisonTopic::Time;
  std::string text;
};

struct TraceComparison {
  Grouping grouping = Grouping::Callee;
  std::vector<ComparedRow> rows;  ///< by group, then by descending size of the difference
  std::array<ComparedSum, kComparedGroups> groups;
  ComparedSum sum;  ///< of the rows
  /// What a run takes, by the runs that were not recorded; by the recorded ones where a trace has no others.
  TimeDifference run;
  bool unrecorded = false;                  ///< whether `run` is of unrecorded runs
  bool corrected = false;                   ///< whether the cost of recording is taken out of recorded times
  TimeDifference notAttributed;             ///< run less the sum
  std::optional<int64_t> oldPeak, newPeak;  ///< live bytes; nothing without recorded values
  uint64_t oldRuns = 0, newRuns = 0;        ///< measured
  bool inTurns = false;
  size_t turns = 0;                           ///< pairs of turns
  size_t oldProcesses = 1, newProcesses = 1;  ///< that the intervals are over
  std::string noInterval;                     ///< why there is no interval; empty if there is one
  std::string matchedByName;                  ///< CallMatch::byNameReason()
  std::vector<std::string> notes;             ///< "not recorded in turns: ...", "recorded on different hosts: a and b"
  std::vector<ComparisonLine> summary;        ///< at most five lines; see comparison_summary.h
};

/// Grouping::Callee or Grouping::Site. Empty when stopped.
TraceComparison compareTraces(const Trace& old, const Trace& now, const CallMatch& match, Grouping grouping,
                              const std::stop_token& stop = {});

}  // namespace relaxscope

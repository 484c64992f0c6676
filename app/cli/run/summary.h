// SPDX-License-Identifier: Apache-2.0
// The figures of a profile as text and as JSON.
#pragma once

#include <optional>
#include <string>

#include "vmcore/base/text_sink.h"
#include "vmcore/run/counters.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::cli {

/// The data that both forms print. `trace` and `statistics` outlive it.
struct ProfileSummary {
  const Trace& trace;
  const TraceStatistics& statistics;
  const Counters* counters;        ///< null: not known, of a stored profile
  std::optional<uint64_t> loadNs;  ///< nothing: not known
  std::string function;
  bool raw = false;                        ///< text: also times as recorded
  std::string processesNote;               ///< text: why fewer processes were compared than planned; empty if not
  const Executable* executable = nullptr;  ///< tells kinds of calls; null: their names do
};
/// Run times, load phase, memory, cost of recording, then a table by callee.
void writeSummaryText(const ProfileSummary& summary, const TextSink& sink);
void writeSummaryJson(const ProfileSummary& summary, const TextSink& sink);

}  // namespace relaxscope::cli

// SPDX-License-Identifier: Apache-2.0
// What `profile` and `export` print and write of a trace.
#pragma once

#include <memory>
#include <string>

#include "vmcore/base/result.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::cli {

/// As given; empty strings where not.
struct TraceOutputs {
  std::string out, chrome, csv;
  Grouping by = Grouping::Callee;
  bool raw = false, asJson = false, anonymous = false, summary = false;
  [[nodiscard]] bool hasFiles() const { return !out.empty() || !chrome.empty() || !csv.empty(); }
  [[nodiscard]] bool printsFigures() const { return asJson || summary || !hasFiles(); }
};
/// An error of these options.
Result<void> checkTraceOutputs(const TraceOutputs& outputs);
/// The figures of the rows that --by asks for. `executable` may be null.
TraceStatistics statisticsOf(const TraceOutputs& outputs, const Trace& trace,
                             const std::shared_ptr<const Executable>& executable);
/// Writes the files of other forms that were asked for; returns the exit code. `executable` may be null.
int writeTraceOutputs(const TraceOutputs& outputs, const Trace& trace, const Executable* executable);
/// An error where a profile cannot be written to `path`, as known before it is recorded.
Result<void> checkWritable(const std::string& path);
/// Writes a profile that exists nowhere else; returns the exit code. Where it cannot be written, it goes to a new
/// folder for temporary files, which the message names.
int writeRecording(const std::string& path, const Trace& trace, const Executable* executable);

}  // namespace relaxscope::cli

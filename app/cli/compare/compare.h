// SPDX-License-Identifier: Apache-2.0
// What commands print of a comparison of two profiles, and the limit of `--fail-above PERCENT`.
#pragma once

#include <optional>
#include <string>

#include "app/cli/output.h"
#include "vmcore/export/times/exporter.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope::cli {

/// The text form, with colours where the output allows them.
void writeTimes(const TimesReport& report, Output& out);
/// kFound, with a line on standard error, if the new run takes more than `percent` longer than the old one by the lower
/// end of its interval; kFailed without an interval; kDone otherwise, or without a limit.
int checkSlowdown(const std::string& file, const TraceComparison& comparison, const std::optional<double>& percent);

}  // namespace relaxscope::cli

// SPDX-License-Identifier: Apache-2.0
// `rscope compare`, and what other commands print of a comparison of two profiles.
#pragma once

#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope::cli {

Runner configureCompare(CLI::App& command);

/// Adds --fail-above PERCENT to a command that compares times.
void addFailAbovePercent(CLI::App& command, std::optional<double>& percent);
/// kFound, with a line on standard error, if the new run takes more than `percent` longer than the old one by the lower
/// end of its interval; kFailed without an interval; kDone otherwise, or without a limit.
int checkSlowdown(const std::string& file, const TraceComparison& comparison, const std::optional<double>& percent);

}  // namespace relaxscope::cli

// SPDX-License-Identifier: Apache-2.0
// `--fail-above TIME` of `time` and `profile`.
#pragma once

#include <optional>
#include <string>

#include "vmcore/base/result.h"

namespace CLI {
class App;
}

namespace relaxscope::cli {

/// The limit as it was given, empty text too, which is no time.
using LimitText = std::optional<std::string>;
void addLimitOption(CLI::App& command, LimitText& limit);

/// Nanoseconds of "250ns", "1.5 us" (or "µs"), "3ms", "2s". An error for anything else, and for less than nothing.
Result<double> parseDurationNs(const std::string& text);
/// The exit code for a median: kFound and a line on standard error where it is above the limit.
/// The limit was parsed before.
int checkLimit(const std::string& file, double medianNs, const LimitText& limit);

}  // namespace relaxscope::cli

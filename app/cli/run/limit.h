// SPDX-License-Identifier: Apache-2.0
// `--fail-above TIME` of `time` and `profile`.
#pragma once

#include <optional>
#include <string>

#include "vmcore/base/result.h"

namespace relaxscope::cli {

/// The limit as given; empty text is kept and is invalid.
using LimitText = std::optional<std::string>;

/// Nanoseconds of "250ns", "1.5 us" (or "µs"), "3ms", "2s". An error for anything else and for negative times.
Result<double> parseDurationNs(const std::string& text);
/// The exit code for a median: kFound, with a line on standard error, where it exceeds the limit. The limit must have
/// been parsed without an error.
int checkLimit(const std::string& file, double medianNs, const LimitText& limit);

}  // namespace relaxscope::cli

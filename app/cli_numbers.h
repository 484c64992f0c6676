// SPDX-License-Identifier: Apache-2.0
// Checks of numbers on the command line, of rscope and of the window. Without them a parser takes -1 for the largest number
// there is, and a NaN, which no bound catches, for no limit.
#pragma once

#include <CLI/CLI.hpp>

#include <cmath>
#include <string>

namespace relaxscope {

/// A number of things: decimal digits alone.
inline CLI::Validator countCheck() {
  return CLI::Validator([](const std::string& text) { return text.find_first_not_of("0123456789") == std::string::npos && !text.empty() ? std::string() : text + " is no number from 0 on"; }, "");
}

/// Seconds from 0 to `most`.
inline CLI::Validator secondsCheck(double most) {
  return CLI::Validator(
      [most](const std::string& text) {
        double seconds = 0;
        const bool fits = CLI::detail::lexical_cast(text, seconds) && std::isfinite(seconds) && seconds >= 0 && seconds <= most;
        return fits ? std::string() : text + " is no number of seconds from 0 to " + std::to_string(static_cast<int64_t>(most));
      },
      "");
}

}  // namespace relaxscope

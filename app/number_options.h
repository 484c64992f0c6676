// SPDX-License-Identifier: Apache-2.0
// Validators for numbers on the command line of rscope and the window. Without them the parser accepts -1 and numbers
// out of range as the largest value, 010 as eight, and NaN, which passes every bound, as no limit.
#pragma once

#include <CLI/CLI.hpp>

#include <cmath>
#include <string>
#include <string_view>

#include "vmcore/base/text/number.h"

namespace relaxscope {

/// For transform(): a count from 0 to 2^64 - 1, decimal or with 0x.
inline CLI::Validator countText() {
  return CLI::Validator(
      [](std::string& text) {
        std::string_view digits = text;
        const int base = digits.starts_with("0x") ? 16 : 10;
        if (base == 16) digits.remove_prefix(2);
        const std::optional<uint64_t> count = wholeNumber<uint64_t>(digits, base);
        if (!count) return text + " must be a non-negative integer below 2^64";
        text = std::to_string(*count);
        return std::string();
      },
      "");
}

/// For check(): seconds from 0 to `most`.
inline CLI::Validator secondsText(double most) {
  return CLI::Validator(
      [most](const std::string& text) {
        double seconds = 0;
        const bool fits =
            CLI::detail::lexical_cast(text, seconds) && std::isfinite(seconds) && seconds >= 0 && seconds <= most;
        return fits ? std::string()
                    : text + " must be a number of seconds from 0 to " + std::to_string(static_cast<int64_t>(most));
      },
      "");
}

}  // namespace relaxscope

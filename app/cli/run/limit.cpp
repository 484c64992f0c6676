// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/limit.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "app/cli/output.h"
#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::cli {

Result<double> parseDurationNs(const std::string& text) {
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  std::string_view unit = text;
  const std::optional<double> number = takeNumber<double>(unit);
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  for (const auto& [name, factor] : kUnits)
    if (number && unit == name && *number >= 0) return *number * factor;
  return Error(fmt::format("\"{}\" is not a time; write 250ns, 1.5us, 3ms or 2s", printable(text)));
}

int checkLimit(const std::string& file, double medianNs, const LimitText& limit) {
  if (!limit) return kDone;
  const double most = *parseDurationNs(*limit);
  if (medianNs <= most) return kDone;
  fail(file, fmt::format("the median run took {}, more than {}", durationText(medianNs), durationText(most)));
  return kFound;
}

}  // namespace relaxscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare/times_output.h"

namespace relaxscope::cli {
namespace {

// Less is blue and more is yellow, never green and red; the sign says it as well.
const char* colourOf(TimesRole role) {
  switch (role) {
    case TimesRole::Sum: return "\x1b[1m";
    case TimesRole::Less: return "\x1b[34m";
    case TimesRole::More: return "\x1b[33m";
    case TimesRole::Plain: break;
  }
  return "";
}

}  // namespace

void writeTimes(const TimesReport& report, Output& out) {
  writeTimesText(report, [&](TimesRole role, std::string_view piece) {
    const bool coloured = role != TimesRole::Plain && out.colours();
    if (!coloured) return out.write(piece);
    out.writeColour(colourOf(role));
    const bool written = out.write(piece);
    out.writeColour("\x1b[0m");
    return written;
  });
}

}  // namespace relaxscope::cli

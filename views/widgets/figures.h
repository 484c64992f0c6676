// SPDX-License-Identifier: GPL-3.0-or-later
// Formatting of numbers in the GUI: three or four digits with a suitable unit.
#pragma once

#include <QString>

#include <cstdint>

namespace relaxscope {

/// A formatted figure with separate number and unit (look.md 2).
struct Figure {
  QString number, unit;
};
/// "412" "ns", "66.8" "µs", "4.52" "ms", "1.20" "s"; an en dash for NaN. Durations; one below 0,
/// which the correction of a time of next to nothing may leave, is shown as 0.
Figure durationFigure(double nanoseconds);
/// "96" "B", "70,656" "B", "1.25" "MiB".
Figure bytesFigure(double bytes);
/// The same, as one string.
QString durationLabel(double nanoseconds);
QString bytesLabel(int64_t bytes);
/// "1,234", with a real minus sign.
QString countText(int64_t value);
/// A count per run: "1,234", or "1.5" where runs differ.
QString perRunText(double count);
/// The same as "12×".
QString timesText(double count);
/// The number that selects the plural form of a text whose count is inserted as %1; for counts beyond tr's int.
int pluralNumber(uint64_t count);

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the window writes them: three or four digits with a unit that fits.
#pragma once

#include <QString>

#include <cstdint>

namespace relaxscope {

/// A figure of a table: number and unit apart (look.md 2).
struct Figure {
  QString number, unit;
};
/// "412" "ns", "66.8" "µs", "4.52" "ms", "1.20" "s"; an en dash where there is none (not a number).
Figure durationFigure(double nanoseconds);
/// "96" "B", "70,656" "B", "1.25" "MiB".
Figure bytesFigure(double bytes);
/// The same as one text.
QString durationLabel(double nanoseconds);
QString bytesLabel(int64_t bytes);
/// "1,234", with a real minus sign.
QString countText(int64_t value);
/// A count as "12×"; averages over runs keep one digit after the point.
QString timesText(double count);
/// What picks the plural form of a text whose count stands in it as %1, for counts beyond tr's int.
int pluralNumber(uint64_t count);

}  // namespace relaxscope

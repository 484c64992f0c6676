// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

Figure split(const std::string& text) {
  QString whole = QString::fromStdString(text);
  whole.replace(u'-', QChar(0x2212));
  const int blank = static_cast<int>(whole.lastIndexOf(u' '));
  if (blank < 0) return {whole, {}};
  return {whole.left(blank), whole.mid(blank + 1)};
}

}  // namespace

Figure durationFigure(double nanoseconds) {
  if (!std::isfinite(nanoseconds)) return {QString(QChar(0x2013)), {}};
  return split(durationText(std::max(0.0, nanoseconds)));
}

Figure bytesFigure(double bytes) {
  if (!std::isfinite(bytes)) return {QString(QChar(0x2013)), {}};
  return split(byteSizeText(static_cast<int64_t>(bytes)));
}

QString durationLabel(double nanoseconds) {
  return QString::fromStdString(durationText(std::isfinite(nanoseconds) ? std::max(0.0, nanoseconds) : nanoseconds));
}

QString bytesLabel(int64_t bytes) { return QString::fromStdString(byteSizeText(bytes)); }

int pluralNumber(uint64_t count) {
  // Plural rules depend on the last two digits.
  constexpr uint64_t kRound = 1'000'000;
  return static_cast<int>(count <= static_cast<uint64_t>(std::numeric_limits<int>::max()) ? count
                                                                                          : kRound + count % kRound);
}

QString countText(int64_t value) { return split(groupedNumber(value)).number; }

QString perRunText(double count) {
  const double rounded = std::round(count);
  return std::abs(count - rounded) < 0.05 ? countText(static_cast<int64_t>(rounded)) : QString::number(count, 'f', 1);
}

QString timesText(double count) { return perRunText(count) + QChar(0x00D7); }

}  // namespace relaxscope

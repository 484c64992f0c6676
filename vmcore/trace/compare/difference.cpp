// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/compare/difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace relaxscope {
namespace {

double pairedHalfWidth(const SideFigure& old, const SideFigure& now) {
  std::vector<double> differences;
  for (size_t i = 0; i < std::min(old.byProcess.size(), now.byProcess.size()); ++i)
    differences.push_back(now.byProcess[i] - old.byProcess[i]);
  return std::hypot(halfWidthOfFew(differences), old.correctionNs, now.correctionNs);
}

DifferenceMark markOf(const TimeDifference& time) {
  if (std::isnan(time.halfWidthNs)) return DifferenceMark::Unknown;
  const double size = std::abs(time.ns());
  if (size <= time.halfWidthNs || size < kLeastDifference * std::max(time.oldNs, time.newNs))
    return DifferenceMark::Same;
  return time.ns() < 0 ? DifferenceMark::Faster : DifferenceMark::Slower;
}

}  // namespace

const char* differenceMarkText(DifferenceMark mark) {
  switch (mark) {
    case DifferenceMark::Unknown: break;
    case DifferenceMark::Same: return "=";
    case DifferenceMark::Faster: return "faster";
    case DifferenceMark::Slower: return "slower";
  }
  return "";
}

double TimeDifference::relative() const { return oldNs > 0 ? ns() / oldNs : std::numeric_limits<double>::quiet_NaN(); }
double TimeDifference::smallestNs() const {
  if (std::isnan(halfWidthNs)) return halfWidthNs;
  return std::max(halfWidthNs, kLeastDifference * std::max(oldNs, newNs));
}
double TimeDifference::relativeLow() const {
  return oldNs > 0 ? (ns() - halfWidthNs) / oldNs : std::numeric_limits<double>::quiet_NaN();
}

TimeDifference differenceOf(const SideFigure& old, const SideFigure& now, bool inTurns) {
  // Corrected times of next to nothing may be negative, and are shown as 0; the difference is that of what is shown.
  TimeDifference time{std::max(0.0, old.ns), std::max(0.0, now.ns)};
  time.halfWidthNs = inTurns ? pairedHalfWidth(old, now) : std::hypot(old.halfWidthNs, now.halfWidthNs);
  time.mark = markOf(time);
  return time;
}

}  // namespace relaxscope

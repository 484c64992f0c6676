// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/geometry/time_ruler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

struct Unit {
  double ns;
  const char* name;
};
constexpr Unit kUnits[] = {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}};

Unit unitFor(double ns) {
  Unit best = kUnits[0];
  for (const Unit& unit : kUnits)
    if (ns >= unit.ns * 0.9999999) best = unit;
  return best;
}

/// `ns` in `unit`, with the precision that `stepNs` requires.
std::string inUnit(double ns, double unitNs, const char* unit, double stepNs) {
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(stepNs / unitNs) - 1e-9)), 0, 9);
  const double value = ns / unitNs;
  if (decimals == 0) return groupedNumber(std::llround(value)) + " " + unit;
  return fmt::format("{:.{}f} {}", value, decimals, unit);
}

}  // namespace

TimeRuler chooseRuler(double beginNs, double endNs, double pixels, double minPixels) {
  TimeRuler ruler;
  const double span = std::max(endNs - beginNs, 1e-3);
  const double rough = span * minPixels / std::max(pixels, 1.0);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double mantissa = rough / power;
  const double nice = mantissa <= 1.0 ? 1 : mantissa <= 2.0 ? 2 : mantissa <= 5.0 ? 5 : 10;
  ruler.stepNs = nice * power;
  ruler.subTicks = nice == 2 ? 3 : 4;
  ruler.offset = std::abs(beginNs) >= 100 * ruler.stepNs;
  if (ruler.offset) {
    const double coarse = 10 * ruler.stepNs;
    ruler.baseNs = std::floor(beginNs / coarse) * coarse;
    const Unit base = unitFor(std::abs(ruler.baseNs));
    ruler.baseLabel = inUnit(ruler.baseNs, base.ns, base.name, coarse);
    const Unit unit = unitFor(ruler.stepNs);
    ruler.unitNs = unit.ns;
    ruler.unit = unit.name;
  } else {
    const Unit unit = unitFor(std::max(std::abs(beginNs), std::abs(endNs)));
    ruler.unitNs = unit.ns;
    ruler.unit = unit.name;
  }
  return ruler;
}

std::string TimeRuler::label(double ns) const {
  const double value = ns - baseNs;
  if (std::abs(value) < stepNs * 1e-6) return offset ? std::string() : std::string("0");
  return (offset ? "+" : "") + inUnit(value, unitNs, unit, stepNs);
}

std::vector<double> TimeRuler::ticks(double beginNs, double endNs) const {
  std::vector<double> out;
  const double first = std::ceil((beginNs - baseNs) / stepNs - 1e-9);
  for (double k = first; out.size() < 1000 && baseNs + k * stepNs <= endNs; ++k) out.push_back(baseNs + k * stepNs);
  return out;
}

}  // namespace relaxscope

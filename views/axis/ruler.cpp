// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/axis/ruler.h"

#include <algorithm>
#include <cmath>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
constexpr size_t kMaxTicks = 1000, kMaxSubTicks = 4000;
}

std::vector<double> RulerMarks::subTicksIn(double begin, double end) const {
  std::vector<double> out;
  if (subTicks <= 0 || step <= 0) return out;
  const int parts = subTicks + 1;
  for (double tick = ticks.empty() ? begin : ticks.front().at - step; tick < end && out.size() < kMaxSubTicks;
       tick += step)
    for (int i = 1; i < parts; ++i) out.push_back(tick + step * i / parts);
  return out;
}

RulerMarks countMarks(double begin, double end, double origin, double pixels, double minPixels, std::string base) {
  RulerMarks marks;
  marks.base = std::move(base);
  const double rough = std::max(end - begin, 1e-3) * minPixels / std::max(pixels, 1.0);
  // 1, 2, 4, 8 and then 1, 2 or 5 times a power of ten: so many instructions are counted at a glance.
  if (rough <= 8) {
    while (marks.step < rough) marks.step *= 2;
    marks.subTicks = static_cast<int>(std::min(marks.step, 4.0)) - 1;
  } else {
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double mantissa = rough / power;
    const double nice = mantissa <= 1.0 ? 1 : mantissa <= 2.0 ? 2 : mantissa <= 5.0 ? 5 : 10;
    marks.step = nice * power;
    marks.subTicks = nice == 2 ? 3 : 4;
  }
  for (double k = std::ceil((begin - origin) / marks.step - 1e-9);
       marks.ticks.size() < kMaxTicks && origin + k * marks.step <= end; ++k)
    marks.ticks.push_back({origin + k * marks.step, groupedNumber(std::llround(k * marks.step))});
  return marks;
}

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/axis/window.h"

namespace relaxscope {

void AxisWindow::setLimits(double from, double to) {
  limitBegin = from;
  limitEnd = std::max(to, from + minimum);
  show(begin, end);
}

void AxisWindow::show(double from, double to) {
  const double most = limitEnd - limitBegin;
  const double wanted = std::clamp(to - from, std::min(minimum, most), most);
  const double centre = (from + to) / 2;
  begin = std::clamp(wanted == to - from ? from : centre - wanted / 2, limitBegin, limitEnd - wanted);
  end = begin + wanted;
}

void AxisWindow::zoom(double factor, double anchor) {
  const double most = limitEnd - limitBegin;
  const double wanted = std::clamp(span() * factor, std::min(minimum, most), most);
  const double part = (std::clamp(anchor, begin, end) - begin) / span();
  begin = std::clamp(anchor - part * wanted, limitBegin, limitEnd - wanted);
  end = begin + wanted;
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/element_difference.h"

#include <algorithm>
#include <cmath>

#include "vmcore/analysis/diff/element_pairs.h"

namespace relaxscope::diffing {
namespace {

void addElement(double old, double now, bool sameBytes, ElementDifference& out) {
  ++out.elements;
  out.nanOld += std::isnan(old) ? 1 : 0;
  out.nanNow += std::isnan(now) ? 1 : 0;
  if (sameBytes || (std::isnan(old) && std::isnan(now))) return;
  ++out.differing;
  if (!std::isfinite(old) || !std::isfinite(now)) return;
  const double absolute = std::abs(now - old);
  out.largestAbsolute = std::max(out.largestAbsolute.value_or(0), absolute);
  if (old != 0) out.largestRelative = std::max(out.largestRelative.value_or(0), absolute / std::abs(old));
}

}  // namespace

std::optional<ElementDifference> elementDifference(const TensorConstant& old, const TensorConstant& now,
                                                   const std::stop_token& stop) {
  if (!haveElementPairs(old, now)) return std::nullopt;
  ElementDifference out;
  if (!forEachElementPair(old, now, stop, [&](double was, double is, bool same) { addElement(was, is, same, out); }))
    return std::nullopt;
  return out;
}

}  // namespace relaxscope::diffing

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/event_times.h"

#include <algorithm>
#include <utility>

namespace relaxscope {

void addTicks(int64_t& sum, int64_t ticks) {
  if (__builtin_add_overflow(sum, ticks, &sum)) sum = INT64_MAX;
}

/// The factors of a correction over that of all costs.
static CostFactors partsOf(const Correction& correction) {
  if (correction.factor <= 0) return {};
  return {correction.factors.readings / correction.factor, correction.factors.rest / correction.factor};
}

EventTimes::EventTimes(const Trace& trace, const Correction& correction)
    : clock_(&trace.info.clock), factor_(correction.factor), costs_(trace.info, partsOf(correction)) {}

EventTimes::Times EventTimes::next(const EventSite& site, int64_t part, int64_t whole) {
  const int64_t children = takeChildren(site.depth, part);
  const double fraction = part == whole ? 1 : static_cast<double>(part) / static_cast<double>(whole);
  const Taken taken = takeCosts(site, fraction);
  return {part, part - children, taken.self, clock_->toNs(part) - factor_ * taken.total,
          clock_->toNs(part - children) - factor_ * taken.self};
}

/// Events are ordered by end: those one level deeper that ended since the last one of this level are its children.
int64_t EventTimes::takeChildren(size_t depth, int64_t duration) {
  if (childTime_.size() < depth + 2) childTime_.resize(depth + 2, 0);
  const int64_t children = std::min(std::exchange(childTime_[depth + 1], 0), duration);
  addTicks(childTime_[depth], duration);
  return children;
}

EventTimes::Taken EventTimes::takeCosts(const EventSite& site, double fraction) {
  const size_t depth = site.depth;
  if (nestedCost_.size() < depth + 2) nestedCost_.resize(depth + 2);
  const EventCost cost = costs_.of(site);
  const double within = cost.within() * fraction, outside = cost.outside * fraction;
  const Nested inside = std::exchange(nestedCost_[depth + 1], {});
  nestedCost_[depth].whole += within + outside + inside.whole;
  nestedCost_[depth].outside += outside;
  return {within + inside.whole, within + inside.outside};
}

}  // namespace relaxscope

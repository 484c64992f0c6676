// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/site_slice.h"

#include <algorithm>
#include <cmath>

namespace relaxscope {
namespace {

constexpr size_t kMaxLooks = 60'000;  ///< slices, a few milliseconds

/// One row, from a slice outwards.
class Search {
 public:
  Search(const TimelineScene& scene, double ticks) : scene_(scene), ticks_(ticks) {}

  void lookAt(uint32_t row, size_t looks) {
    const EventRow& slices = scene_.tracks().rows()[row]->slices;
    const auto [from, to] = scene_.scope();
    const size_t first = slices.firstReaching(from), end = slices.firstStartingFrom(to);
    size_t after = std::clamp(slices.firstReaching(ticks_), first, std::max(first, end)), before = after;
    while (looks > 0 && (after < end || before > first)) {
      if (after < end && (!take(slices, row, after++) || --looks == 0)) after = end;
      if (before > first && (!take(slices, row, --before) || --looks == 0)) before = first;
    }
  }
  [[nodiscard]] SlicePlace nearest() const { return nearest_; }

 private:
  /// False: this one and those beyond it are further away than the nearest one.
  bool take(const EventRow& slices, uint32_t row, size_t slice) {
    const auto begin = static_cast<double>(slices.start(slice)), end = static_cast<double>(slices.end(slice));
    const double distance = std::max({0.0, begin - ticks_, ticks_ - end});
    if (nearest_.valid() && distance >= distance_) return false;
    size_t at = 0;
    const StoredChunk* chunk = scene_.tracks().trace()->find(EventIndex(slices.event(slice)), at);
    if (chunk == nullptr || chunk->site(at).pc != scene_.markedPc || chunk->site(at).kind != EventKind::Call)
      return true;
    nearest_ = {row, static_cast<uint32_t>(slice)};
    distance_ = distance;
    return false;
  }

  const TimelineScene& scene_;
  double ticks_;
  SlicePlace nearest_;
  double distance_ = 0;
};

}  // namespace

SlicePlace nearestMarked(const TimelineScene& scene, double ticks) {
  if (scene.tracks().trace() == nullptr || scene.markedPc == kNoIndex) return {};
  const auto& rows = scene.tracks().rows();
  Search search(scene, ticks);
  const size_t each = std::max<size_t>(1, kMaxLooks / std::max<size_t>(1, rows.size()));
  for (uint32_t row = 0; row < rows.size(); ++row)
    if (rows[row]->hasEvents()) search.lookAt(row, each);
  return search.nearest();
}

}  // namespace relaxscope

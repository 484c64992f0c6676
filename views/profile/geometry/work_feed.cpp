// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/geometry/work_feed.h"

#include <algorithm>
#include <numeric>

namespace relaxscope {

bool WorkFeed::continues(const Trace& trace) const {
  if (current_ == nullptr) return true;
  const size_t last = place_ > 0 ? chunk_ : chunk_ - 1;
  return last < trace.workChunks().size() && trace.workChunks()[last] == current_;
}

void WorkFeed::open(const WorkChunk& chunk) {
  order_.clear();
  if (std::ranges::is_sorted(chunk.rows.start)) return;
  order_.resize(chunk.rows.size());
  std::iota(order_.begin(), order_.end(), 0u);
  std::ranges::stable_sort(order_, {}, [&](uint32_t row) { return chunk.rows.start[row]; });
}

/// The first lane that is free; the last one if none is.
uint32_t WorkFeed::laneOf(const DeviceWork& work) {
  const size_t first = size_t{work.track} * kLanes;
  if (ends_.size() < first + kLanes) ends_.resize(first + kLanes, INT64_MIN);
  uint32_t lane = 0;
  while (lane + 1 < kLanes && ends_[first + lane] > work.start) ++lane;
  ends_[first + lane] = std::max(ends_[first + lane], work.end());
  return lane;
}

std::optional<PlacedWork> WorkFeed::next(const Trace& trace) {
  while (chunk_ < trace.workChunks().size()) {
    const std::shared_ptr<const WorkChunk>& chunk = trace.workChunks()[chunk_];
    if (place_ == 0) {
      current_ = chunk;
      open(*chunk);
    }
    const size_t row = order_.empty() ? place_ : order_[place_];
    if (++place_ == chunk->rows.size()) {
      ++chunk_;
      place_ = 0;
    }
    PlacedWork placed{rowAt(chunk->rows, row), static_cast<uint32_t>(chunk->firstRow + row), 0};
    if (placed.work.track >= kMaxTracks) continue;
    placed.lane = laneOf(placed.work);
    return placed;
  }
  return std::nullopt;
}

}  // namespace relaxscope

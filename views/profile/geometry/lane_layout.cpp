// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/geometry/lane_layout.h"

#include <algorithm>
#include <cmath>

namespace relaxscope {
namespace {

// Logical pixels (look.md 1 and 3).
constexpr int kPad = 4, kGap = 2, kRow = 20, kTightRow = 18, kThreadMin = 60, kLoadMin = 46;
constexpr int kCollapsed = 28, kLive = 58, kGroup = 26, kRemark = 26, kNoSlots = 28;
constexpr int kDeviceRow = 22, kFlowRoom = 30, kDeviceMin = 46;
constexpr size_t kManyRows = 12;

class Builder {
 public:
  Builder(const Tracks& tracks, const LaneOptions& options) : tracks_(tracks), options_(options) {}

  LaneLayout build() {
    if (!options_.onlySlots) {
      if (options_.load) rowsLane(LaneKind::Load);
      rowsLane(LaneKind::Thread);
      deviceLanes();
      if (tracks_.hasCompiledBodies()) plain(LaneKind::Remark, kRemark);
    }
    const bool slotsFirst = !tracks_.slotSeries().empty();
    if (slotsFirst) slotLanes();
    if (!options_.onlySlots) plain(LaneKind::Live, kLive);
    if (!slotsFirst) plain(LaneKind::NoSlots, kNoSlots);
    out_.height = y_;
    return std::move(out_);
  }

 private:
  [[nodiscard]] int px(int value) const { return static_cast<int>(std::lround(value * options_.scale)); }

  Lane& add(LaneKind kind, int height) {
    Lane lane;
    lane.kind = kind;
    lane.y = y_;
    lane.height = height;
    lane.firstBand = static_cast<uint32_t>(out_.bands.size());
    y_ += height;
    out_.lanes.push_back(lane);
    return out_.lanes.back();
  }
  void plain(LaneKind kind, int height) { add(kind, px(height)); }

  void rowsLane(LaneKind kind) {
    std::vector<uint32_t> rows;
    for (uint32_t r = 0; r < tracks_.rows().size(); ++r) {
      const TrackRow& row = *tracks_.rows()[r];
      if (kind == LaneKind::Load ? row.load : !row.load && !row.isWork()) rows.push_back(r);
    }
    if (rows.empty() && kind == LaneKind::Load) return;
    Lane& lane = add(kind, 0);
    fillLane(lane, rows);
  }

  /// One lane per track; the first one leaves room for the curves that come down from the calls.
  void deviceLanes() {
    const auto& rows = tracks_.rows();
    bool first = true;
    for (uint32_t r = 0; r < rows.size();) {
      if (rows[r]->load || !rows[r]->isWork()) {
        ++r;
        continue;
      }
      std::vector<uint32_t> ofTrack;
      const uint32_t track = rows[r]->track;
      for (; r < rows.size() && rows[r]->track == track; ++r) ofTrack.push_back(r);
      Lane& lane = add(LaneKind::Device, 0);
      lane.track = track;
      fillLane(lane, ofTrack, first && options_.flows ? px(kFlowRoom) : 0);
      first = false;
    }
  }

  void fillLane(Lane& lane, const std::vector<uint32_t>& rows, int above = 0) {
    const LaneKind kind = lane.kind;
    const bool collapsed = options_.collapsed.contains(laneId(lane));
    lane.collapsible = !rows.empty();
    lane.collapsed = collapsed;
    lane.height = above;
    lane.above = above;
    int y = lane.y + above + px(kPad);
    if (collapsed) {
      // A collapsed lane shows the row with the most slices.
      uint32_t shown = rows.empty() ? 0 : rows.front();
      for (const uint32_t row : rows)
        if (tracks_.rows()[row]->slices.size() > tracks_.rows()[shown]->slices.size()) shown = row;
      if (!rows.empty()) out_.bands.push_back({shown, y + px(2), px(kCollapsed - 2 * kPad - 4)});
      lane.bandCount = rows.empty() ? 0 : 1;
      lane.height = above + px(kCollapsed);
    } else {
      const bool device = kind == LaneKind::Device;
      const int height = px(device ? kDeviceRow : rows.size() > kManyRows ? kTightRow : kRow);
      if (device && rows.size() == 1) y += px((kDeviceMin - kDeviceRow) / 2 - kPad);
      for (const uint32_t row : rows) {
        out_.bands.push_back({row, y, height});
        y += height + px(kGap);
      }
      lane.bandCount = static_cast<uint32_t>(rows.size());
      const int least = kind == LaneKind::Load ? kLoadMin : device ? kDeviceMin : kThreadMin;
      lane.height = std::max(y - lane.y + px(kPad), above + px(least));
    }
    y_ = lane.y + lane.height;
  }

  void slotLanes() {
    uint32_t function = kNoIndex;
    bool hidden = false;
    int dash = 0;
    for (const auto& [key, series] : tracks_.slotSeries()) {
      if (key.function != function) {
        function = key.function;
        dash = 0;
        Lane& group = add(LaneKind::SlotGroup, px(kGroup));
        group.slot = key;
        group.collapsible = true;
        hidden = group.collapsed = options_.collapsed.contains({LaneKind::SlotGroup, function});
      }
      if (hidden) continue;
      Lane& lane = add(LaneKind::Slot, px(options_.slotHeight));
      lane.slot = key;
      lane.dash = dash++;
    }
  }

  const Tracks& tracks_;
  const LaneOptions& options_;
  LaneLayout out_;
  int y_ = 0;
};

}  // namespace

LaneLayout layoutLanes(const Tracks& tracks, const LaneOptions& options) { return Builder(tracks, options).build(); }

int LaneLayout::laneAt(int y) const {
  for (size_t i = 0; i < lanes.size(); ++i)
    if (y >= lanes[i].y && y < lanes[i].y + lanes[i].height) return static_cast<int>(i);
  return -1;
}

int LaneLayout::bandAt(int y, int slack) const {
  const auto found = std::upper_bound(bands.begin(), bands.end(), y + slack,
                                      [](int value, const RowBand& band) { return value < band.y; });
  if (found == bands.begin()) return -1;
  const auto band = found - 1;
  return y < band->y + band->height + slack ? static_cast<int>(band - bands.begin()) : -1;
}

int LaneLayout::bandOfRow(uint32_t row) const {
  for (size_t i = 0; i < bands.size(); ++i)
    if (bands[i].row == row) return static_cast<int>(i);
  return -1;
}

}  // namespace relaxscope

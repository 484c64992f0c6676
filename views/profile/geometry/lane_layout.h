// SPDX-License-Identifier: GPL-3.0-or-later
// Vertical positions of lanes and rows, in pixels below the ruler: a pure function of the tracks and of the
// set of collapsed lanes. No Qt.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "views/profile/geometry/track.h"

namespace relaxscope {

enum class LaneKind : uint8_t { Load, Thread, Remark, Live, SlotGroup, Slot, NoSlots, Device };
struct Lane {
  LaneKind kind = LaneKind::Thread;
  int y = 0, height = 0;
  int above = 0;  ///< of its height, above its rows, that curves take
  bool collapsible = false, collapsed = false;
  SlotKey slot;               ///< for Slot; for SlotGroup only the function is set
  int dash = 0;               ///< for Slot: index of its line style
  uint32_t track = kNoIndex;  ///< for Device: row of DeviceTables::tracks
  uint32_t firstBand = 0, bandCount = 0;
};
struct RowBand {
  uint32_t row = 0;  ///< index into Tracks::rows()
  int y = 0, height = 0;
};
/// Key that identifies a collapsed lane across layouts: kind and function or track.
using LaneId = std::pair<LaneKind, uint32_t>;
inline LaneId laneId(const Lane& lane) {
  return {lane.kind, lane.kind == LaneKind::SlotGroup ? lane.slot.function
                     : lane.kind == LaneKind::Device  ? lane.track
                                                      : 0};
}

struct LaneOptions {
  bool load = false;       ///< show the load lane
  bool onlySlots = false;  ///< used by the values view
  bool flows = true;       ///< room for the curves from calls to device work
  std::set<LaneId> collapsed;
  double scale = 1.0;  ///< UI scale
  int slotHeight = 46;
};
struct LaneLayout {
  std::vector<Lane> lanes;
  std::vector<RowBand> bands;  ///< sorted by y
  int height = 0;

  /// Index into lanes, or -1.
  [[nodiscard]] int laneAt(int y) const;
  /// Index into bands, or -1; a band is extended by `slack` pixels above and below.
  [[nodiscard]] int bandAt(int y, int slack = 0) const;
  [[nodiscard]] int bandOfRow(uint32_t row) const;
};
LaneLayout layoutLanes(const Tracks& tracks, const LaneOptions& options);

}  // namespace relaxscope

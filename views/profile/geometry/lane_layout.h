// SPDX-License-Identifier: GPL-3.0-or-later
// Where lanes and rows stand, as rectangles in pixels below the ruler: a pure function of the tracks
// and of what is collapsed. No Qt.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "views/profile/geometry/track.h"

namespace relaxscope {

enum class LaneKind : uint8_t { Load, Thread, Remark, Live, SlotGroup, Slot, NoSlots };
struct Lane {
  LaneKind kind = LaneKind::Thread;
  int y = 0, height = 0;
  bool collapsible = false, collapsed = false;
  SlotKey slot;  ///< Slot; of SlotGroup the function alone
  int dash = 0;  ///< Slot: number of its line style
  uint32_t firstBand = 0, bandCount = 0;
};
struct RowBand {
  uint32_t row = 0;  ///< of Tracks::rows()
  int y = 0, height = 0;
};
/// What a lane is remembered by when it is collapsed: kind and function.
using LaneId = std::pair<LaneKind, uint32_t>;
inline LaneId laneId(const Lane& lane) {
  return {lane.kind, lane.kind == LaneKind::SlotGroup ? lane.slot.function : 0};
}

struct LaneOptions {
  bool load = false;       ///< show the load lane
  bool onlySlots = false;  ///< values view
  std::set<LaneId> collapsed;
  double scale = 1.0;  ///< UI scale
  int slotHeight = 46;
};
struct LaneLayout {
  std::vector<Lane> lanes;
  std::vector<RowBand> bands;  ///< by y
  int height = 0;

  /// Index into lanes, or -1.
  [[nodiscard]] int laneAt(int y) const;
  /// Index into bands, or -1; `slack` pixels above and below count as the band.
  [[nodiscard]] int bandAt(int y, int slack = 0) const;
  [[nodiscard]] int bandOfRow(uint32_t row) const;
};
LaneLayout layoutLanes(const Tracks& tracks, const LaneOptions& options);

}  // namespace relaxscope

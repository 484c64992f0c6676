// SPDX-License-Identifier: GPL-3.0-or-later
// The stretches of time that layers take: from the start of the first call of a copy to the end of its last one, in one
// frame of its function. Reads events one by one, in constant time for calls of the same copy, else logarithmic. No Qt.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "vmcore/analysis/regions/layer_map.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

using LayersOfTrace = std::shared_ptr<const std::vector<LayerMap>>;  ///< by function; may be null

/// One execution of a copy.
struct LayerStretch {
  uint32_t map = 0, copy = 0;  ///< row of LayersOfTrace, row of its copies
  uint32_t depth = 0;          ///< of its calls: events of this depth
  uint32_t nest = 0;           ///< 0 outermost
  int64_t start = 0, end = 0;  ///< ticks
  uint32_t event = 0;          ///< its first call
};

class LayerFollower {
 public:
  static constexpr uint32_t kNests = 2;     ///< deeper layers are not followed
  static constexpr size_t kMaxDepth = 256;  ///< of calls; those of deeper recursions are not followed

  void setLayers(LayersOfTrace layers);
  [[nodiscard]] const LayersOfTrace& layers() const { return layers_; }
  /// Forgets the events read so far.
  void restart() { frames_.clear(); }

  /// Reads the next event of the recording, where children come before their parents. Appends the stretches that ended
  /// before it: those of one depth and nest in order of time, without overlap.
  void read(const EventSite& site, int64_t start, int64_t end, uint32_t event, std::vector<LayerStretch>& ended);

 private:
  struct Open {
    const LayerCopy* copy = nullptr;  ///< null: none
    int64_t start = 0, end = 0;
    uint32_t event = 0, lastPc = 0;
  };
  struct Frame {
    uint32_t function = kNoIndex, map = kNoLayer;
    Open open[kNests];
  };
  void close(size_t depth, std::vector<LayerStretch>& ended);
  void close(size_t depth, uint32_t nest, std::vector<LayerStretch>& ended);

  LayersOfTrace layers_;
  std::vector<uint32_t> mapOf_;  ///< by function: row of layers_, or kNoLayer
  std::vector<Frame> frames_;    ///< by depth of calls; those deeper than the last event are closed
};

}  // namespace relaxscope

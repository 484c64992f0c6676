// SPDX-License-Identifier: Apache-2.0
// Layers of functions as ranges of pcs, for statistics by layer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/trace/stored_chunk.h"

namespace relaxscope {

/// A stretch of instructions of a function, indices as in a trace.
struct SiteLayer {
  uint32_t function = 0, firstPc = 0, lastPc = 0;
  std::string name;  ///< "blocks 3", "layer 0"
};

class SiteLayers {
 public:
  /// Those of one function must not overlap.
  explicit SiteLayers(std::vector<SiteLayer> layers);

  /// By function, then by pc.
  [[nodiscard]] const std::vector<SiteLayer>& layers() const { return layers_; }
  /// The row of layers() that holds the instruction of a call; kNoIndex: none, or the event is no call of an
  /// instruction. What a function called from a layer does is in the layers of that function. Logarithmic.
  [[nodiscard]] uint32_t of(const EventSite& site) const;

 private:
  std::vector<SiteLayer> layers_;
};

}  // namespace relaxscope

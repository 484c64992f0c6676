// SPDX-License-Identifier: Apache-2.0
// The copies of a function's repeated regions as stretches of instructions, with the numbers of their names.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/analysis/regions/repeated_regions.h"

namespace relaxscope {

inline constexpr uint32_t kNoLayer = 0xFFFFFFFFu;

/// One copy. Its instructions begin where its first call is prepared and end with the kills after its last call, so
/// that copies of a region follow each other without a gap.
struct LayerCopy {
  InstrIndex first, last;     ///< instructions
  uint32_t call = 0;          ///< its first one, a number of CallFlow
  uint32_t calls = 0;         ///< how many it has
  uint32_t depth = 0;         ///< 0 outermost
  uint32_t region = 0;        ///< row of FunctionRegions::regions
  uint32_t copy = 0;          ///< from 0
  uint32_t count = 0;         ///< copies of the region, which are count adjacent rows
  uint32_t number = 0;        ///< that its name shows
  uint32_t stem = kNoLayer;   ///< of its name
  uint32_t outer = kNoLayer;  ///< row of the copy around it
};

/// What a name is made of: "blocks" and "3"; of a region without a stem, "" and "3", of one in that, "" and "3.0".
struct LayerName {
  std::string stem, number;
  /// "blocks 3", "layer 3.0".
  [[nodiscard]] std::string text() const { return (stem.empty() ? "layer" : stem) + " " + number; }
};

class LayerMap {
 public:
  static constexpr uint32_t kMaxDepth = 3;  ///< regions deeper than that have no rows

  LayerMap() = default;
  /// `regions` must be of the executable. Linear in copies of regions, of which there are fewer than calls per depth,
  /// and in the instructions around them.
  LayerMap(const Executable& executable, FunctionRegions regions);

  /// Its flow has calls, but no longer what they take.
  [[nodiscard]] const FunctionRegions& regions() const { return regions_; }
  /// By depth, then by pc; those of one depth do not overlap.
  [[nodiscard]] std::span<const LayerCopy> copies() const { return copies_; }
  [[nodiscard]] std::span<const LayerCopy> copiesAt(uint32_t depth) const;
  [[nodiscard]] uint32_t rowOf(const LayerCopy& copy) const { return static_cast<uint32_t>(&copy - copies_.data()); }
  /// The copy of that depth that holds an instruction, or null. Logarithmic.
  [[nodiscard]] const LayerCopy* at(InstrIndex pc, uint32_t depth) const;
  [[nodiscard]] const LayerCopy* innermostAt(InstrIndex pc) const;
  /// The next copy of the same region; after the last one the first.
  [[nodiscard]] const LayerCopy& next(const LayerCopy& copy) const;
  [[nodiscard]] LayerName nameOf(const LayerCopy& copy) const;

 private:
  friend class LayerMapMaker;
  FunctionRegions regions_;
  std::vector<LayerCopy> copies_;
  std::vector<std::string> stems_;
  std::array<uint32_t, kMaxDepth + 1> levels_{};  ///< rows of copies_ at which the depths begin
};

/// Nothing when stopped.
std::optional<LayerMap> layerMapOf(const Executable& executable, FuncIndex function, const std::stop_token& stop = {});
/// Of all functions that have layers, in the order of the function table.
std::optional<std::vector<LayerMap>> layerMapsOf(const Executable& executable, const std::stop_token& stop = {});

}  // namespace relaxscope

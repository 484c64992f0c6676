// SPDX-License-Identifier: GPL-3.0-or-later
// What the memory view shows of a function: keys of Document::derived().
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "views/core/derived.h"
#include "views/memory/step_line.h"
#include "views/profile/geometry/event_row.h"
#include "vmcore/analysis/flow/storage_overlap.h"
#include "vmcore/analysis/memory/alternatives.h"
#include "vmcore/analysis/memory/chart.h"
#include "vmcore/analysis/memory/plan.h"

namespace relaxscope {

using GivenSizes = std::vector<std::pair<std::string, int64_t>>;
MemorySizes memorySizes(const GivenSizes& given, const SlotValues& values = {});

/// Contents that are written over while they are still read, in a storage of the plan.
struct PlacedOverlap {
  StorageOverlap at;
  int storage = 0, victim = 0;  ///< row, and place of the tensor in it
};

struct MemoryPicture {
  MemoryPlan plan;
  std::vector<PlacedOverlap> overlaps;
  MemoryChart chart;
  MemoryAlternatives other;
  std::vector<StepPoint> live;          ///< bytes of storages, as planned
  std::vector<StepPoint> withoutReuse;  ///< one storage for every tensor, none freed
  /// Lives of the tensors of a storage with more than a few thousand, by its row; an event is a tensor's place.
  std::map<int, EventRow> manyTensors;
  int64_t peakEnd = 0;   ///< pc of the first change after the peak that is below it, or the function's end
  uint64_t largest = 0;  ///< bytes of the largest block

  [[nodiscard]] bool isEmpty() const { return plan.storages.empty() && plan.steps.empty(); }
};

/// The plan for given extents of symbolic dimensions; those that are not given are MemorySizes::others.
struct MemoryPlanOf {
  using Value = MemoryPicture;
  FuncIndex function;
  GivenSizes sizes;
  SlotValues slotValues{};  ///< MemorySizes::slotValues

  bool operator==(const MemoryPlanOf&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& source) const;
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const;
};

/// The peak against one dimension, the others as given: powers of two up to 65,536.
struct PeakCurveOf {
  struct Point {
    int64_t extent = 0;
    uint64_t live = 0, perTensor = 0;  ///< bytes
  };
  using Value = std::vector<Point>;
  FuncIndex function;
  GivenSizes sizes;
  std::string dimension;

  bool operator==(const PeakCurveOf&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& source) const;
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const;
};

}  // namespace relaxscope

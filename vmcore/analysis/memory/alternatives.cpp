// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/alternatives.h"

#include <algorithm>

#include "vmcore/analysis/memory/formula_sum.h"
#include "vmcore/base/block_bytes.h"

namespace relaxscope {
namespace {

uint64_t blockOf(const PlannedTensor& tensor) {
  constexpr int64_t kMost = int64_t{1} << 46;
  return tensor.bytes && *tensor.bytes >= 0 && *tensor.bytes < kMost
             ? naiveBlockBytes(static_cast<size_t>(*tensor.bytes))
             : 0;
}

/// Sums that only tensors and storages of known size enter.
struct Sum {
  uint64_t bytes = 0;
  FormulaSum formula;
  [[nodiscard]] MemoryFigure figure() const { return {bytes, formula.text()}; }
};

struct Edge {
  int64_t pc;
  bool begins;  ///< at its instruction; otherwise after it
  const PlannedTensor* tensor;
};

/// Edges of lives in order: what begins at an instruction counts before what ends at it goes.
std::vector<Edge> edgesOf(const MemoryPlan& plan) {
  std::vector<Edge> edges;
  for (const PlannedStorage& storage : plan.storages)
    for (const PlannedTensor& tensor : storage.tensors) {
      edges.push_back({tensor.pc.value, true, &tensor});
      if (tensor.overwritten.valid()) edges.push_back({tensor.overwritten.value - 1, false, &tensor});
      else if (tensor.death.valid()) edges.push_back({std::max(tensor.death, tensor.pc).value, false, &tensor});
    }
  std::ranges::stable_sort(
      edges, [](const Edge& a, const Edge& b) { return a.pc != b.pc ? a.pc < b.pc : a.begins && !b.begins; });
  return edges;
}

void findSmallest(const MemoryPlan& plan, MemoryAlternatives& out) {
  const std::vector<Edge> edges = edgesOf(plan);
  uint64_t live = 0;
  size_t peak = 0;
  for (size_t i = 0; i < edges.size(); ++i) {
    const uint64_t block = blockOf(*edges[i].tensor);
    live += edges[i].begins ? block : uint64_t{0} - block;
    if (live <= out.smallest.bytes) continue;
    out.smallest.bytes = live;
    out.smallestPc = InstrIndex(edges[i].pc);
    peak = i + 1;
  }
  std::vector<const PlannedTensor*> alive;
  std::vector<const PlannedTensor*> gone;
  for (size_t i = 0; i < peak; ++i) (edges[i].begins ? alive : gone).push_back(edges[i].tensor);
  std::ranges::sort(gone);
  FormulaSum sum;
  for (const PlannedTensor* tensor : alive)
    if (!std::ranges::binary_search(gone, tensor)) sum.add(tensor->formula);
  out.smallest.formula = sum.text();
}

}  // namespace

MemoryAlternatives memoryAlternatives(const MemoryPlan& plan) {
  MemoryAlternatives out;
  out.live = {plan.storagesPeak, plan.storagesFormula.empty() ? "0" : plan.storagesFormula};
  Sum storages, tensors;
  for (const PlannedStorage& storage : plan.storages) {
    storages.bytes += storage.block;
    storages.formula.add(storage.formula);
    out.known &= storage.block != 0 || storage.bytes == 0;
    for (const PlannedTensor& tensor : storage.tensors) {
      tensors.bytes += blockOf(tensor);
      tensors.formula.add(tensor.formula);
      out.known &= tensor.bytes.has_value();
    }
  }
  out.allStorages = storages.figure();
  out.perTensor = tensors.figure();
  findSmallest(plan, out);
  return out;
}

std::vector<MemoryPoint> bytesWithoutReuse(const MemoryPlan& plan) {
  std::vector<MemoryPoint> points;
  for (const PlannedStorage& storage : plan.storages)
    for (const PlannedTensor& tensor : storage.tensors) points.push_back({tensor.pc, blockOf(tensor)});
  std::ranges::stable_sort(points, {}, &MemoryPoint::pc);
  uint64_t sum = 0;
  for (MemoryPoint& point : points) point.bytes = sum += point.bytes;
  return points;
}

}  // namespace relaxscope

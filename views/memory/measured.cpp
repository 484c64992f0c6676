// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/measured.h"

#include <algorithm>
#include <optional>

#include "vmcore/analysis/memory/plan.h"
#include "vmcore/trace/slot_values.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxSeen = 64, kMaxPoints = 100'000;

class MemoryReader {
 public:
  MemoryReader(FuncIndex function, const std::vector<SlotInfo>& heap)
      : function_(static_cast<uint32_t>(function.value)), heap_(heap) {}

  void take(const StoredChunk& chunk) {
    for (const SlotChange& change : chunk.slotChanges()) slot(change);
    const std::vector<MemoryRecord>& records = chunk.memory();
    size_t next = 0;
    for (size_t i = 0; i < chunk.size() && !done_; ++i) {
      const bool has = next < records.size() && records[next].event == i;
      event(chunk.site(i), has ? &records[next] : nullptr);
      next += has ? 1 : 0;
    }
  }
  MeasuredMemory result() && {
    for (const auto& [name, value] : first_) out_.sizes.emplace_back(name, value);
    for (const MeasuredMemory::Point& point : out_.points) out_.peak = std::max(out_.peak, point.live);
    return std::move(out_);
  }

 private:
  void slot(const SlotChange& change) {
    if (change.function != function_ || change.slot >= heap_.size()) return;
    const SlotInfo& info = heap_[change.slot];
    if (info.origin != SlotInfo::Origin::Dimension) return;
    std::set<int64_t>& seen = out_.seen[info.name];
    if (seen.size() < kMaxSeen) seen.insert(change.value);
    first_.try_emplace(info.name, change.value);
  }
  /// Events are in the order of their ends: those of an activation precede that of its body.
  void event(const EventSite& site, const MemoryRecord* memory) {
    const bool inside = site.function == function_ && instructionOf(site) != kNoIndex;
    if (!inside) {
      // The calls of one activation are followed by its body or the caller's event.
      done_ = !out_.points.empty() && site.depth < depth_;
      return;
    }
    if (memory == nullptr) return;
    if (out_.points.empty()) {
      depth_ = site.depth;
      base_ = memory->live - memory->allocated + memory->freed;
    }
    if (site.depth != depth_ || out_.points.size() >= kMaxPoints) return;
    out_.points.push_back({InstrIndex(site.pc), memory->allocated, memory->live - base_});
  }

  uint32_t function_;
  const std::vector<SlotInfo>& heap_;
  MeasuredMemory out_;
  std::map<std::string, int64_t> first_;
  uint16_t depth_ = 0;
  int64_t base_ = 0;
  bool done_ = false;
};

}  // namespace

int64_t MeasuredMemory::allocatedAt(InstrIndex pc) const {
  const auto found =
      std::ranges::find_if(points, [pc](const Point& point) { return point.pc == pc && point.allocated > 0; });
  return found == points.end() ? -1 : found->allocated;
}

bool MeasuredMemory::differsFrom(const GivenSizes& plan) const {
  return std::ranges::any_of(plan, [this](const auto& size) {
    const auto found = std::ranges::find(sizes, size.first, &GivenSizes::value_type::first);
    return found != sizes.end() && found->second != size.second;
  });
}

MeasuredMemory measuredMemory(const Trace& trace, const FunctionFacts& facts, FuncIndex function,
                              const std::stop_token& stop) {
  const std::vector<SlotInfo> heap = facts.shapeSlots(function);
  MemoryReader reader(function, heap);
  for (const auto& chunk : trace.chunks()) {
    if (stop.stop_requested()) break;
    reader.take(*chunk);
  }
  MeasuredMemory measured = std::move(reader).result();
  const std::optional<MemoryPlan> plan = memoryPlan(facts, function, memorySizes(measured.sizes), stop);
  if (!plan || plan->heapSlots.empty()) return measured;
  std::set<HeapSlot> wanted;
  for (const PlannedSlot& each : plan->heapSlots) wanted.insert(each.slot);
  for (const auto& [slot, value] : recordedSlots(trace, wanted))
    if (value) measured.slotValues.emplace(slot, *value);
  return measured;
}

}  // namespace relaxscope

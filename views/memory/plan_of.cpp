// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/plan_of.h"

#include <algorithm>

namespace relaxscope {
namespace {

constexpr size_t kShortCode = 4'000, kShortCurve = 500;  // instructions of the executable: callees are followed too

std::map<int, EventRow> manyTensorsOf(const MemoryChart& chart) {
  constexpr size_t kMany = 4'000;  // fewer are looked at one by one each time they are painted
  std::map<int, EventRow> rows;
  for (size_t i = 0; i < chart.storages.size(); ++i) {
    const std::vector<ChartTensor>& tensors = chart.storages[i].tensors;
    if (tensors.size() < kMany) continue;
    EventRow& row = rows[static_cast<int>(i)];
    for (size_t t = 0; t < tensors.size(); ++t)
      row.append(tensors[t].begin, tensors[t].end - tensors[t].begin, 0, static_cast<uint32_t>(t));
  }
  return rows;
}

int64_t endOfPeak(const MemoryPlan& plan, int64_t end) {
  const auto first = std::ranges::lower_bound(plan.steps, plan.peakPc, {}, &MemoryStep::pc);
  for (auto step = first; step != plan.steps.end(); ++step)
    if (step->pc > plan.peakPc ? step->after < plan.storagesPeak : step->after < step->peak) return step->pc.value;
  return end;
}

/// The contents of a tensor that is written over last until they are read.
void addOverlaps(const std::vector<StorageOverlap>& overlaps, MemoryPicture& picture) {
  const auto& storages = picture.plan.storages;
  for (size_t row = 0; row < storages.size() && !overlaps.empty(); ++row)
    for (size_t place = 0; place < storages[row].tensors.size(); ++place) {
      const auto found = std::ranges::find(overlaps, storages[row].tensors[place].pc, &StorageOverlap::victim);
      if (found == overlaps.end()) continue;
      picture.overlaps.push_back({*found, static_cast<int>(row), static_cast<int>(place)});
      ChartTensor& drawn = picture.chart.storages[row].tensors[place];
      drawn.end = std::max(drawn.end, found->reader.value + 1);
    }
}

}  // namespace

MemorySizes memorySizes(const GivenSizes& given, const SlotValues& values) {
  MemorySizes sizes;
  for (const auto& [name, extent] : given) sizes.given.insert_or_assign(name, extent);
  sizes.slotValues = values;
  return sizes;
}

bool MemoryPlanOf::isShort(const DerivedSource& source) const { return source.executable->code.size() <= kShortCode; }

std::optional<MemoryPicture> MemoryPlanOf::make(const DerivedSource& source, const std::stop_token& stop) const {
  std::optional<MemoryPlan> plan = memoryPlan(*source.facts, function, memorySizes(sizes, slotValues), stop);
  if (!plan) return std::nullopt;
  MemoryPicture picture;
  std::ranges::stable_sort(plan->steps, {}, &MemoryStep::pc);  // blocks may be followed in another order
  picture.chart = memoryChart(*source.executable, *plan);
  picture.other = memoryAlternatives(*plan);
  const auto overlaps = storageOverlaps(*source.executable, function, stop);
  if (!overlaps) return std::nullopt;
  for (const MemoryStep& step : plan->steps)
    picture.live.push_back(
        {static_cast<double>(step.pc.value), static_cast<double>(step.peak), static_cast<double>(step.after)});
  for (const MemoryPoint& point : bytesWithoutReuse(*plan))
    picture.withoutReuse.push_back(
        {static_cast<double>(point.pc.value), static_cast<double>(point.bytes), static_cast<double>(point.bytes)});
  picture.manyTensors = manyTensorsOf(picture.chart);
  picture.peakEnd = plan->peakPc.valid() ? endOfPeak(*plan, picture.chart.end) : 0;
  for (const PlannedStorage& storage : plan->storages) picture.largest = std::max(picture.largest, storage.block);
  picture.plan = *std::move(plan);
  addOverlaps(*overlaps, picture);
  return picture;
}

bool PeakCurveOf::isShort(const DerivedSource& source) const { return source.executable->code.size() <= kShortCurve; }

std::optional<PeakCurveOf::Value> PeakCurveOf::make(const DerivedSource& source, const std::stop_token& stop) const {
  constexpr int kPowers = 17;
  Value points;
  MemorySizes given = memorySizes(sizes);
  for (int power = 0; power < kPowers; ++power) {
    const int64_t extent = int64_t{1} << power;
    given.given.insert_or_assign(dimension, extent);
    const std::optional<MemoryPlan> plan = memoryPlan(*source.facts, function, given, stop);
    if (!plan) return std::nullopt;
    if (plan->certainFailure() != nullptr) break;
    points.push_back({extent, plan->storagesPeak, memoryAlternatives(*plan).perTensor.bytes});
  }
  return points;
}

}  // namespace relaxscope

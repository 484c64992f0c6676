// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/figures.h"

#include <algorithm>
#include <array>

#include "vmcore/analysis/memory/plan.h"
#include "vmcore/analysis/regions/repeated_regions.h"

namespace relaxscope::diffing {
namespace {

// Bounds of the work on one plan: a diff of code with many branches must not wait for it.
constexpr uint64_t kWorkPerInstruction = 16, kMinPairWork = uint64_t{1} << 18;
constexpr size_t kLong = 5'000;  // instructions of a function whose plan is made only if it changed

bool isBytecode(const Executable& executable, FuncIndex function) {
  const Function* const row = executable.function(function);
  return row != nullptr && row->isBytecode();
}

/// Functions with code on both sides, those that changed first.
std::vector<const FunctionPair*> matchedCode(const Executable& old, const Executable& now,
                                             const std::vector<FunctionPair>& functions) {
  std::vector<const FunctionPair*> out;
  for (const PairState state : {PairState::Changed, PairState::Same})
    for (const FunctionPair& pair : functions)
      if (pair.state == state && isBytecode(old, pair.old) && isBytecode(now, pair.now) && out.size() < kMostFigures)
        out.push_back(&pair);
  return out;
}

void take(const MemoryPlan& plan, uint64_t& peak, uint64_t& storages, uint64_t& bytes, std::string& formula,
          MemoryChange& out) {
  peak = plan.storagesPeak;
  storages = plan.storages.size();
  for (const PlannedStorage& storage : plan.storages) bytes += storage.block;
  formula = plan.storagesFormula;
  out.exact = out.exact && plan.exact && plan.complete;
}

/// The plans of both, for the same sizes: the smaller ones where one was made for a bound. Nothing when stopped.
std::optional<std::array<MemoryPlan, 2>> plansOf(const FunctionFacts& oldFacts, const FunctionFacts& nowFacts,
                                                 const FunctionPair& pair, MemorySizes sizes,
                                                 const std::stop_token& stop) {
  for (;;) {
    auto before = memoryPlan(oldFacts, pair.old, sizes, stop), after = memoryPlan(nowFacts, pair.now, sizes, stop);
    if (!before || !after) return std::nullopt;
    const size_t given = sizes.given.size();
    for (const MemoryPlan* const plan : {&*before, &*after})
      for (const auto& [name, extent] : plan->sizes)
        if (extent < sizes.others && given == 0) {
          const auto row = sizes.given.try_emplace(name, extent).first;
          row->second = std::min(row->second, extent);
        }
    if (sizes.given.size() == given) return std::array{*std::move(before), *std::move(after)};
  }
}

}  // namespace

std::optional<std::vector<MemoryChange>> memoryChanges(const FunctionFacts& oldFacts, const FunctionFacts& nowFacts,
                                                       const std::vector<FunctionPair>& functions,
                                                       const std::stop_token& stop) {
  std::vector<MemoryChange> out;
  for (const FunctionPair* const pair : matchedCode(oldFacts.executable(), nowFacts.executable(), functions)) {
    // A function that is the same has one plan; a long one is left out.
    const bool isLong = pair->rows.size() > kLong;
    if (isLong && pair->state == PairState::Same) continue;
    MemorySizes sizes;
    sizes.work = std::clamp(kWorkPerInstruction * pair->rows.size(), kMinPairWork, sizes.work);
    std::array<MemoryPlan, 2> plans;
    if (pair->state == PairState::Same) {
      auto plan = memoryPlan(oldFacts, pair->old, sizes, stop);
      if (!plan) return std::nullopt;
      plans.fill(*std::move(plan));
    } else {
      auto both = plansOf(oldFacts, nowFacts, *pair, sizes, stop);
      if (!both) return std::nullopt;
      plans = *std::move(both);
    }
    MemoryChange change;
    change.old = pair->old;
    change.now = pair->now;
    take(plans[0], change.oldPeak, change.oldStorages, change.oldBytes, change.oldFormula, change);
    take(plans[1], change.nowPeak, change.nowStorages, change.nowBytes, change.nowFormula, change);
    change.same = change.oldPeak == change.nowPeak && change.oldStorages == change.nowStorages &&
                  change.oldBytes == change.nowBytes && change.oldFormula == change.nowFormula;
    out.push_back(std::move(change));
  }
  return out;
}

std::optional<std::vector<LayerChange>> layerChanges(const FunctionFacts& oldFacts, const FunctionFacts& nowFacts,
                                                     const std::vector<FunctionPair>& functions,
                                                     const std::stop_token& stop) {
  std::vector<LayerChange> out;
  for (const FunctionPair* const pair : matchedCode(oldFacts.executable(), nowFacts.executable(), functions)) {
    if (pair->state == PairState::Same) continue;
    const auto before = repeatedRegions(oldFacts, pair->old, stop), after = repeatedRegions(nowFacts, pair->now, stop);
    if (!before || !after) return std::nullopt;
    std::vector<bool> used(after->regions.size());
    const auto add = [&](std::string name, uint32_t was, uint32_t is) {
      if (was != is) out.push_back({pair->old, pair->now, std::move(name), was, is});
    };
    for (const RepeatedRegion& region : before->regions) {
      size_t at = 0;
      while (at < used.size() &&
             (used[at] || after->regions[at].name != region.name || after->regions[at].depth != region.depth))
        ++at;
      if (at < used.size()) used[at] = true;
      add(region.name, region.count(), at < used.size() ? after->regions[at].count() : 0);
    }
    for (size_t at = 0; at < used.size(); ++at)
      if (!used[at]) add(after->regions[at].name, 0, after->regions[at].count());
  }
  return out;
}

}  // namespace relaxscope::diffing

// SPDX-License-Identifier: Apache-2.0
// Storages that could take over a block that is free.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "vmcore/analysis/lint/subject.h"
#include "vmcore/analysis/memory/plan.h"

namespace relaxscope::linting {
namespace {

/// "f32": of the tensors in a storage, which have one type; empty otherwise.
std::string elementTypeOf(const PlannedStorage& storage) {
  std::string found;
  for (const PlannedTensor& tensor : storage.tensors) {
    const std::string type = tensor.type.substr(0, tensor.type.find('['));
    if (type.empty() || (!found.empty() && type != found)) return {};
    found = type;
  }
  return found;
}

/// Whether a memory planner made the plan: a storage holds several tensors.
bool isPlanned(const MemoryPlan& plan) {
  return std::ranges::any_of(plan.storages, [](const PlannedStorage& each) { return each.tensors.size() > 1; });
}

/// Blocks of one size, device and basic block that are free.
class FreeBlocks {
 public:
  void add(const PlannedStorage& storage) {
    const auto block = blocks_.emplace(storage.death, elementTypeOf(storage));
    byType_[block->second].emplace(block->first, block);
  }
  /// Takes a block that is free before `pc`, of `type` if there is one, and returns its element type.
  std::optional<std::string> take(InstrIndex pc, const std::string& type) {
    if (blocks_.empty() || blocks_.begin()->first >= pc) return std::nullopt;
    auto block = blocks_.begin();
    if (const auto same = byType_.find(type);
        same != byType_.end() && !same->second.empty() && same->second.begin()->first < pc)
      block = same->second.begin()->second;
    std::string taken = block->second;
    // Of the blocks of its type it is the first that is free, and the first that was added.
    auto& alike = byType_[taken];
    alike.erase(alike.begin());
    blocks_.erase(block);
    return taken;
  }

 private:
  using Blocks = std::multimap<InstrIndex, std::string>;  ///< element types, by when the block is free
  Blocks blocks_;
  std::map<std::string, std::multimap<InstrIndex, Blocks::iterator>> byType_;
};

/// Reports sites that are `bytes` in all, if that is known. A planner that shares blocks leaves those of other element
/// types (TVM src/relax/transform/static_plan_block_memory.cc, 0.27): to run it is no advice then.
void reportStorages(Subject& subject, Finding& finding, std::optional<int64_t> bytes, bool planned) {
  const uint64_t count = finding.count();
  if (!bytes && planned)
    return finding.report(subject, "1 storage could take over a block that the memory planner left.",
                          "{} storages could take over a block each that the memory planner left.");
  if (!bytes)
    return finding.report(subject, "1 storage could take over a block.", "{} storages could take over a block each.");
  const char* const one = planned ? "1 storage of {} bytes could take over a block that the memory planner left."
                                  : "1 storage of {} bytes could take over a block.";
  const char* const more =
      planned ? "{} storages, {} bytes in all, could take over a block each that the memory planner left."
              : "{} storages, {} bytes in all, could take over a block each.";
  finding.report(subject,
                 count == 1 ? fmt::format(fmt::runtime(one), *bytes) : fmt::format(fmt::runtime(more), count, *bytes));
}

/// In order of pc, a storage takes the block of an earlier one of the same size, device and basic block that is free.
void findIn(Subject& subject, const MemoryPlan& plan) {
  using Key = std::tuple<std::string, uint32_t, BlockIndex>;
  Finding finding(LintRule::StorageNotReused, plan.function);
  const Cfg cfg = buildCfg(subject.executable, plan.function);
  const bool planned = isPlanned(plan);
  std::map<Key, FreeBlocks> frees;
  std::optional<int64_t> bytes = plan.sizes.empty() ? std::optional<int64_t>(0) : std::nullopt;
  for (const PlannedStorage& storage : plan.storages) {
    // What a function returns is kept apart from what it reuses.
    if (storage.formula == "?" || !storage.death.valid()) continue;
    FreeBlocks& free = frees[{storage.formula, storage.place, cfg.blockAt(storage.pc)}];
    const std::string type = elementTypeOf(storage);
    if (const auto taken = free.take(storage.pc, type)) {
      const bool converts = !type.empty() && !taken->empty() && *taken != type;
      finding.add(fmt::format("{} B", storage.formula),
                  converts ? fmt::format("{} -> {}", *taken, type) : std::string(),
                  {plan.function, storage.pc, {}, {}});
      int64_t sum = 0;
      const bool known = bytes && storage.bytes && !__builtin_add_overflow(*bytes, *storage.bytes, &sum);
      bytes = known ? std::optional(sum) : std::nullopt;
    }
    if (cfg.blockAt(storage.death) == cfg.blockAt(storage.pc)) free.add(storage);
  }
  reportStorages(subject, finding, bytes, planned);
}

}  // namespace

void findUnsharedStorages(Subject& subject) {
  MemorySizes sizes;
  sizes.work = uint64_t{1} << 20;  // about 100 ms
  const auto plans = memoryPlans(subject.facts, {}, sizes);
  if (!plans.ok()) return;
  for (const MemoryPlan& plan : *plans) {
    if (subject.stop.stop_requested()) return;
    subject.findings.complete = subject.findings.complete && plan.complete;
    if (plan.complete) findIn(subject, plan);
  }
}

}  // namespace relaxscope::linting

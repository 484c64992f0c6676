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

/// In order of pc, a storage takes the block of an earlier one of the same size, device and basic block that is free.
void findIn(Subject& subject, const MemoryPlan& plan) {
  using Key = std::tuple<std::string, uint32_t, BlockIndex>;
  Finding finding(LintRule::StorageNotReused, plan.function);
  const Cfg cfg = buildCfg(subject.executable, plan.function);
  std::map<Key, std::multiset<InstrIndex>> frees;  // by when they are free
  int64_t bytes = 0;
  bool known = true;
  for (const PlannedStorage& storage : plan.storages) {
    // What a function returns is kept apart from what it reuses.
    if (storage.formula == "?" || !storage.death.valid()) continue;
    std::multiset<InstrIndex>& free = frees[{storage.formula, storage.place, cfg.blockAt(storage.pc)}];
    if (!free.empty() && *free.begin() < storage.pc) {
      free.erase(free.begin());
      finding.add(fmt::format("{} B", storage.formula), {}, {plan.function, storage.pc, {}, {}});
      const std::optional<int64_t> more = storage.bytes;
      known = known && plan.sizes.empty() && more && !__builtin_add_overflow(bytes, *more, &bytes);
    }
    if (cfg.blockAt(storage.death) == cfg.blockAt(storage.pc)) free.insert(storage.death);
  }
  const uint64_t count = finding.count();
  if (!known) {
    finding.report(subject, "1 storage could take over a block.", "{} storages could take over a block each.");
    return;
  }
  finding.report(subject,
                 count == 1 ? fmt::format("1 storage of {} bytes could take over a block.", bytes)
                            : fmt::format("{} storages, {} bytes in all, could take over a block each.", count, bytes));
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

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/swapped_names.h"

#include <array>
#include <string_view>
#include <unordered_map>

#include "vmcore/analysis/diff/align/hash.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope::diffing {
namespace {

constexpr uint32_t kMany = 0xFFFFFFFEU;

/// Rows by program and by name; those that several share are kMany.
struct Table {
  std::vector<uint64_t> keys;  ///< by row; 0 for functions without bytecode
  std::unordered_map<uint64_t, uint32_t> byKey;
  std::unordered_map<std::string_view, uint32_t> byName;

  explicit Table(const Executable& executable) : keys(executable.functions.size(), 0) {
    CodeWalk walk(executable);
    for (const FuncIndex function : walkableFunctions(executable)) {
      const Function& row = executable.functions[function.at()];
      uint64_t key = mixed(static_cast<uint64_t>(row.numArgs) + 1);
      walk.run(existingRange(executable, row), [&](int64_t pc, const Instruction& instruction) {
        key = added(key, mixed(instruction.words.size() + (static_cast<uint64_t>(instruction.words[0]) << 32)));
        const Function* const callee = executable.function(calleeAt(executable, InstrIndex(pc)));
        if (callee != nullptr && callee->isPacked()) key = added(key, std::hash<std::string_view>()(callee->name));
        return true;
      });
      keys[function.at()] = key;
    }
    for (uint32_t i = 0; i < keys.size(); ++i) {
      if (const auto [place, isNew] = byName.emplace(executable.functions[i].name, i); !isNew) place->second = kMany;
      if (keys[i] == 0) continue;
      if (const auto [place, isNew] = byKey.emplace(keys[i], i); !isNew) place->second = kMany;
    }
  }
  /// The row of a name that one function has, with bytecode; else kMany.
  [[nodiscard]] uint32_t rowOf(std::string_view name) const {
    const auto found = byName.find(name);
    return found == byName.end() || found->second == kMany || keys[found->second] == 0 ? kMany : found->second;
  }
};

}  // namespace

std::vector<FunctionMatch> swappedNames(const Executable& old, const Executable& now) {
  const Table before(old), after(now);
  std::unordered_map<uint32_t, uint32_t> partners;
  for (uint32_t row = 0; row < before.keys.size(); ++row) {
    const uint32_t namesake = after.rowOf(old.functions[row].name);
    if (before.keys[row] == 0 || namesake == kMany || after.keys[namesake] == before.keys[row]) continue;
    const auto own = before.byKey.find(before.keys[row]), other = after.byKey.find(before.keys[row]);
    if (own->second == row && other != after.byKey.end() && other->second != kMany)
      partners.emplace(row, other->second);
  }
  // Only whole rings: the name that a function took over is that of one that took over a name, too.
  constexpr int kMostRounds = 8;
  bool isWhole = false;
  for (int round = 0; round < kMostRounds && !isWhole; ++round) {
    std::unordered_map<uint32_t, uint32_t> taken;
    for (const auto& [row, partner] : partners) taken.emplace(partner, row);
    isWhole = std::erase_if(partners, [&](const auto& pair) {
                const uint32_t follows = before.rowOf(now.functions[pair.second].name);
                return follows == kMany || !partners.contains(follows) ||
                       !taken.contains(after.rowOf(old.functions[pair.first].name));
              }) == 0;
  }
  std::vector<FunctionMatch> out;
  if (!isWhole) return out;
  for (uint32_t row = 0; row < before.keys.size(); ++row)
    if (const auto found = partners.find(row); found != partners.end())
      out.push_back({FuncIndex(row), FuncIndex(found->second), MatchReason::SameCodeOtherName});
  return out;
}

}  // namespace relaxscope::diffing

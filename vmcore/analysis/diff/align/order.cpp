// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/order.h"

#include <numeric>

#include "vmcore/analysis/diff/align/hash.h"

namespace relaxscope::diffing {

OrderSums::Sums& OrderSums::sumsOf(uint32_t resource, uint32_t block) {
  Sums& sums = sums_[resource];
  if (sums.block != block) sums = {block, 0, 0};
  return sums;
}

void OrderSums::addBefore(const std::vector<uint64_t>& keys, std::vector<uint64_t>& to) {
  std::vector<uint32_t> all(code_.instructions.size());
  std::iota(all.begin(), all.end(), 0U);
  addBefore(all, keys, to);
}

void OrderSums::addBefore(std::span<const uint32_t> order, const std::vector<uint64_t>& keys,
                          std::vector<uint64_t>& to) {
  sums_.assign(code_.resources, {});
  for (const uint32_t row : order) {
    uint64_t total = 0;
    for (const Access& access : code_.accessesOf(row)) {
      const Sums& sums = sumsOf(access.resource, code_.instructions[row].block);
      switch (access.kind) {
        case Access::Kind::Read:
        case Access::Kind::Allocate: total += mixed(sums.second); break;
        case Access::Kind::Write: total += mixed(sums.first + 3 * sums.second); break;
        case Access::Kind::Release: total += mixed(sums.first); break;
      }
    }
    if (total != 0) to[row] = added(to[row], total);
    for (const Access& access : code_.accessesOf(row)) {
      Sums& sums = sumsOf(access.resource, code_.instructions[row].block);
      const bool isFirst = access.kind == Access::Kind::Read || access.kind == Access::Kind::Allocate;
      (isFirst ? sums.first : sums.second) += mixed(keys[row]);
    }
  }
}

}  // namespace relaxscope::diffing

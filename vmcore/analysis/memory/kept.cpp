// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/kept.h"

#include <algorithm>
#include <functional>
#include <map>

#include "vmcore/base/block_bytes.h"

namespace relaxscope::memory {
namespace {

/// A page of TVM's pool (TVM include/tvm/runtime/memory/pooled_allocator.h, 0.27).
constexpr uint64_t kTvmPage = 4096;

/// A pool that keeps every block and gives it to the next request of its size.
class Pool {
 public:
  void change(bool allocates, uint32_t place, uint64_t size) {
    uint64_t& free = free_[{place, size}];
    if (!allocates) ++free;
    else if (free != 0) --free;
    else taken_ += size;
  }
  [[nodiscard]] uint64_t taken() const { return taken_; }

 private:
  std::map<std::pair<uint32_t, uint64_t>, uint64_t> free_;
  uint64_t taken_ = 0;
};

}  // namespace

KeptMemory keptBy(const Walked& walked, const std::vector<uint32_t>& changes) {
  KeptMemory kept;
  Pool pooled, tvmPooled;
  uint64_t live = 0;
  for (const uint32_t row : changes) {
    const HeldChange& change = walked.trail.changes[row];
    const Object& storage = walked.trail.objects[change.storage];
    if (storage.kind != Object::Kind::Storage || storage.block == 0) continue;
    const auto bytes = static_cast<uint64_t>(storage.dims.front().value_or(0));
    if (change.allocates) live += bytes;
    else live -= bytes;
    kept.naive = std::max(kept.naive, change.total);
    kept.tvmNaive = std::max(kept.tvmNaive, live);
    pooled.change(change.allocates, storage.place, pooledBlockBytes(bytes));
    tvmPooled.change(change.allocates, storage.place, (bytes + kTvmPage - 1) / kTvmPage * kTvmPage);
  }
  kept.pooled = pooled.taken();
  kept.tvmPooled = tvmPooled.taken();
  return kept;
}

}  // namespace relaxscope::memory

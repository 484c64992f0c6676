// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/workspace.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "vmcore/device/allocator.h"

namespace relaxscope {
namespace {

struct Block {
  void* data = nullptr;
  uint64_t bytes = 0;
};

/// The blocks of one thread; the used ones form a stack, the free ones are few.
struct ThreadWorkspace {
  std::vector<Block> used, free;
  ~ThreadWorkspace() {
    for (const Block& block : used) std::free(block.data);
    for (const Block& block : free) std::free(block.data);
  }
};
thread_local ThreadWorkspace workspace;
constexpr size_t kMaxFree = 16;

}  // namespace

void* workspaceAllocate(uint64_t bytes) {
  if (bytes > (uint64_t{1} << 62)) return nullptr;
  const uint64_t size = (std::max<uint64_t>(bytes, 1) + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
  auto& free = workspace.free;
  auto best = free.end();
  for (auto at = free.begin(); at != free.end(); ++at)
    if (at->bytes >= size && (best == free.end() || at->bytes < best->bytes)) best = at;
  Block block;
  if (best != free.end()) {
    block = *best;
    free.erase(best);
  } else {
    block = {std::aligned_alloc(kBufferAlignment, size), size};
    if (block.data == nullptr) return nullptr;
  }
  workspace.used.push_back(block);
  return block.data;
}

bool workspaceFree(void* data) {
  auto& used = workspace.used;
  const auto at = std::find_if(used.rbegin(), used.rend(), [&](const Block& block) { return block.data == data; });
  if (at == used.rend()) return false;
  if (workspace.free.size() < kMaxFree) {
    workspace.free.push_back(*at);
  } else {
    std::free(at->data);
  }
  used.erase(std::next(at).base());
  return true;
}

}  // namespace relaxscope

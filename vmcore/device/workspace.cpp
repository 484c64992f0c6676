// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/workspace.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include "vmcore/device/allocator.h"

namespace relaxscope {
namespace {

struct Block {
  void* data = nullptr;
  uint64_t bytes = 0;
};

constexpr size_t kMaxFree = 16;

/// The blocks of one thread. Used blocks form a stack; free blocks are few: where none is large enough, the largest is
/// replaced by a new one, so a thread never owns more blocks than it had in use at once.
struct ThreadWorkspace {
  std::vector<Block> used;
  std::array<Block, kMaxFree> free;
  size_t freeCount = 0;
  ~ThreadWorkspace() {
    for (const Block& block : used) std::free(block.data);
    dropFree();
  }
  /// The smallest free block that is large enough, or an empty Block.
  Block takeFree(uint64_t bytes) {
    size_t best = freeCount;
    for (size_t i = 0; i < freeCount; ++i)
      if (free[i].bytes >= bytes && (best == freeCount || free[i].bytes < free[best].bytes)) best = i;
    if (best == freeCount) return {};
    std::swap(free[best], free[--freeCount]);
    return std::exchange(free[freeCount], {});
  }
  void dropLargestFree() {
    if (freeCount == 0) return;
    const auto largest = std::max_element(free.begin(), free.begin() + freeCount,
                                          [](const Block& a, const Block& b) { return a.bytes < b.bytes; });
    std::swap(*largest, free[--freeCount]);
    std::free(std::exchange(free[freeCount], {}).data);
  }
  void dropFree() {
    while (freeCount > 0) std::free(std::exchange(free[--freeCount], {}).data);
  }
};
thread_local ThreadWorkspace workspace;

/// Adds an entry for a block to `used`. Called from generated code, so no exception may escape.
bool makeRoom(std::vector<Block>& used) {
  try {
    used.emplace_back();
    return true;
  } catch (const std::bad_alloc&) { return false; }
}

}  // namespace

void* workspaceAllocate(uint64_t bytes) {
  if (bytes > (uint64_t{1} << 62)) return nullptr;
  const uint64_t size = naiveBlockBytes(bytes);
  if (!makeRoom(workspace.used)) return nullptr;
  Block block = workspace.takeFree(size);
  if (block.data == nullptr) {
    workspace.dropLargestFree();
    block = {std::aligned_alloc(kBufferAlignment, size), size};
  }
  if (block.data == nullptr && workspace.freeCount != 0) {
    workspace.dropFree();  // unused blocks of other sizes
    block.data = std::aligned_alloc(kBufferAlignment, size);
  }
  if (block.data == nullptr) workspace.used.pop_back();
  else workspace.used.back() = block;
  return block.data;
}

bool workspaceFree(void* data) {
  auto& used = workspace.used;
  const auto at = std::find_if(used.rbegin(), used.rend(), [&](const Block& block) { return block.data == data; });
  if (at == used.rend()) return false;
  if (workspace.freeCount < kMaxFree) workspace.free[workspace.freeCount++] = *at;
  else std::free(at->data);
  used.erase(std::next(at).base());
  return true;
}

}  // namespace relaxscope

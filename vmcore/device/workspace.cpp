// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/workspace.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include "vmcore/base/block_bytes.h"
#include "vmcore/base/thread_variable.h"

namespace relaxscope {
namespace {

struct Block {
  void* data = nullptr;
  uint64_t bytes = 0;
};

constexpr size_t kMaxFree = 16;

std::atomic<uint64_t> heldBytes{0};
std::atomic<uint64_t> mostInUse{0};  ///< in this interval: WorkspaceBytes::inUse
std::atomic<uint32_t> interval{0};   ///< between calls of workspaceBytes()

Block allocate(uint64_t bytes) {
  Block block{std::aligned_alloc(kBufferAlignment, bytes), bytes};
  if (block.data != nullptr) heldBytes.fetch_add(bytes, std::memory_order_relaxed);
  return block;
}
void release(Block block) {
  heldBytes.fetch_sub(block.bytes, std::memory_order_relaxed);
  std::free(block.data);
}

/// The blocks of one thread. Used blocks form a stack; free blocks are few: where none is large enough, the largest is
/// replaced by a new one, so a thread never owns more blocks than it had in use at once.
struct ThreadWorkspace {
  std::vector<Block> used;
  std::array<Block, kMaxFree> free;
  size_t freeCount = 0;
  uint64_t inUse = 0;
  uint64_t highest = 0;  ///< of inUse in `counted`
  uint32_t counted = 0;  ///< an interval

  ~ThreadWorkspace() {
    for (const Block& block : used) release(block);
    dropFree();
  }
  void use(Block block) {
    used.back() = block;
    inUse += block.bytes;
    const uint32_t now = interval.load(std::memory_order_relaxed);
    if (std::exchange(counted, now) != now) highest = 0;
    if (inUse <= highest) return;
    mostInUse.fetch_add(inUse - highest, std::memory_order_relaxed);
    highest = inUse;
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
    release(std::exchange(free[freeCount], {}));
  }
  void dropFree() {
    while (freeCount > 0) release(std::exchange(free[--freeCount], {}));
  }
};

RS_THREAD_VARIABLE ThreadWorkspace* current = nullptr;
[[gnu::noinline]] ThreadWorkspace& newWorkspace() {
  static thread_local ThreadWorkspace own;
  current = &own;
  return own;
}
ThreadWorkspace& threadWorkspace() { return current != nullptr ? *current : newWorkspace(); }

/// Adds an entry for a block to `used`. Called from generated code, so no exception may escape.
bool makeRoom(std::vector<Block>& used) {
  try {
    used.emplace_back();
    return true;
  } catch (const std::bad_alloc&) { return false; }
}

}  // namespace

WorkspaceBytes workspaceBytes() {
  interval.fetch_add(1, std::memory_order_relaxed);
  return {heldBytes.load(std::memory_order_relaxed), mostInUse.exchange(0, std::memory_order_relaxed)};
}

void* workspaceAllocate(uint64_t bytes) {
  if (bytes > (uint64_t{1} << 62)) return nullptr;
  const uint64_t size = workspaceBlockBytes(bytes);
  ThreadWorkspace& workspace = threadWorkspace();
  if (!makeRoom(workspace.used)) return nullptr;
  Block block = workspace.takeFree(size);
  if (block.data == nullptr) {
    workspace.dropLargestFree();
    block = allocate(size);
  }
  if (block.data == nullptr && workspace.freeCount != 0) {
    workspace.dropFree();  // unused blocks of other sizes
    block = allocate(size);
  }
  if (block.data == nullptr) workspace.used.pop_back();
  else workspace.use(block);
  return block.data;
}

bool workspaceFree(void* data) {
  ThreadWorkspace& workspace = threadWorkspace();
  auto& used = workspace.used;
  const auto at = std::find_if(used.rbegin(), used.rend(), [&](const Block& block) { return block.data == data; });
  if (at == used.rend()) return false;
  workspace.inUse -= at->bytes;
  if (workspace.freeCount < kMaxFree) workspace.free[workspace.freeCount++] = *at;
  else release(*at);
  used.erase(std::next(at).base());
  return true;
}

}  // namespace relaxscope

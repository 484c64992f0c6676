// SPDX-License-Identifier: Apache-2.0
// Sizes of the blocks that allocators take for a number of bytes: used where memory is allocated and where it is
// predicted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

namespace relaxscope {

/// Alignment of blocks; their sizes are multiples of it.
inline constexpr size_t kBufferAlignment = 64;

/// The block of the naive allocator: 64 for zero, else rounded up to a multiple of 64. Bytes of at most 2^63.
constexpr size_t naiveBlockBytes(size_t bytes) {
  return (std::max<size_t>(bytes, 1) + kBufferAlignment - 1) & ~(kBufferAlignment - 1);
}

/// Blocks of kernels' workspaces, in this engine and in TVM's runtime, are whole pages of this size.
inline constexpr size_t kWorkspacePageBytes = 4096;
constexpr size_t workspaceBlockBytes(size_t bytes) {
  return (std::max<size_t>(bytes, 1) + kWorkspacePageBytes - 1) / kWorkspacePageBytes * kWorkspacePageBytes;
}

/// Size classes of a pool: multiples of 64 up to 4 KiB, then eight per power of two.
struct BlockClass {
  size_t place = 0, bytes = 0;
};
inline constexpr size_t kBlockStepsEnd = 4096, kBlockSteps = kBlockStepsEnd / kBufferAlignment;
inline constexpr size_t kBlockClasses = kBlockSteps + 8 * 35;  ///< for blocks of less than 2^47 bytes
/// The class of a block of `size` bytes, a multiple of 64.
constexpr BlockClass blockClassOf(size_t size) {
  if (size <= kBlockStepsEnd) return {size / kBufferAlignment - 1, size};
  const int shift = std::bit_width(size - 1) - 4;
  const size_t steps = (size - 1) >> shift;  // 8 to 15
  return {kBlockSteps + static_cast<size_t>(shift - 9) * 8 + (steps - 8), (steps + 1) << shift};
}
/// The block that a pool uses for `bytes`: the same as the naive one up to 4 KiB, above that up to an eighth more.
constexpr size_t pooledBlockBytes(size_t bytes) { return blockClassOf(naiveBlockBytes(bytes)).bytes; }

}  // namespace relaxscope

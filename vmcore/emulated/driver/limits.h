// SPDX-License-Identifier: Apache-2.0
// The described device: limits of an NVIDIA A100 (compute capability 8.0), which the CUDA C++ Programming Guide lists.
#pragma once

#include <cstdint>

namespace relaxscope::emulated::limits {

inline constexpr int kThreadsPerBlock = 1024, kBlockX = 1024, kBlockY = 1024, kBlockZ = 64;
inline constexpr int kGridX = 2147483647, kGridY = 65535, kGridZ = 65535;
inline constexpr int kWarp = 32;
inline constexpr int kMultiprocessors = 108, kThreadsPerMultiprocessor = 2048, kBlocksPerMultiprocessor = 32;
inline constexpr int kRegistersPerMultiprocessor = 65536, kRegistersPerBlock = 65536;
/// Of every kernel: the emulation does not allocate registers, so this is a number that a small kernel has.
inline constexpr int kRegistersPerThread = 32;
inline constexpr int kSharedPerBlock = 48 << 10, kSharedPerBlockOptin = 163 << 10;
inline constexpr int kSharedPerMultiprocessor = 164 << 10, kSharedReservedPerBlock = 1 << 10;
inline constexpr int kClockKhz = 1410000, kMemoryClockKhz = 1215000, kMemoryBusBits = 5120, kL2Bytes = 40 << 20;

}  // namespace relaxscope::emulated::limits

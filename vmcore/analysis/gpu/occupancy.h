// SPDX-License-Identifier: Apache-2.0
// How many blocks of a kernel a multiprocessor (SM) holds at once, from what the kernel takes and what the architecture
// has: by arithmetic, not a measurement, so it needs no GPU.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vmcore/model/kernel_resources.h"

namespace relaxscope {

/// Limits of one architecture. Source: CUDA C++ Programming Guide, "Compute Capabilities", technical specifications per
/// compute capability, CUDA 13.0; of CUDA 12 for sm_70, which CUDA 13 does not list. Blocks and allocation units as
/// in cuda_occupancy.h of the CUDA Toolkits 13.0 and 12.9.
struct SmLimits {
  uint32_t architecture = 0;      ///< 80 for sm_80
  uint32_t threads = 0;           ///< resident per SM
  uint32_t blocks = 0;            ///< resident per SM
  uint64_t sharedBytes = 0;       ///< per SM
  uint64_t blockSharedBytes = 0;  ///< most for one block, static and dynamic
  uint64_t reservedBytes = 0;     ///< of shared memory, that the driver takes for each block
  uint64_t sharedUnit = 0;        ///< bytes: shared memory is allocated in multiples of it
};
/// Common to all of them.
struct SmRules {
  static constexpr uint32_t kWarp = 32;              ///< threads
  static constexpr uint32_t kBlockThreads = 1024;    ///< most threads of a block
  static constexpr uint32_t kRegisters = 65536;      ///< per SM, and the most for one block
  static constexpr uint32_t kThreadRegisters = 255;  ///< most of a thread
  static constexpr uint32_t kRegisterUnit = 256;     ///< registers are allocated to a warp in multiples of it
  static constexpr uint32_t kPartitions = 4;         ///< of an SM, each with its share of registers and warps
};
/// sm_70 to sm_121, ascending. sm_101, the name of sm_110 in CUDA 12.8 and 12.9, has its values. Missing are sm_72,
/// whose shared memory per block is not established (48 or 96 KiB), and sm_88, whose limits are not published there.
std::span<const SmLimits> smLimits();
/// Null for an architecture that the table lacks.
const SmLimits* smLimitsOf(uint32_t architecture);

/// What keeps a further block from the SM; several may at once.
enum class OccupancyLimit : uint8_t { Threads = 1, Blocks = 2, Registers = 4, SharedMemory = 8 };

struct Occupancy {
  uint32_t blockThreads = 0;  ///< of the block that it is computed for
  uint32_t blocks = 0;        ///< resident per SM; 0: such a block cannot be launched
  uint32_t warps = 0;         ///< resident per SM
  uint32_t maxWarps = 0;      ///< that the SM can hold
  uint8_t limits = 0;         ///< bits of OccupancyLimit

  /// Share of the SM's warps, 0 to 100.
  [[nodiscard]] double percent() const { return maxWarps == 0 ? 0 : 100.0 * warps / maxWarps; }
};

/// Of blocks of `threads` with that many bytes of dynamic shared memory. Nothing if the architecture is not in the
/// table, registers or shared memory are unknown, or `threads` is 0.
std::optional<Occupancy> occupancy(const KernelResources& kernel, uint64_t threads, uint64_t dynamicBytes = 0);
/// Of the largest block that the kernel's bounds allow, without dynamic shared memory: not the most that the kernel can
/// reach, since smaller blocks may fill more warps. Nothing also if it has no bounds.
std::optional<Occupancy> occupancyAtBounds(const KernelResources& kernel);

/// What limits it: "threads", "blocks", "registers", "shared memory".
std::vector<std::string> occupancyLimits(const Occupancy& occupancy);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Runs a kernel on the CPU: the threads of a block are fibers of the calling thread, blocks run one after another.
// Every memory access of the kernel is checked against the extents of its parameters.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/device/cuda/emulation.h"
#include "vmcore/emulated/device_memory.h"
#include "vmcore/emulated/kernel_image.h"

namespace relaxscope::emulated {

using Extents3 = std::array<uint32_t, 3>;  ///< x, y, z

struct KernelRun {
  std::shared_ptr<const KernelImage> image;
  const KernelEntry* kernel = nullptr;
  Extents3 grid{1, 1, 1}, block{1, 1, 1};
  uint32_t dynamicShared = 0;
  std::vector<std::vector<char>> arguments;  ///< by parameter, copied at the launch
  std::vector<TensorExtent> extents;         ///< known tensors; pointers outside them may access their whole allocation
  /// The memory that holds an address; null: none.
  std::function<const DeviceMemory*(uint64_t address)> memoryOf;
};

struct KernelFault {
  int status = 0;    ///< of the driver: 700 illegal address, 716 misaligned, 719 launch failed
  std::string text;  ///< "softmax_kernel: block (0,0,0), thread (3,0,0) writes 4 bytes at parameter 1 (argument 2),
                     ///< index 96 of 96"
};

/// Runs all blocks; the first fault ends the run. Launches run one after another, on whichever threads they are made.
/// While one runs, faulting instructions of its thread end the launch; handlers of the process see all other signals.
std::optional<KernelFault> runKernel(const KernelRun& run);

}  // namespace relaxscope::emulated

// SPDX-License-Identifier: Apache-2.0
// What a kernel image and the emulation that runs it agree on. This file is compiled into both: the emulated NVRTC puts
// it in front of the CUDA source. So it includes only what a kernel may include, and any change needs a new version.
#pragma once

#include <cstddef>
#include <cstdint>

namespace relaxscope::emulated {

inline constexpr uint32_t kImageVersion = 1;
/// Capacity of dynamic shared memory: what the largest GPU offers to one block (227 KiB), rounded up.
inline constexpr uint32_t kDynamicSharedBytes = 232 << 10;

/// Extents or an index of a grid or block.
struct Triple {
  uint32_t x = 1, y = 1, z = 1;
};

/// Addresses [begin, end) that a pointer parameter may access.
struct Window {
  uint64_t begin = 0, end = 0;
};

/// What decides most accesses without a call. Windows of parameters lie in one range of addresses, 2^windowShift apart.
struct AccessLimits {
  uint64_t windowsBegin = 0, windowsBytes = 0;
  const Window* windows = nullptr;
  uint32_t windowShift = 0;
  uint32_t dynamicBytes = 0;                ///< of dynamic shared memory in this launch
  uint64_t stackBegin = 0, stackBytes = 0;  ///< of the running thread
  uint64_t imageBegin = 0, imageBytes = 0;
};

/// The values that the lanes of a warp passed to a collective, and which lanes took part.
struct WarpValues {
  uint64_t value[32];
  uint32_t lanes;
};

/// What a barrier counted: threads, and threads whose predicate was not 0.
struct BarrierCount {
  int32_t threads, nonZero;
};

/// Functions of the emulation that a kernel calls. None of them returns after a fault.
struct KernelBindings {
  AccessLimits limits;
  /// Decides an access that the limits do not allow at once; `alignment` 1 asks for none.
  void (*access)(uint64_t address, uint64_t bytes, bool write, uint64_t alignment) = nullptr;
  BarrierCount (*barrier)(bool predicate) = nullptr;
  /// Waits for all lanes of `mask`; `operation` is its name in CUDA.
  const WarpValues* (*exchange)(const char* operation, uint32_t mask, uint64_t value) = nullptr;
  /// The lanes that execute the call at place `site` of the source together.
  uint32_t (*activeLanes)(uint32_t site) = nullptr;
  /// Ends the launch with a status of the driver.
  void (*fail)(int status, const char* text) = nullptr;
  void (*print)(const char* text) = nullptr;
};

struct ParamShape {
  uint32_t bytes;
  bool pointer;
};

struct ImageEntry {
  const void* function;        ///< its symbol is the kernel's name
  void (*run)(void** params);  ///< runs one thread; parameters as cuLaunchKernel takes them
  const ParamShape* params;
  uint32_t paramCount;
  uint32_t maxThreads;            ///< of __launch_bounds__
  char *sharedBegin, *sharedEnd;  ///< its shared variables
};

/// The symbol `rs_image` of an image.
struct ImageHeader {
  uint32_t version;
  int32_t architecture;  ///< 80
  const ImageEntry* entries;
  uint32_t entryCount;
  KernelBindings* bindings;
  Triple *threadIndex, *blockIndex, *blockSize, *gridSize;  ///< the variables that kernels read
  char* dynamicShared;                                      ///< kDynamicSharedBytes
  char *sharedBegin, *sharedEnd;                            ///< shared variables outside of kernels
};

}  // namespace relaxscope::emulated

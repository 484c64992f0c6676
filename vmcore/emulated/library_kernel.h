// SPDX-License-Identifier: Apache-2.0
// Kernels of libraries such as cuBLAS: C++ code that the emulated driver runs where a launch of a compiled kernel would
// run. The library finds the driver's functions with dlsym; both are of one build.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "vmcore/device/cuda/abi.h"

namespace relaxscope::emulated {

/// Device memory that a kernel accesses.
struct MemoryRange {
  std::string name;  ///< of the library's argument, for messages
  uint64_t address = 0, bytes = 0;
};

struct LibraryKernel {
  std::string name;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};  ///< what records tell
  std::vector<MemoryRange> ranges;
  /// Called when the stream comes to it, with the bytes of each range, null for empty ones. Throws nothing.
  std::function<void(char* const* bytes)> run;
};

/// Name of the function in libcuda and its type: queues a kernel on a stream of the current context, or adds it to the
/// graph that the stream is captured to. Returns a status of the driver. Ranges are checked when the kernel runs; one
/// that is not inside of a block ends the context as an illegal address.
inline constexpr const char* kSubmitKernel = "rsEmulatedSubmitKernel";
using SubmitKernel = int (*)(cuda::Stream stream, const LibraryKernel& kernel);

}  // namespace relaxscope::emulated

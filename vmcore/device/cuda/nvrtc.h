// SPDX-License-Identifier: Apache-2.0
// NVIDIA's run-time compiler, found at run time, and the source it is given. Declared here so that a build needs no
// CUDA Toolkit. Source: NVRTC documentation, CUDA 11.2 to 13.0.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/cuda/library_search.h"

namespace relaxscope::cuda {

using NvrtcProgram = struct NvrtcProgramTag*;

struct Nvrtc {
  int (*getVersion)(int* major, int* minor) = nullptr;
  const char* (*errorString)(int status) = nullptr;
  int (*archCount)(int* count) = nullptr;  ///< NVRTC 11.2 and later
  int (*archs)(int* architectures) = nullptr;
  int (*createProgram)(NvrtcProgram*, const char* source, const char* name, int headerCount, const char* const* headers,
                       const char* const* headerNames) = nullptr;
  int (*destroyProgram)(NvrtcProgram*) = nullptr;
  int (*compileProgram)(NvrtcProgram, int count, const char* const* options) = nullptr;
  int (*logSize)(NvrtcProgram, size_t*) = nullptr;
  int (*log)(NvrtcProgram, char*) = nullptr;
  int (*cubinSize)(NvrtcProgram, size_t*) = nullptr;
  int (*cubin)(NvrtcProgram, char*) = nullptr;
  int (*ptxSize)(NvrtcProgram, size_t*) = nullptr;
  int (*ptx)(NvrtcProgram, char*) = nullptr;
  /// Only the emulated compiler has it: what its images depend on besides the source.
  const char* (*emulatedIdentity)() = nullptr;

  std::string path;  ///< of the library, as it was opened
  int major = 0, minor = 0;
  std::vector<int> architectures;  ///< supported ones, ascending; empty: not known

  [[nodiscard]] std::string name() const;  ///< "NVRTC 13.0"
  [[nodiscard]] bool isEmulated() const { return emulatedIdentity != nullptr; }
};

/// Names the library or its folder.
inline constexpr const char* kNvrtcVariable = "RELAXSCOPE_NVRTC";
/// An error names what was searched. The library stays open.
Result<Nvrtc> openNvrtc(const LibrarySearch& search);

}  // namespace relaxscope::cuda

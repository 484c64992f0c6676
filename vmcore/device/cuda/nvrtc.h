// SPDX-License-Identifier: Apache-2.0
// NVIDIA's run-time compiler, found at run time, and the source it is given. Declared here so that a build needs no
// CUDA Toolkit. Source: NVRTC documentation, CUDA 11.2 to 13.0.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vmcore/base/result.h"

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

struct NvrtcSearch {
  /// The library itself, or its folder; alone if it is given.
  std::string path;
  /// Python's site-packages folders, whose packages nvidia/*/lib may hold the library.
  std::vector<std::string> sitePackages;
};

/// $RELAXSCOPE_NVRTC, and the folders of Python packages that the environment names.
NvrtcSearch usualSearch();
/// An error names what was searched. The library stays open.
Result<Nvrtc> openNvrtc(const NvrtcSearch& search);
/// Folders of the CUDA Toolkit: $CUDA_HOME, $CUDA_PATH, /usr/local/cuda.
std::vector<std::string> toolkitFolders();

}  // namespace relaxscope::cuda

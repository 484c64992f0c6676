// SPDX-License-Identifier: Apache-2.0
// CUDA C++ source to an image for a GPU: by NVRTC, else by nvcc, kept in the cache on disk.
#pragma once

#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/cuda/compile_cache.h"
#include "vmcore/device/cuda/nvrtc.h"

namespace relaxscope::cuda {

struct CompileRequest {
  std::string source;
  std::string name = "kernels.cu";  ///< in messages
  int architecture = 80;            ///< compute capability 8.0
  int driverVersion = 0;            ///< of CUDA: 13000; PTX of a newer compiler cannot be loaded
  bool fastMath = true;             ///< as TVM compiles
  std::vector<std::string> includeFolders;
};

struct CompiledImage {
  std::vector<char> image;
  bool ptx = false, fromCache = false;
  std::string log;
  std::string options;   ///< "--gpu-architecture=sm_80 ..."
  std::string compiler;  ///< "NVRTC 13.0"
};

/// An error of the source names its line: "kernels.cu:12: error: identifier "x" is undefined".
Result<CompiledImage> compileCuda(const CompileRequest& request, const Nvrtc& nvrtc, const CompileCache& cache);
/// By the nvcc on PATH or in a toolkit's folder; an error if there is none.
Result<CompiledImage> compileWithNvcc(const CompileRequest& request, const CompileCache& cache);
/// By whatever the search finds. If that is nothing, the error names all that was searched.
Result<CompiledImage> compileCuda(const CompileRequest& request, const LibrarySearch& search,
                                  const CompileCache& cache);

/// The architecture option for a GPU: "sm_80"; "compute_121", which makes PTX, for GPUs that are newer than NVRTC.
Result<std::string> architectureOption(const CompileRequest& request, const Nvrtc& nvrtc);
/// Messages of NVIDIA's compilers, "a.cu(12): error: x", with their lines as other compilers write them: "a.cu:12:
/// error: x". At most `most` errors, warnings left out; the whole log if there are none.
std::string errorsOf(const std::string& log, size_t most = 8);

}  // namespace relaxscope::cuda

// SPDX-License-Identifier: Apache-2.0
// NVIDIA's library of matrix products, found at run time, real or emulated.
#pragma once

#include <string>

#include "vmcore/base/result.h"
#include "vmcore/device/cuda/cublas/lt_abi.h"
#include "vmcore/device/cuda/library_search.h"

namespace relaxscope::cuda::blas {

/// Names the library or its folder.
inline constexpr const char* kCublasVariable = "RELAXSCOPE_CUBLAS";

struct Cublas {
#define RS_CUBLAS(member, symbol, ...) int (*member)(__VA_ARGS__) = nullptr;
#include "vmcore/device/cuda/cublas/functions.def"
#include "vmcore/device/cuda/cublas/lt_functions.def"
#undef RS_CUBLAS
  const char* (*statusName)(int status) = nullptr;    ///< cuBLAS 11.4.2 and later
  const char* (*statusString)(int status) = nullptr;  ///< cuBLAS 11.4.2 and later
  /// Only the emulated library has it: why this thread's last call failed; empty if it did not.
  const char* (*faultText)() = nullptr;

  std::string path;  ///< of the library, as it was opened
  int major = 0, minor = 0;

  [[nodiscard]] bool isEmulated() const { return faultText != nullptr; }
  [[nodiscard]] std::string name() const;  ///< "cuBLAS 13.0"
  /// "CUBLAS_STATUS_NOT_SUPPORTED (the functionality requested is not supported)"; of the emulated library with the
  /// reason.
  [[nodiscard]] std::string statusText(int status) const;
};

/// `driverMajor`: of the driver's CUDA, whose release is preferred; 0: unknown. An error names what was searched. The
/// library stays open.
Result<Cublas> openCublas(const LibrarySearch& search, int driverMajor = 0);
/// The library of this process, opened at the first call: the emulated one if the GPU is emulated.
Result<const Cublas*> cublas();

}  // namespace relaxscope::cuda::blas

// SPDX-License-Identifier: Apache-2.0
// The part of cuBLAS's binary interface that RelaxScope calls, declared here so that a build needs no CUDA Toolkit.
// Source: cuBLAS documentation, releases 11.4 to 13.0; cublas_api.h and library_types.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vmcore/device/cuda/abi.h"

namespace relaxscope::cuda::blas {

using Handle = struct HandleTag*;  ///< cublasHandle_t

/// cublasStatus_t.
enum Status : int {
  Success = 0,
  NotInitialized = 1,
  AllocFailed = 3,
  InvalidValue = 7,
  ArchMismatch = 8,
  MappingError = 11,
  ExecutionFailed = 13,
  InternalError = 14,
  NotSupported = 15,
  LicenseError = 16,
};

/// cublasOperation_t.
enum Operation : int { AsStored = 0, Transposed = 1 };

/// cudaDataType_t.
enum ElementType : int { Float32 = 0, Float64 = 1, Float16 = 2, Int8 = 3, Int32 = 10, Bfloat16 = 14 };

/// cublasComputeType_t: of sums and of the factors alpha and beta.
enum ComputeType : int { Compute16F = 64, Compute32F = 68, Compute64F = 70, Compute32I = 72 };

/// cublasGemmAlgo_t: cuBLAS chooses.
inline constexpr int kDefaultAlgorithm = -1;

/// libraryPropertyType_t.
enum Property : int { MajorVersion = 0, MinorVersion = 1, PatchLevel = 2 };

}  // namespace relaxscope::cuda::blas

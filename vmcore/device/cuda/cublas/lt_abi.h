// SPDX-License-Identifier: Apache-2.0
// The part of cuBLASLt's binary interface that RelaxScope calls. Source: cuBLASLt documentation, releases 11.4 to 13.0;
// cublasLt.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vmcore/device/cuda/cublas/abi.h"

namespace relaxscope::cuda::blas {

using MatmulDescriptor = struct MatmulDescriptorTag*;  ///< cublasLtMatmulDesc_t
using MatrixLayout = struct MatrixLayoutTag*;          ///< cublasLtMatrixLayout_t
using MatmulPreference = struct MatmulPreferenceTag*;  ///< cublasLtMatmulPreference_t

/// cublasLtMatmulAlgo_t.
struct MatmulAlgorithm {
  uint64_t data[8];
};
/// cublasLtMatmulHeuristicResult_t.
struct MatmulHeuristic {
  MatmulAlgorithm algorithm;
  size_t workspaceBytes;
  int status;
  float waves;
  int reserved[4];
};

/// cublasLtMatmulDescAttributes_t.
enum MatmulAttribute : int { TransposeFirst = 3, TransposeSecond = 4, EpilogueKind = 7, BiasPointer = 8 };
/// cublasLtMatrixLayoutAttribute_t.
enum LayoutAttribute : int { BatchCount = 5, BatchStride = 6 };
/// cublasLtMatmulPreferenceAttributes_t.
enum PreferenceAttribute : int { MaxWorkspaceBytes = 1 };

/// cublasLtEpilogue_t: what follows a product.
enum Epilogue : int { NoEpilogue = 1, Bias = 4, ReluBias = 6, GeluBias = 36 };

}  // namespace relaxscope::cuda::blas

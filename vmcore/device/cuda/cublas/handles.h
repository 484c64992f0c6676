// SPDX-License-Identifier: Apache-2.0
// The cuBLAS handles of a GPU, one per stream and one for captures, each with a workspace of its own: products on
// different streams run at the same time. They live as long as the process, as the devices do.
#pragma once

#include <functional>

#include "vmcore/device/cuda/cublas/cublas.h"
#include "vmcore/device/cuda/cublas/matrix_product.h"
#include "vmcore/device/cuda/cuda_device.h"

namespace relaxscope::cuda::blas {

/// Bytes of a workspace, as NVIDIA recommends for recent GPUs; a graph capture allows no allocation, so cuBLAS must
/// have it before.
inline constexpr size_t kWorkspaceBytes = size_t{32} << 20;

/// A handle that is set to the device's current stream, with the workspace that the handle uses.
struct HandleUse {
  const CudaDevice& device;
  const Cublas& cublas;
  Handle handle = nullptr;
  void* workspace = nullptr;  ///< kWorkspaceBytes on the GPU

  /// Makes a call of cuBLAS's `function` that queues kernels; a recording is told of it. Returns its status.
  template <class Call>
  int queue(const char* function, Call&& call) const {
    return device.observed(
        [&] {
          WorkRequest request;
          request.device = &device;
          request.stream = device.currentStream();
          request.name = function;
          return request;
        },
        call);
  }
};
/// Calls `use` with the handle of the device's current stream, which no other thread has meanwhile. Streams that
/// are being captured share one, which the first product of the GPU makes. Throws DeviceFault if cuBLAS is not found or
/// gives no handle.
void withHandle(const CudaDevice& device, const std::function<void(const HandleUse&)>& use);

/// Throws DeviceFault if a call of `function` failed: "WHAT: cublasGemmEx: CUBLAS_STATUS_...".
void checkCublas(const Cublas& cublas, int status, const char* function, const std::string& what = {});

/// Queues a product on the device's current stream. `what` begins the message of a fault: what was asked for. Throws
/// DeviceFault.
void runProduct(const CudaDevice& device, const MatrixProduct& product, const std::string& what);

}  // namespace relaxscope::cuda::blas

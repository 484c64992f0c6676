// SPDX-License-Identifier: Apache-2.0
// Products that are followed by a bias and an activation, by cuBLASLt.
#pragma once

#include <string>

#include "vmcore/device/cuda/cublas/lt_abi.h"
#include "vmcore/device/cuda/cublas/matrix_product.h"
#include "vmcore/device/cuda/cuda_device.h"

namespace relaxscope::cuda::blas {

struct FollowedProduct {
  MatrixProduct product;
  Epilogue epilogue = NoEpilogue;
  const void* bias = nullptr;  ///< of the result's type, one element for each row of the column-major result
};

/// Queues a product on the device's current stream, with the algorithm that cuBLASLt recommends. `what` begins the
/// message of a fault: what was asked for. Throws DeviceFault.
void runFollowedProduct(const CudaDevice& device, const FollowedProduct& asked, const std::string& what);

}  // namespace relaxscope::cuda::blas

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/cublas/lt_product.h"

#include "vmcore/device/cuda/cublas/factor.h"
#include "vmcore/device/cuda/cublas/handles.h"

namespace relaxscope::cuda::blas {
namespace {

/// cuBLASLt as one call uses it: the descriptors are destroyed at its end.
class LtCall {
 public:
  LtCall(const HandleUse& use, const std::string& what) : use_(use), cublas_(use.cublas), what_(what) {}
  ~LtCall() {
    if (preference_ != nullptr) cublas_.preferenceDestroy(preference_);
    for (const MatrixLayout layout : {first_, second_, result_})
      if (layout != nullptr) cublas_.layoutDestroy(layout);
    if (descriptor_ != nullptr) cublas_.matmulDestroy(descriptor_);
  }
  LtCall(const LtCall&) = delete;
  LtCall& operator=(const LtCall&) = delete;

  void describe(const FollowedProduct& asked) {
    const MatrixProduct& p = asked.product;
    check(cublas_.matmulCreate(&descriptor_, p.types.compute, factorType(p.types.compute)), "cublasLtMatmulDescCreate");
    set(TransposeFirst, p.first.operation);
    set(TransposeSecond, p.second.operation);
    if (asked.epilogue != NoEpilogue) {
      set(EpilogueKind, asked.epilogue);
      set(BiasPointer, asked.bias);
    }
    first_ = layout(p.first, p.types.operands, p.rows, p.depth, p.batch);
    second_ = layout(p.second, p.types.operands, p.depth, p.columns, p.batch);
    result_ = layout(p.result, p.types.result, p.rows, p.columns, p.batch);
  }

  void run(const MatrixProduct& p, Stream stream) {
    const MatmulAlgorithm algorithm = recommended();
    const Factor alpha(p.types.compute, p.alpha), beta(p.types.compute, p.beta);
    const char* const function = "cublasLtMatmul";
    const auto call = [&] {
      return cublas_.matmul(use_.handle, descriptor_, alpha.address(), p.first.data, first_, p.second.data, second_,
                            beta.address(), p.result.data, result_, p.result.data, result_, &algorithm, use_.workspace,
                            kWorkspaceBytes, stream);
    };
    check(use_.queue(function, call), function);
  }

 private:
  static ElementType factorType(ComputeType compute) {
    switch (compute) {
      case Compute16F: return Float16;
      case Compute64F: return Float64;
      case Compute32I: return Int32;
      case Compute32F: break;
    }
    return Float32;
  }

  void check(int status, const char* function) const { checkCublas(cublas_, status, function, what_); }

  template <class Value>
  void set(MatmulAttribute attribute, Value value) const {
    check(cublas_.matmulSet(descriptor_, attribute, &value, sizeof value), "cublasLtMatmulDescSetAttribute");
  }

  /// `rows` and `columns` are those after the matrix's operation.
  [[nodiscard]] MatrixLayout layout(const ProductMatrix& matrix, ElementType type, int rows, int columns,
                                    int batch) const {
    if (matrix.operation == Transposed) std::swap(rows, columns);
    MatrixLayout made = nullptr;
    check(
        cublas_.layoutCreate(&made, type, static_cast<uint64_t>(rows), static_cast<uint64_t>(columns), matrix.leading),
        "cublasLtMatrixLayoutCreate");
    if (batch == 1) return made;
    const auto count = static_cast<int32_t>(batch);
    int status = cublas_.layoutSet(made, BatchCount, &count, sizeof count);
    if (status == Success) status = cublas_.layoutSet(made, BatchStride, &matrix.stride, sizeof matrix.stride);
    if (status == Success) return made;
    cublas_.layoutDestroy(made);
    check(status, "cublasLtMatrixLayoutSetAttribute");
    return nullptr;
  }

  MatmulAlgorithm recommended() {
    check(cublas_.preferenceCreate(&preference_), "cublasLtMatmulPreferenceCreate");
    const size_t workspace = kWorkspaceBytes;
    check(cublas_.preferenceSet(preference_, MaxWorkspaceBytes, &workspace, sizeof workspace),
          "cublasLtMatmulPreferenceSetAttribute");
    MatmulHeuristic found{};
    int count = 0;
    check(cublas_.matmulHeuristic(use_.handle, descriptor_, first_, second_, result_, result_, preference_, 1, &found,
                                  &count),
          "cublasLtMatmulAlgoGetHeuristic");
    if (count == 0) check(NotSupported, "cublasLtMatmulAlgoGetHeuristic");
    return found.algorithm;
  }

  const HandleUse& use_;
  const Cublas& cublas_;
  const std::string& what_;
  MatmulDescriptor descriptor_ = nullptr;
  MatrixLayout first_ = nullptr, second_ = nullptr, result_ = nullptr;
  MatmulPreference preference_ = nullptr;
};

}  // namespace

void runFollowedProduct(const CudaDevice& device, const FollowedProduct& asked, const std::string& what) {
  const MatrixProduct& p = asked.product;
  if (p.rows == 0 || p.columns == 0 || p.batch == 0) return;
  withHandle(device, [&](const HandleUse& use) {
    LtCall call(use, what);
    call.describe(asked);
    call.run(p, device.currentStream());
  });
}

}  // namespace relaxscope::cuda::blas

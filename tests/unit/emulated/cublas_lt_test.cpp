// SPDX-License-Identifier: Apache-2.0
// Products with a bias and an activation by the emulated cuBLAS, and what it refuses of their descriptors.
#include <cmath>

#include "tests/unit/emulated/cublas_gpu.h"

namespace relaxscope::test {
namespace {

using blas::MatmulAlgorithm;
using blas::MatmulDescriptor;
using blas::MatmulHeuristic;
using blas::MatmulPreference;
using blas::MatrixLayout;

/// A product of 2 x 3 by 3 x 2 by columns, which a test changes before it runs.
struct Product {
  explicit Product(CublasGpu& on) : gpu(on) {
    EXPECT_EQ(gpu.matmulCreate(&descriptor, blas::Compute32F, blas::Float32), blas::Success) << gpu.reason();
    EXPECT_EQ(gpu.layoutCreate(&a, blas::Float32, 2, 3, 2), blas::Success) << gpu.reason();
    EXPECT_EQ(gpu.layoutCreate(&b, blas::Float32, 3, 2, 3), blas::Success) << gpu.reason();
    EXPECT_EQ(gpu.layoutCreate(&c, blas::Float32, 2, 2, 2), blas::Success) << gpu.reason();
    EXPECT_EQ(gpu.preferenceCreate(&preference), blas::Success) << gpu.reason();
    first = gpu.upload<float>({1, 2, 3, 4, 5, 6});
    second = gpu.upload<float>({1, 0, -1, -1, 0, 0});
    result = gpu.upload<float>({0, 0, 0, 0});
  }
  template <class Value>
  int set(blas::MatmulAttribute attribute, Value value) const {
    return gpu.matmulSet(descriptor, attribute, &value, sizeof value);
  }
  int choose() {
    int count = -1;
    const int status = gpu.matmulHeuristic(gpu.handle, descriptor, a, b, c, c, preference, 1, &chosen, &count);
    EXPECT_EQ(count, status == blas::Success ? 1 : 0);
    return status;
  }
  int run(size_t workspaceBytes = 0) const {
    const float alpha = 1, beta = 0;
    return gpu.matmul(gpu.handle, descriptor, &alpha, at(first), a, at(second), b, &beta, at(result), c, at(result), c,
                      &chosen.algorithm, workspaceBytes == 0 ? nullptr : at(workspace), workspaceBytes, nullptr);
  }

  CublasGpu& gpu;
  MatmulDescriptor descriptor = nullptr;
  MatrixLayout a = nullptr, b = nullptr, c = nullptr;
  MatmulPreference preference = nullptr;
  MatmulHeuristic chosen{};
  DevicePointer first = 0, second = 0, result = 0, workspace = 0;
};

TEST(EmulatedCublasLt, AddsABiasAndActivates) {
  CublasGpu gpu;
  Product product(gpu);
  const std::vector<float> plain{-4, -4, -1, -2};
  ASSERT_EQ(product.choose(), blas::Success) << gpu.reason();
  ASSERT_EQ(product.run(), blas::Success) << gpu.reason();
  EXPECT_EQ(gpu.download<float>(product.result, 4), plain);
  const DevicePointer bias = gpu.upload<float>({4.5, 1});
  for (const blas::Epilogue epilogue : {blas::Bias, blas::ReluBias, blas::GeluBias}) {
    ASSERT_EQ(product.set(blas::EpilogueKind, epilogue), blas::Success) << gpu.reason();
    ASSERT_EQ(product.set(blas::BiasPointer, bias), blas::Success) << gpu.reason();
    ASSERT_EQ(product.choose(), blas::Success) << gpu.reason();
    ASSERT_EQ(product.run(), blas::Success) << gpu.reason();
    const auto got = gpu.download<float>(product.result, 4);
    for (size_t i = 0; i < 4; ++i) {
      const double x = static_cast<double>(plain[i]) + (i % 2 == 0 ? 4.5 : 1);
      const double gelu = x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
      EXPECT_NEAR(got[i], epilogue == blas::Bias ? x : epilogue == blas::ReluBias ? std::max(x, 0.0) : gelu, 1e-6);
    }
  }
}

TEST(EmulatedCublasLt, NeedsTheWorkspaceThatWasAllowed) {
  CublasGpu gpu;
  Product product(gpu);
  const size_t allowed = 1024;
  ASSERT_EQ(gpu.preferenceSet(product.preference, blas::MaxWorkspaceBytes, &allowed, sizeof allowed), blas::Success);
  ASSERT_EQ(product.choose(), blas::Success) << gpu.reason();
  EXPECT_EQ(product.chosen.workspaceBytes, allowed);
  product.workspace = gpu.upload(std::vector<char>(allowed));
  EXPECT_EQ(product.run(512), blas::InvalidValue);
  EXPECT_STREQ(gpu.reason(), "cublasLtMatmul: workspaceSizeInBytes: 512, but the algorithm needs 1024");
  EXPECT_EQ(product.run(allowed), blas::Success) << gpu.reason();
  EXPECT_EQ(gpu.contextSynchronize(), Success);
  ASSERT_EQ(gpu.memFree(product.workspace), Success);
  EXPECT_EQ(product.run(allowed), blas::Success) << "seen when it runs";
  EXPECT_EQ(gpu.contextSynchronize(), IllegalAddress);
  EXPECT_NE(gpu.text().find("workspace: "), std::string::npos) << gpu.text();
}

TEST(EmulatedCublasLt, RefusesDescriptorsThatDoNotFit) {
  CublasGpu gpu;
  Product product(gpu);
  const MatrixLayout good = product.b;
  ASSERT_EQ(gpu.layoutCreate(&product.b, blas::Float32, 4, 2, 4), blas::Success);
  EXPECT_EQ(product.choose(), blas::InvalidValue);
  EXPECT_STREQ(gpu.reason(), "cublasLtMatmulAlgoGetHeuristic: layouts: 2 x 3 times 4 x 2 is not 2 x 2");
  product.b = good;
  const int32_t batch = 2;
  ASSERT_EQ(gpu.layoutSet(product.a, blas::BatchCount, &batch, sizeof batch), blas::Success);
  EXPECT_EQ(product.choose(), blas::InvalidValue);
  EXPECT_STREQ(gpu.reason(), "cublasLtMatmulAlgoGetHeuristic: layouts: batches of 2, 1 and 1");
  EXPECT_EQ(gpu.layoutSet(product.a, blas::BatchStride, &batch, sizeof batch), blas::InvalidValue);
  EXPECT_STREQ(gpu.reason(), "cublasLtMatrixLayoutSetAttribute: sizeInBytes: 4, but the attribute has 8");
  EXPECT_EQ(product.set(blas::EpilogueKind, 2), blas::NotSupported);
  EXPECT_STREQ(gpu.reason(), "cublasLtMatmulDescSetAttribute: epilogue: the emulation does not know 2");
  MatmulDescriptor other = nullptr;
  EXPECT_EQ(gpu.matmulCreate(&other, blas::Compute32I, blas::Float32), blas::NotSupported);
  EXPECT_EQ(gpu.matmulDestroy(product.descriptor), blas::Success);
  EXPECT_EQ(gpu.matmulDestroy(product.descriptor), blas::InvalidValue);
  EXPECT_STREQ(gpu.reason(), "cublasLtMatmulDescDestroy: matmul descriptor: was destroyed, or is not one");
}

TEST(EmulatedCublasLt, WantsABiasForAnEpilogue) {
  CublasGpu gpu;
  Product product(gpu);
  ASSERT_EQ(product.set(blas::EpilogueKind, blas::Bias), blas::Success);
  EXPECT_EQ(product.choose(), blas::InvalidValue);
  EXPECT_STREQ(gpu.reason(), "cublasLtMatmulAlgoGetHeuristic: bias pointer: is null");
  product.chosen.algorithm.data[0] = 7;
  ASSERT_EQ(product.set(blas::EpilogueKind, blas::NoEpilogue), blas::Success);
  EXPECT_EQ(product.run(), blas::InvalidValue);
  EXPECT_STREQ(gpu.reason(), "cublasLtMatmul: algo: is not of this library");
}

}  // namespace
}  // namespace relaxscope::test

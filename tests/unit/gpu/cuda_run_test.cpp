// SPDX-License-Identifier: Apache-2.0
// CUDA executables of TVM run on a GPU and compared with arithmetic on the host.
#include <algorithm>
#include <cmath>

#include "tests/unit/gpu/cuda_vm.h"

namespace relaxscope {
namespace {

using testing::gpu;
using testing::library;
using testing::Matrix;
using testing::randomMatrix;
using CudaRun = testing::CudaVm;

/// x * w + b, in double.
Matrix dense(const Matrix& x, const Matrix& w, const Matrix& b, bool relu) {
  Matrix made{x.rows, w.columns, {}};
  for (int64_t r = 0; r < x.rows; ++r)
    for (int64_t c = 0; c < w.columns; ++c) {
      double sum = b.values[static_cast<size_t>(c)];
      for (int64_t k = 0; k < x.columns; ++k) sum += static_cast<double>(x.at(r, k)) * static_cast<double>(w.at(k, c));
      made.values.push_back(static_cast<float>(relu ? std::max(sum, 0.0) : sum));
    }
  return made;
}

Matrix softmax(const Matrix& x) {
  Matrix made{x.rows, x.columns, {}};
  for (int64_t r = 0; r < x.rows; ++r) {
    double most = x.at(r, 0), sum = 0;
    for (int64_t c = 0; c < x.columns; ++c) most = std::max(most, static_cast<double>(x.at(r, c)));
    for (int64_t c = 0; c < x.columns; ++c) sum += std::exp(static_cast<double>(x.at(r, c)) - most);
    for (int64_t c = 0; c < x.columns; ++c)
      made.values.push_back(static_cast<float>(std::exp(static_cast<double>(x.at(r, c)) - most) / sum));
  }
  return made;
}

double largestError(const Matrix& got, const Matrix& wanted) {
  double error = 0;
  for (size_t i = 0; i < wanted.values.size(); ++i)
    error = std::max(error, std::abs(static_cast<double>(got.values[i]) - static_cast<double>(wanted.values[i])));
  return error;
}

TEST_F(CudaRun, ComputesASoftmaxOverWarps) {
  load("softmax_cuda.so");
  if (IsSkipped()) return;
  const Matrix x = randomMatrix(16, 128, 1);
  const Matrix got = call({onHost(x)});
  ASSERT_EQ(got.values.size(), x.values.size());
  EXPECT_LT(largestError(got, softmax(x)), 1e-6);
}

TEST_F(CudaRun, ComputesEverySymbolicSize) {
  load("mlp_dyn_cuda.so");
  if (IsSkipped()) return;
  const Matrix w0 = randomMatrix(16, 24, 2), b0 = randomMatrix(1, 24, 3), w1 = randomMatrix(24, 6, 4),
               b1 = randomMatrix(1, 6, 5);
  constexpr int64_t kStep = RELAXSCOPE_SIZE_STEP;  // the sanitizers' build takes every 13th size
  for (int64_t n = 1; n <= 300; n += kStep) {
    const Matrix x = randomMatrix(n, 16, 100 + static_cast<uint64_t>(n));
    const Matrix got = call({onHost(x), onHost(w0), onHost(b0, true), onHost(w1), onHost(b1, true)});
    ASSERT_EQ(got.rows, n);
    ASSERT_LT(largestError(got, softmax(dense(dense(x, w0, b0, true), w1, b1, false))), 1e-5) << "n = " << n;
  }
}

TEST_F(CudaRun, ReplaysAGraphForEveryInput) {
  load("mlp_cuda_graph.so");
  if (IsSkipped()) return;
  const Matrix first = call({onHost(randomMatrix(1, 8, 7))});
  std::vector<Matrix> captured;
  for (uint64_t seed = 0; seed < 6; ++seed) captured.push_back(call({onHost(randomMatrix(1, 8, seed))}));
  // Another VM captures anew: its first call computes, its second replays.
  for (uint64_t seed = 0; seed < 6; ++seed) {
    load("mlp_cuda_graph.so");
    const Matrix computed = call({onHost(randomMatrix(1, 8, seed))});
    EXPECT_EQ(captured[seed].values, computed.values) << "replayed and computed, input " << seed;
    double sum = 0;
    for (const float value : computed.values) sum += static_cast<double>(value);
    EXPECT_NEAR(sum, 1, 1e-5) << "a softmax";
  }
  EXPECT_NE(captured[0].values, captured[1].values);
}

TEST_F(CudaRun, SharesCodeAndConstantsAmongVms) {
  load("mlp_cuda_graph.so");
  if (IsSkipped()) return;
  const auto other = vm().another();
  ASSERT_TRUE(other.ok()) << other.error().text();
  EXPECT_EQ((*other)->counters().devices.at(0).device, gpu());
}

TEST_F(CudaRun, CountsTheMemoryOfTheGpu) {
  load("mlp_dyn_cuda.so");
  if (IsSkipped()) return;
  vm().resetCounters();
  const int64_t n = 64;
  call({onHost(randomMatrix(n, 16, 1)), onHost(randomMatrix(16, 24, 2)), onHost(randomMatrix(1, 24, 3), true),
        onHost(randomMatrix(24, 6, 4)), onHost(randomMatrix(1, 6, 5), true)});
  const Counters counters = vm().counters();
  ASSERT_EQ(counters.devices.size(), 2u);
  EXPECT_EQ(counters.devices[0].device, gpu());
  EXPECT_EQ(counters.devices[0].allocator, "pooled");
  // Arguments on the GPU, and the storages of 96 n, 24 n and 24 n bytes, of which the first is freed before the last.
  const int64_t arguments = n * 64 + 16 * 24 * 4 + 128 + 24 * 6 * 4 + 64;
  EXPECT_EQ(counters.devices[0].peakBytes, arguments + 96 * n + 24 * n);
  EXPECT_EQ(counters.devices[1].allocations, 0u) << "nothing on the host";
}

TEST_F(CudaRun, NeedsAGpu) {
  LoadOptions options;
  options.path = library("softmax_cuda.so");
  options.devices = {"cpu"};
  const auto loaded = VirtualMachine::load(options);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().text(),
            "it holds CUDA kernels, but no device of the run is a GPU; use --device cuda; "
            "--device emulated checks them on the CPU");
}

}  // namespace
}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// CUDA executables of TVM run on a GPU and compared with arithmetic on the host. The GPU is the emulated one unless
// RELAXSCOPE_GPU_TESTS=1 asks for a real one.
#include <gtest/gtest.h>
#include <tvm/ffi/container/tensor.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "vmcore/base/split_mix.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/value_convert.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {
namespace {

/// Another machine has the executables elsewhere.
std::string library(const std::string& name) {
  const char* text = std::getenv("RELAXSCOPE_TEST_DATA");
  return std::string(text != nullptr ? text : RELAXSCOPE_TEST_DATA) + "/relax/" + name;
}

std::string gpu() {
  const char* text = std::getenv("RELAXSCOPE_GPU_TESTS");
  return text != nullptr && std::strcmp(text, "1") == 0 ? "cuda:0" : "emulated:0";
}

/// A matrix of floats by rows.
struct Matrix {
  int64_t rows = 0, columns = 0;
  std::vector<float> values;
  [[nodiscard]] float at(int64_t row, int64_t column) const {
    return values[static_cast<size_t>(row * columns + column)];
  }
};

Matrix randomMatrix(int64_t rows, int64_t columns, uint64_t seed) {
  SplitMix64 random(seed);
  Matrix made{rows, columns, {}};
  for (int64_t i = 0; i < rows * columns; ++i)
    made.values.push_back(static_cast<float>(static_cast<double>(random.next() >> 11) * 0x1p-53 * 2 - 1));
  return made;
}

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

class CudaRun : public testing::Test {
 protected:
  /// Loads a library of tests/data/relax on the GPU; skips the test where there is none.
  void load(const std::string& file) {
    LoadOptions options;
    options.path = library(file);
    options.devices = {gpu()};
    auto loaded = VirtualMachine::load(options);
    if (!loaded && loaded.error().text().find("cannot be used") != std::string::npos)
      GTEST_SKIP() << loaded.error().text();
    ASSERT_TRUE(loaded.ok()) << loaded.error().text();
    vm_ = *std::move(loaded);
  }
  VirtualMachine& vm() { return *vm_; }

  /// A tensor with one dimension for a matrix of one row if `flat`.
  static ffi::Any onHost(const Matrix& matrix, bool flat = false) {
    static const auto memory = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
    const int64_t dims[2] = {matrix.rows, matrix.columns};
    auto tensor = makeTensor(memory, flat ? dims + 1 : dims, flat ? 1 : 2, {kDLFloat, 32, 1});
    std::memcpy(tensor->data, matrix.values.data(), matrix.values.size() * sizeof(float));
    return ffi::Tensor(std::move(tensor));
  }
  /// Calls main with tensors that are copied to the GPU, and copies its result back.
  Matrix call(const std::vector<ffi::Any>& args) {
    std::vector<ffi::Any> placed;
    std::vector<ffi::AnyView> views;
    placed.reserve(args.size());
    for (const ffi::Any& arg : args) {
      RunResult there = vm_->toFirstDevice(arg);
      EXPECT_TRUE(there.ok()) << there.error->message;
      views.emplace_back(placed.emplace_back(std::move(there.value)));
    }
    RunResult result = vm_->call("main", views);
    if (result.ok()) result.error = vm_->synchronize().error;
    EXPECT_TRUE(result.ok()) << result.error->message;
    if (!result.ok()) return {};
    EXPECT_EQ(result.value.cast<ffi::Tensor>().device().device_type, kDLCUDA);
    const auto plain = toPlain(result.value, ElementLayout::Packed);
    EXPECT_TRUE(plain.ok()) << plain.error().text();
    const auto& tensor = std::get<TensorValue>(plain->data);
    Matrix made{tensor.shape.at(0), tensor.shape.at(1), {}};
    made.values.resize(tensor.data.size() / sizeof(float));
    tensor.data.copyTo(0, {reinterpret_cast<uint8_t*>(made.values.data()), tensor.data.size()});
    return made;
  }

 private:
  std::unique_ptr<VirtualMachine> vm_;
};

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

// SPDX-License-Identifier: Apache-2.0
// VMs of CUDA executables of tests/data/relax. The GPU is the emulated one unless RELAXSCOPE_GPU_TESTS=1 asks for a
// real one.
#pragma once

#include <gtest/gtest.h>
#include <tvm/ffi/container/tensor.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tests/unit/gpu/gpu_program.h"
#include "vmcore/base/split_mix.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/value_convert.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope::testing {

/// Another machine has the executables elsewhere.
inline std::string library(const std::string& name) {
  const char* text = std::getenv("RELAXSCOPE_TEST_DATA");
  return std::string(text != nullptr ? text : RELAXSCOPE_TEST_DATA) + "/relax/" + name;
}

/// A matrix of floats by rows.
struct Matrix {
  int64_t rows = 0, columns = 0;
  std::vector<float> values;
  [[nodiscard]] float at(int64_t row, int64_t column) const {
    return values[static_cast<size_t>(row * columns + column)];
  }
};

inline Matrix randomMatrix(int64_t rows, int64_t columns, uint64_t seed) {
  SplitMix64 random(seed);
  Matrix made{rows, columns, {}};
  for (int64_t i = 0; i < rows * columns; ++i)
    made.values.push_back(static_cast<float>(static_cast<double>(random.next() >> 11) * 0x1p-53 * 2 - 1));
  return made;
}

class CudaVm : public ::testing::Test {
 protected:
  /// Loads a library of tests/data/relax on the GPU; skips the test where there is none.
  void load(const std::string& file, const std::string& allocator = "pooled") {
    LoadOptions options;
    options.allocator = allocator;
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
  /// Copies on the GPU.
  std::vector<ffi::Any> placed(const std::vector<ffi::Any>& args) {
    std::vector<ffi::Any> made;
    for (const ffi::Any& arg : args) {
      RunResult there = vm_->toFirstDevice(arg);
      EXPECT_TRUE(there.ok()) << there.error->message;
      made.push_back(std::move(there.value));
    }
    return made;
  }
  /// Calls main with what placed() returned, and waits for the GPU.
  RunResult callPlaced(const std::vector<ffi::Any>& args) {
    const std::vector<ffi::AnyView> views(args.begin(), args.end());
    RunResult result = vm_->call("main", views);
    if (result.ok()) result.error = vm_->synchronize().error;
    EXPECT_TRUE(result.ok()) << result.error->message;
    return result;
  }
  /// Calls main with tensors that are copied to the GPU, and copies its result back.
  Matrix call(const std::vector<ffi::Any>& args) {
    const RunResult result = callPlaced(placed(args));
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

}  // namespace relaxscope::testing

// SPDX-License-Identifier: Apache-2.0
// Programs built in a test that run on a GPU: the emulated one unless RELAXSCOPE_GPU_TESTS=1 asks for a real one.
#pragma once

#include <gtest/gtest.h>
#include <tvm/ffi/container/tensor.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "vmcore/model/builder.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/value_convert.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope::testing {

using B = ExecutableBuilder;

inline std::string gpu() {
  const char* text = std::getenv("RELAXSCOPE_GPU_TESTS");
  return text != nullptr && std::strcmp(text, "1") == 0 ? "cuda:0" : "emulated:0";
}

template <class Element>
ffi::Any tensor(std::vector<int64_t> dims, DLDataType type, const std::vector<Element>& values) {
  static const auto memory = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
  auto made = makeTensor(memory, dims.data(), static_cast<int64_t>(dims.size()), type);
  std::memcpy(made->data, values.data(), values.size() * sizeof(Element));
  return ffi::Tensor(std::move(made));
}
inline ffi::Any floats(std::vector<int64_t> dims, const std::vector<float>& values) {
  return tensor(std::move(dims), {kDLFloat, 32, 1}, values);
}
/// Numbers from `first` on, as float32.
inline std::vector<float> counted(size_t count, float first) {
  std::vector<float> values;
  for (size_t i = 0; i < count; ++i) values.push_back(first + static_cast<float>(i % 11));
  return values;
}

template <class Element>
std::vector<Element> elementsOf(const ffi::Any& value) {
  const auto plain = toPlain(value, ElementLayout::Packed);
  EXPECT_TRUE(plain.ok()) << plain.error().text();
  const auto& found = std::get<TensorValue>(plain->data);
  std::vector<Element> elements(found.data.size() / sizeof(Element));
  found.data.copyTo(0, {reinterpret_cast<uint8_t*>(elements.data()), found.data.size()});
  return elements;
}

/// The product of matrices by rows, of each in a batch.
inline std::vector<float> product(const std::vector<float>& a, const std::vector<float>& b, size_t batch, size_t m,
                                  size_t n, size_t k, bool ta, bool tb) {
  std::vector<float> made;
  for (size_t i = 0; i < batch; ++i)
    for (size_t row = 0; row < m; ++row)
      for (size_t column = 0; column < n; ++column) {
        float sum = 0;
        for (size_t d = 0; d < k; ++d)
          sum +=
              a[i * m * k + (ta ? d * m + row : row * k + d)] * b[i * k * n + (tb ? column * k + d : d * n + column)];
        made.push_back(sum);
      }
  return made;
}

/// A program of the VM with tensors on a GPU.
class GpuProgram : public ::testing::Test {
 protected:
  /// Loads a program; skips the test where there is no GPU.
  void load(B& builder, const std::string& device = gpu(), LoadOptions options = {}) {
    auto file = std::make_shared<LoadedFile>();
    file->path = "test program";
    file->executable = std::make_shared<const Executable>(builder.finish());
    options.file = file;
    open(std::move(options), device);
  }
  void open(LoadOptions options, const std::string& device) {
    options.devices = {device};
    auto loaded = VirtualMachine::load(options);
    if (!loaded && loaded.error().text().find("cannot be used") != std::string::npos)
      GTEST_SKIP() << loaded.error().text();
    ASSERT_TRUE(loaded.ok()) << loaded.error().text();
    vm_ = *std::move(loaded);
  }
  ffi::Any placed(const ffi::Any& value) {
    RunResult there = vm_->toFirstDevice(value);
    EXPECT_TRUE(there.ok()) << there.error->message;
    return there.value;
  }
  RunResult call(const std::vector<ffi::Any>& args) {
    std::vector<ffi::Any> there;
    for (const ffi::Any& arg : args) there.push_back(placed(arg));
    RunResult result = vm_->call("main", std::vector<ffi::AnyView>(there.begin(), there.end()));
    if (result.ok()) result.error = vm_->synchronize().error;
    return result;
  }
  ffi::Any resultOf(const std::vector<ffi::Any>& args) {
    RunResult result = call(args);
    EXPECT_TRUE(result.ok()) << result.error->message;
    return result.value;
  }
  std::string errorOf(const std::vector<ffi::Any>& args) {
    const RunResult result = call(args);
    return result.ok() ? "no error" : result.error->kind + ": " + result.error->message;
  }
  VirtualMachine& vm() { return *vm_; }

 private:
  std::unique_ptr<VirtualMachine> vm_;
};

}  // namespace relaxscope::testing

// SPDX-License-Identifier: Apache-2.0
// CUDA source compiled for the emulated GPU, and device memory to run it on.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "vmcore/emulated/compiler/host_compiler.h"
#include "vmcore/emulated/kernel_run.h"

namespace relaxscope::test {

using namespace emulated;

/// Whether a C++ compiler is here; tests that need one are skipped without.
inline bool hasCompiler() { return !hostCompilerIdentity().empty(); }
#define RS_NEEDS_COMPILER() \
  if (!hasCompiler()) GTEST_SKIP() << "no C++ compiler is on PATH"

/// The image of a source; null, with a failed expectation, if it does not compile.
inline std::shared_ptr<const KernelImage> imageOf(const std::string& source) {
  CompileJob job;
  job.source = source;
  job.name = "kernels.cu";
  const CompileOutcome outcome = compileForHost(job);
  EXPECT_TRUE(outcome.compiled) << outcome.log;
  int status = 0;
  std::string why;
  auto image = KernelImage::open({outcome.image.data(), outcome.image.size()}, status, why);
  EXPECT_NE(image, nullptr) << status << " " << why;
  return image;
}

class Launcher {
 public:
  explicit Launcher(std::shared_ptr<const KernelImage> image) : image_(std::move(image)) {}

  template <class T>
  uint64_t block(const std::vector<T>& values) {
    const uint64_t address = memory.allocate(values.size() * sizeof(T));
    std::memcpy(memory.bytesAt(address), values.data(), values.size() * sizeof(T));
    return address;
  }
  template <class T>
  std::vector<T> read(uint64_t address, size_t count) {
    std::vector<T> values(count);
    std::memcpy(values.data(), memory.bytesAt(address), count * sizeof(T));
    return values;
  }
  /// The tensor at `address` as an argument of the Call.
  void knows(uint64_t address, uint64_t bytes, uint32_t elementBytes, const std::string& name) {
    TensorExtent extent;
    extent.address = address;
    extent.bytes = bytes;
    extent.elementBytes = elementBytes;
    std::strncpy(extent.name, name.c_str(), sizeof extent.name - 1);
    extents.push_back(extent);
  }

  template <class... A>
  std::optional<KernelFault> run(const std::string& kernel, Extents3 grid, Extents3 blockSize, A... arguments) {
    KernelRun run;
    run.image = image_;
    run.kernel = image_ != nullptr ? image_->find(kernel) : nullptr;
    if (run.kernel == nullptr) return KernelFault{-1, "no kernel " + kernel};
    run.grid = grid;
    run.block = blockSize;
    run.dynamicShared = dynamicShared;
    (run.arguments.push_back(bytesOf(arguments)), ...);
    run.extents = extents;
    run.memoryOf = [this](uint64_t address) { return memory.owns(address) ? &memory : nullptr; };
    return runKernel(run);
  }
  /// The text of the fault; empty if there is none.
  template <class... A>
  std::string fault(const std::string& kernel, Extents3 grid, Extents3 blockSize, A... arguments) {
    const auto found = run(kernel, grid, blockSize, arguments...);
    status = found ? found->status : 0;
    return found ? found->text : std::string();
  }

  DeviceMemory memory{uint64_t{64} << 20};
  std::vector<TensorExtent> extents;
  uint32_t dynamicShared = 0;
  int status = 0;  ///< of the last fault()

 private:
  template <class T>
  static std::vector<char> bytesOf(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<char> bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
  }
  std::shared_ptr<const KernelImage> image_;
};

}  // namespace relaxscope::test

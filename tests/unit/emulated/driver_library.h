// SPDX-License-Identifier: Apache-2.0
// The emulated driver as a program finds it: a copy of the library for each test, opened with a configuration of its
// own.
#pragma once

#include <string>
#include <vector>

#include "tests/support/scratch_folder.h"
#include "vmcore/device/cuda/abi.h"
#include "vmcore/device/cuda/emulation.h"

namespace relaxscope::test {

using namespace cuda;

struct DriverLibrary {
  /// `configuration`: of RELAXSCOPE_EMULATED_GPU.
  explicit DriverLibrary(const std::string& configuration = "");

  /// The function that dlsym finds, or null.
  void* symbol(const char* name) const;
  /// What rsEmulatedFaultText says of the last call that failed.
  [[nodiscard]] std::string text() const;
  /// A copy of another emulated library beside this one, opened.
  [[nodiscard]] void* openBeside(const std::string& library) const;

#define RS_CUDA(member, name, symbol, version, needed, ...) int (*member)(__VA_ARGS__) = nullptr;
#include "vmcore/device/cuda/driver_functions.def"
#undef RS_CUDA
  int (*procAddress)(const char*, void**, int, uint64_t, int*) = nullptr;
  emulated::SetExtents setExtents = nullptr;
  emulated::SetActivitySink setActivitySink = nullptr;
  emulated::FaultText faultText = nullptr;

 private:
  ScratchFolder folder_;
  void* library_ = nullptr;
};

/// A driver that is initialised, with the context of device 0 current and a few things at hand.
struct Gpu : DriverLibrary {
  explicit Gpu(const std::string& configuration = "");
  /// A block with these numbers.
  DevicePointer block(const std::vector<int>& numbers);
  /// Numbers of a block, read on the default stream.
  std::vector<int> numbers(DevicePointer block, size_t count);
  Stream stream(unsigned flags = StreamNonBlocking);
  Event event(unsigned flags = EventDefault);
  /// A kernel of fake_kernels.cpp.
  Function kernel(const char* name);
  /// Adds 1 to the first numbers of a block.
  int increment(DevicePointer block, int count, Stream stream = nullptr);

  Context context = nullptr;
  Module module = nullptr;
};

}  // namespace relaxscope::test

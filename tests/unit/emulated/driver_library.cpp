// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/emulated/driver_library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace relaxscope::test {

namespace {

/// Sanitizers have fewer addresses, and each test's copy keeps those of its memory.
std::string withMemory(const std::string& configuration) {
#ifdef RELAXSCOPE_SANITIZED
  return configuration.empty() ? "memory=1G" : "memory=1G," + configuration;
#else
  return configuration;
#endif
}

}  // namespace

DriverLibrary::DriverLibrary(const std::string& configuration) {
  setenv("RELAXSCOPE_EMULATED_GPU", withMemory(configuration).c_str(), 1);
  const std::string copy = folder_.file("libcuda.so.1");
  std::filesystem::copy_file(RELAXSCOPE_EMULATED_CUDA, copy);
  library_ = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_ == nullptr) throw std::runtime_error(dlerror());
  procAddress = reinterpret_cast<decltype(procAddress)>(symbol("cuGetProcAddress_v2"));
#define RS_CUDA(member, name, symbolName, version, ...) member = reinterpret_cast<decltype(member)>(symbol(symbolName));
#include "vmcore/device/cuda/driver_functions.def"
#undef RS_CUDA
  setExtents = reinterpret_cast<emulated::SetExtents>(symbol(emulated::kSetExtents));
  setActivitySink = reinterpret_cast<emulated::SetActivitySink>(symbol(emulated::kSetActivitySink));
  faultText = reinterpret_cast<emulated::FaultText>(symbol(emulated::kFaultText));
}

void* DriverLibrary::symbol(const char* name) const { return dlsym(library_, name); }

std::string DriverLibrary::text() const { return faultText(); }

void* DriverLibrary::openBeside(const std::string& library) const {
  const std::string copy = folder_.file(std::filesystem::path(library).filename());
  std::filesystem::copy_file(library, copy);
  void* const opened = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) throw std::runtime_error(dlerror());
  return opened;
}

Gpu::Gpu(const std::string& configuration) : DriverLibrary(configuration) {
  EXPECT_EQ(init(0), Success) << text();
  EXPECT_EQ(primaryRetain(&context, 0), Success);
  EXPECT_EQ(contextSet(context), Success);
}

DevicePointer Gpu::block(const std::vector<int>& numbers) {
  DevicePointer made = 0;
  EXPECT_EQ(memAlloc(&made, 4 * numbers.size()), Success) << text();
  EXPECT_EQ(copyToDevice(made, numbers.data(), 4 * numbers.size(), nullptr), Success) << text();
  EXPECT_EQ(streamSynchronize(nullptr), Success) << text();
  return made;
}

std::vector<int> Gpu::numbers(DevicePointer block, size_t count) {
  std::vector<int> read(count);
  EXPECT_EQ(copyToHost(read.data(), block, 4 * count, nullptr), Success) << text();
  return read;
}

Stream Gpu::stream(unsigned flags) {
  Stream made = nullptr;
  EXPECT_EQ(streamCreate(&made, flags, 0), Success) << text();
  return made;
}

Event Gpu::event(unsigned flags) {
  Event made = nullptr;
  EXPECT_EQ(eventCreate(&made, flags), Success) << text();
  return made;
}

Function Gpu::kernel(const char* name) {
  if (module == nullptr) { EXPECT_EQ(moduleLoad(&module, "rs-fake sm_80", 0, nullptr, nullptr), Success) << text(); }
  Function found = nullptr;
  EXPECT_EQ(moduleFunction(&found, module, name), Success) << text();
  return found;
}

int Gpu::increment(DevicePointer block, int count, Stream stream) {
  void* params[] = {&block, &count};
  return launch(kernel("increment"), 1, 1, 1, 32, 1, 1, 0, stream, params, nullptr);
}

}  // namespace relaxscope::test

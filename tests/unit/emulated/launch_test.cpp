// SPDX-License-Identifier: Apache-2.0
// Modules and launches of the emulated driver: what they do, what they refuse, and what a fault leaves behind.
#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "tests/unit/emulated/driver_library.h"

namespace relaxscope::test {
namespace {

/// Launches with that grid, block and dynamic shared memory, without arguments.
int launchOf(Gpu& gpu, Function function, unsigned grid, unsigned block, unsigned shared = 0) {
  return gpu.launch(function, grid, 1, 1, block, 1, 1, shared, nullptr, nullptr, nullptr);
}

int load(Gpu& gpu, const void* image) {
  Module module = nullptr;
  return gpu.moduleLoad(&module, image, 0, nullptr, nullptr);
}

TEST(EmulatedModules, HaveFunctions) {
  Gpu gpu;
  const Function bounded = gpu.kernel("bounded"), shared = gpu.kernel("shared");
  EXPECT_EQ(gpu.kernel("bounded"), bounded);
  int value = 0;
  EXPECT_EQ(gpu.functionGet(&value, FunctionMaxThreadsPerBlock, bounded), Success);
  EXPECT_EQ(value, 64);
  EXPECT_EQ(gpu.functionGet(&value, SharedSizeBytes, shared), Success);
  EXPECT_EQ(value, 1024);
  EXPECT_EQ(gpu.functionGet(&value, MaxDynamicSharedSizeBytes, shared), Success);
  EXPECT_EQ(value, 47 << 10);
  EXPECT_EQ(gpu.functionGet(&value, NumRegisters, shared), Success);
  EXPECT_EQ(value, 32);
  EXPECT_EQ(gpu.functionGet(&value, 999, shared), InvalidValue);
  size_t offset = 1, bytes = 0;
  const Function increment = gpu.kernel("increment");
  EXPECT_EQ(gpu.functionParam(increment, 1, &offset, &bytes), Success);
  EXPECT_EQ(offset, 8U);
  EXPECT_EQ(bytes, 4U);
  EXPECT_EQ(gpu.functionParam(increment, 2, &offset, &bytes), InvalidValue);
  Function none = nullptr;
  EXPECT_EQ(gpu.moduleFunction(&none, gpu.module, "nothing"), NotFound);
  EXPECT_EQ(gpu.text(), "cuModuleGetFunction: name: the module has no kernel nothing");
}

TEST(EmulatedModules, RefuseImagesOfOtherDevices) {
  Gpu gpu("arch=86");
  EXPECT_EQ(load(gpu, "rs-fake sm_80"), Success);
  EXPECT_EQ(load(gpu, "rs-fake sm_90"), NoBinaryForGpu);
  EXPECT_EQ(gpu.text(), "cuModuleLoadDataEx: image: compiled for sm_90, the device is sm_86");
  EXPECT_EQ(load(gpu, "//\n.version 8.0\n"), NoBinaryForGpu);
  EXPECT_EQ(load(gpu, nullptr), InvalidValue);
  EXPECT_EQ(load(gpu, ""), InvalidImage);
  const std::vector<char> shortText = {'P', '\0'};
  EXPECT_EQ(load(gpu, shortText.data()), NoBinaryForGpu);
  // Headers of a cubin, with its machine, and of a fatbin.
  Elf64_Ehdr cubin{};
  std::memcpy(cubin.e_ident, ELFMAG, SELFMAG);
  cubin.e_ident[EI_CLASS] = ELFCLASS64;
  cubin.e_machine = 190;
  EXPECT_EQ(load(gpu, &cubin), NoBinaryForGpu);
  const uint32_t fatbin[] = {0xBA55ED50, 0x00100001, 8, 0, 0, 0};
  EXPECT_EQ(load(gpu, fatbin), NoBinaryForGpu);
  cubin.e_shoff = UINT64_MAX;
  EXPECT_EQ(load(gpu, &cubin), InvalidImage);
}

TEST(EmulatedModules, WriteTheLogOfALoad) {
  Gpu gpu;
  char log[16] = "unchanged";
  int options[] = {ErrorLogBuffer, ErrorLogBufferBytes};
  void* values[] = {log, reinterpret_cast<void*>(sizeof(log))};
  Module module = nullptr;
  EXPECT_EQ(gpu.moduleLoad(&module, "something", 2, options, values), NoBinaryForGpu);
  EXPECT_STREQ(log, "no image of the");
  EXPECT_EQ(reinterpret_cast<size_t>(values[1]), sizeof(log));
  values[1] = reinterpret_cast<void*>(sizeof(log));
  EXPECT_EQ(gpu.moduleLoad(&module, "rs-fake sm_80", 2, options, values), Success);
  EXPECT_EQ(reinterpret_cast<size_t>(values[1]), 0U);
  EXPECT_EQ(gpu.moduleLoad(&module, "rs-fake sm_80", 2, nullptr, nullptr), InvalidValue);
}

TEST(EmulatedModules, EndWithTheirFunctions) {
  Gpu gpu;
  const Function slow = gpu.kernel("slow");
  ASSERT_EQ(launchOf(gpu, slow, 1, 1), Success);
  EXPECT_EQ(gpu.moduleUnload(gpu.module), InvalidValue);
  EXPECT_EQ(gpu.text(), "cuModuleUnload: module: its kernel slow has not ended");
  ASSERT_EQ(gpu.contextSynchronize(), Success);
  EXPECT_EQ(gpu.moduleUnload(gpu.module), Success);
  EXPECT_EQ(launchOf(gpu, slow, 1, 1), InvalidHandle);
  EXPECT_EQ(gpu.text(), "cuLaunchKernel: function: function 1 was destroyed");
  EXPECT_EQ(gpu.moduleUnload(gpu.module), InvalidHandle);
}

TEST(EmulatedLaunches, TakeTheirArgumentsAtTheCall) {
  Gpu gpu("late=1");
  DevicePointer block = gpu.block({1, 1, 1});
  int count = 2;
  void* params[] = {&block, &count};
  const DevicePointer kept = block;
  ASSERT_EQ(gpu.launch(gpu.kernel("increment"), 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr), Success);
  count = 3;
  block = 0;
  EXPECT_EQ(gpu.numbers(kept, 3), (std::vector<int>{2, 2, 1}));
}

TEST(EmulatedLaunches, RefuseShapesBeyondTheLimits) {
  Gpu gpu;
  const Function plain = gpu.kernel("slow"), bounded = gpu.kernel("bounded");
  EXPECT_EQ(launchOf(gpu, plain, 0, 1), InvalidValue);
  EXPECT_EQ(gpu.text(), "cuLaunchKernel: gridX: 0 is not within 1 and 2147483647");
  EXPECT_EQ(launchOf(gpu, plain, 1, 0), InvalidValue);
  EXPECT_EQ(launchOf(gpu, plain, 1, 1025), InvalidValue);
  EXPECT_EQ(gpu.launch(plain, 1, 65536, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr), InvalidValue);
  EXPECT_EQ(gpu.launch(plain, 1, 1, 1, 1, 1, 65, 0, nullptr, nullptr, nullptr), InvalidValue);
  EXPECT_EQ(gpu.launch(plain, 1, 1, 1, 32, 33, 1, 0, nullptr, nullptr, nullptr), InvalidValue);
  EXPECT_EQ(gpu.text(), "cuLaunchKernel: block: 1056 threads, the device allows 1024");
  EXPECT_EQ(launchOf(gpu, bounded, 1, 64), Success);
  EXPECT_EQ(launchOf(gpu, bounded, 1, 65), LaunchOutOfResources);
  EXPECT_EQ(gpu.text(), "cuLaunchKernel: block: 65 threads, bounded has launch bounds of 64");
  EXPECT_EQ(gpu.contextSynchronize(), Success) << "a refused launch is no fault";
}

TEST(EmulatedLaunches, AskForTheAttributeOfDynamicSharedMemory) {
  Gpu gpu;
  const Function shared = gpu.kernel("shared");
  EXPECT_EQ(launchOf(gpu, shared, 1, 1, 47 << 10), Success);
  EXPECT_EQ(launchOf(gpu, shared, 1, 1, (47 << 10) + 1), InvalidValue);
  EXPECT_NE(gpu.text().find("MAX_DYNAMIC_SHARED_SIZE_BYTES"), std::string::npos) << gpu.text();
  EXPECT_EQ(gpu.functionSet(shared, MaxDynamicSharedSizeBytes, 163 << 10), InvalidValue);
  EXPECT_EQ(gpu.functionSet(shared, MaxDynamicSharedSizeBytes, 162 << 10), Success);
  EXPECT_EQ(launchOf(gpu, shared, 1, 1, 162 << 10), Success);
  EXPECT_EQ(gpu.functionSet(shared, MaxDynamicSharedSizeBytes, -1), InvalidValue);
  EXPECT_EQ(gpu.functionSet(shared, NumRegisters, 3), InvalidValue);
}

TEST(EmulatedLaunches, RefuseMissingArguments) {
  Gpu gpu;
  const Function increment = gpu.kernel("increment");
  DevicePointer block = gpu.block({1});
  void* params[] = {&block, nullptr};
  EXPECT_EQ(gpu.launch(increment, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr), InvalidValue);
  EXPECT_EQ(gpu.launch(increment, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr), InvalidValue);
  EXPECT_EQ(gpu.text(), "cuLaunchKernel: params: parameter 1 of increment is null");
  EXPECT_EQ(gpu.launch(increment, 1, 1, 1, 1, 1, 1, 0, nullptr, params, params), InvalidValue);
  EXPECT_EQ(gpu.launch(increment, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, params), NotSupported);
  EXPECT_EQ(gpu.launch(reinterpret_cast<Function>(gpu.module), 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr),
            InvalidHandle);
}

TEST(EmulatedLaunches, WithAttributes) {
  Gpu gpu;
  const Function slow = gpu.kernel("slow");
  LaunchAttribute attribute{};
  LaunchConfig config{1, 1, 1, 32, 1, 1, 0, nullptr, &attribute, 1};
  attribute.id = LaunchCooperative;
  attribute.value.cooperative = 1;
  EXPECT_EQ(gpu.launchEx(&config, slow, nullptr, nullptr), Success);
  config.gridX = 108 * 32;
  EXPECT_EQ(gpu.launchEx(&config, slow, nullptr, nullptr), Success);
  config.gridX = 108 * 32 + 1;
  EXPECT_EQ(gpu.launchEx(&config, slow, nullptr, nullptr), CooperativeLaunchTooLarge);
  EXPECT_EQ(gpu.launchCooperative(slow, 108 * 32 + 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr), CooperativeLaunchTooLarge);
  attribute.id = LaunchClusterDimension;
  attribute.value.clusterDim = {2, 1, 1};
  EXPECT_EQ(gpu.launchEx(&config, slow, nullptr, nullptr), NotSupported);
  attribute.id = LaunchProgrammaticStreamSerialization;
  EXPECT_EQ(gpu.launchEx(&config, slow, nullptr, nullptr), Success);
  config.blockX = kRequiredBlockDim;
  EXPECT_EQ(gpu.launchEx(&config, slow, nullptr, nullptr), InvalidValue);
  EXPECT_EQ(gpu.launchEx(nullptr, slow, nullptr, nullptr), InvalidValue);
  int blocks = 0;
  EXPECT_EQ(gpu.occupancy(&blocks, slow, 1024, 0), Success);
  EXPECT_EQ(blocks, 2);
  EXPECT_EQ(gpu.occupancy(&blocks, slow, 32, 81 << 10), Success);
  EXPECT_EQ(blocks, 2) << "82 KiB with what is reserved, of 164";
  EXPECT_EQ(gpu.occupancy(&blocks, gpu.kernel("bounded"), 128, 0), Success);
  EXPECT_EQ(blocks, 0);
}

TEST(EmulatedLaunches, KnowTheTensorsOfTheirThread) {
  Gpu gpu;
  DevicePointer block = gpu.block({0});
  void* params[] = {&block};
  const Function extents = gpu.kernel("extents");
  const emulated::TensorExtent known[2] = {};
  gpu.setExtents(known, 2);
  std::thread([&] { gpu.setExtents(known, 1); }).join();
  ASSERT_EQ(gpu.launch(extents, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr), Success);
  EXPECT_EQ(gpu.numbers(block, 1)[0], 2);
  gpu.setExtents(nullptr, 0);
  ASSERT_EQ(gpu.launch(extents, 1, 1, 1, 1, 1, 1, 0, nullptr, params, nullptr), Success);
  EXPECT_EQ(gpu.numbers(block, 1)[0], 0);
}

TEST(EmulatedFaults, AreStickyAndTold) {
  for (const char* configuration : {"", "late=2"}) {
    Gpu gpu(configuration);
    const DevicePointer block = gpu.block({1, 2});
    ASSERT_EQ(gpu.increment(block, 3), Success);
    EXPECT_EQ(gpu.contextSynchronize(), IllegalAddress);
    EXPECT_EQ(gpu.text(),
              "increment: block (0, 0, 0), thread (0, 0, 0) accesses 0 bytes after the end of the "
              "block of 8 bytes, allocation 1");
    int host = 0;
    EXPECT_EQ(gpu.copyToHost(&host, block, 4, nullptr), IllegalAddress);
    EXPECT_EQ(gpu.memFree(block), IllegalAddress);
    EXPECT_EQ(gpu.streamSynchronize(nullptr), IllegalAddress);
    int count = 0;
    EXPECT_EQ(gpu.deviceCount(&count), Success);
    EXPECT_EQ(gpu.primaryRelease(0), Success);
  }
}

TEST(EmulatedFaults, EndWorkThatIsQueuedBehindThem) {
  Gpu gpu("late=2");
  void* memory = nullptr;
  ASSERT_EQ(gpu.memAllocHost(&memory, 4), Success);
  auto* const pinned = static_cast<int*>(memory);
  *pinned = 5;
  const DevicePointer block = gpu.block({1});
  ASSERT_EQ(gpu.increment(0, 1), Success);
  ASSERT_EQ(gpu.copyToHost(pinned, block, 4, nullptr), Success);
  EXPECT_EQ(gpu.streamSynchronize(nullptr), IllegalAddress);
  EXPECT_EQ(*pinned, 5);
}

TEST(EmulatedFaults, ADeviceIsLost) {
  Gpu gpu("lost=2");
  const Function slow = gpu.kernel("slow");
  EXPECT_EQ(launchOf(gpu, slow, 1, 1), Success);
  EXPECT_EQ(launchOf(gpu, slow, 1, 1), Success);
  EXPECT_EQ(launchOf(gpu, slow, 1, 1), LaunchFailed);
  EXPECT_EQ(gpu.contextSynchronize(), LaunchFailed);
  EXPECT_EQ(gpu.text(), "the GPU is lost");
  EXPECT_EQ(gpu.primaryRelease(0), Success);
  EXPECT_EQ(gpu.primaryRetain(&gpu.context, 0), DeviceUnavailable);
}

TEST(EmulatedFaults, AKernelHangs) {
  for (const char* configuration : {"hang=slow", "hang=slow,late=1"}) {
    Gpu gpu(configuration);
    ASSERT_EQ(launchOf(gpu, gpu.kernel("slow"), 1, 1), Success) << "launches are asynchronous";
    for (int i = 0; i < 3; ++i) EXPECT_EQ(gpu.streamQuery(nullptr), NotReady);
  }
}

}  // namespace
}  // namespace relaxscope::test

// SPDX-License-Identifier: Apache-2.0
// Initialisation, devices and contexts of the emulated driver, how its functions are found, and its configuration.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "tests/unit/emulated/driver_library.h"

namespace relaxscope::test {
namespace {

TEST(EmulatedDriver, EveryFunctionIsFoundBothWays) {
  DriverLibrary driver;
#define RS_CUDA(member, name, symbolName, version, ...)                             \
  {                                                                                 \
    void* found = nullptr;                                                          \
    int answer = -1;                                                                \
    EXPECT_EQ(driver.procAddress(name, &found, version, 1, &answer), 0) << name;    \
    EXPECT_EQ(answer, 0);                                                           \
    EXPECT_EQ(found, driver.symbol(symbolName)) << name;                            \
    EXPECT_NE(found, nullptr) << name;                                              \
    EXPECT_EQ(driver.procAddress(name, &found, version - 1, 1, &answer), NotFound); \
    EXPECT_EQ(answer, 2) << name;                                                   \
    EXPECT_EQ(found, nullptr) << name;                                              \
  }
#include "vmcore/device/cuda/driver_functions.def"
#undef RS_CUDA
}

TEST(EmulatedDriver, ProcAddressKnowsVersions) {
  DriverLibrary driver("driver=12040");
  void* found = &driver;
  int answer = -1;
  EXPECT_EQ(driver.procAddress("cuMemAlloc", &found, 12050, 0, &answer), InvalidValue);
  EXPECT_EQ(driver.procAddress("cuMemAlloc", &found, 12040, 0, &answer), Success);
  EXPECT_EQ(driver.procAddress("cuMemAlloc_v2", &found, 12040, 0, &answer), NotFound);
  EXPECT_EQ(driver.procAddress("cuNothing", &found, 12040, 0, &answer), NotFound);
  EXPECT_EQ(answer, 1);
  EXPECT_EQ(driver.procAddress(nullptr, &found, 12040, 0, nullptr), InvalidValue);
  EXPECT_EQ(driver.procAddress("cuCtxSynchronize", &found, 12040, 0, nullptr), Success);
  int version = 0;
  EXPECT_EQ(driver.driverVersion(&version), Success);
  EXPECT_EQ(version, 12040);
  DriverLibrary newer("driver=13000");
  EXPECT_EQ(newer.procAddress("cuCtxSynchronize", &found, 13000, 0, &answer), NotFound)
      << "CUDA 13 has another prototype under that name";
}

TEST(EmulatedDriver, AnOldDriverLacksFunctions) {
  DriverLibrary older("driver=11040");
  EXPECT_EQ(older.symbol("cuGetProcAddress_v2"), nullptr);
  EXPECT_NE(older.symbol("cuGetProcAddress"), nullptr);
  EXPECT_EQ(older.symbol("cuLaunchKernelEx"), nullptr);
  EXPECT_NE(older.symbol("cuLaunchKernel"), nullptr);
  DriverLibrary lacking("absent=cuGetProcAddress_v2,absent=cuGraphLaunch");
  EXPECT_EQ(lacking.symbol("cuGetProcAddress_v2"), nullptr);
  EXPECT_EQ(lacking.symbol("cuGraphLaunch"), nullptr);
  const auto procAddress =
      reinterpret_cast<int (*)(const char*, void**, int, uint64_t)>(lacking.symbol("cuGetProcAddress"));
  void* found = nullptr;
  EXPECT_EQ(procAddress("cuGraphLaunch", &found, 10000, 0), NotFound);
  EXPECT_EQ(procAddress("cuGraphDestroy", &found, 10000, 0), Success);
}

TEST(EmulatedDriver, TellsItsDevices) {
  Gpu gpu("devices=2,memory=2G,arch=90");
  int count = 0, major = 0, minor = 0, warp = 0;
  EXPECT_EQ(gpu.deviceCount(&count), Success);
  EXPECT_EQ(count, 2);
  Device device = -1;
  EXPECT_EQ(gpu.deviceGet(&device, 1), Success);
  EXPECT_EQ(device, 1);
  EXPECT_EQ(gpu.deviceGet(&device, 2), InvalidDevice);
  char name[64], shortName[4];
  EXPECT_EQ(gpu.deviceName(name, sizeof(name), 0), Success);
  EXPECT_STREQ(name, "Emulated GPU");
  EXPECT_EQ(gpu.deviceName(shortName, sizeof(shortName), 0), Success);
  EXPECT_STREQ(shortName, "Emu");
  EXPECT_EQ(gpu.deviceAttribute(&major, CapabilityMajor, 0), Success);
  EXPECT_EQ(gpu.deviceAttribute(&minor, CapabilityMinor, 0), Success);
  EXPECT_EQ(gpu.deviceAttribute(&warp, WarpSize, 0), Success);
  EXPECT_EQ(major * 10 + minor, 90);
  EXPECT_EQ(warp, 32);
  EXPECT_EQ(gpu.deviceAttribute(&warp, 12345, 0), InvalidValue);
  size_t bytes = 0;
  EXPECT_EQ(gpu.deviceBytes(&bytes, 0), Success);
  EXPECT_EQ(bytes, size_t{2} << 30);
  Uuid first, second;
  EXPECT_EQ(gpu.deviceUuid(&first, 0), Success);
  EXPECT_EQ(gpu.deviceUuid(&second, 1), Success);
  EXPECT_NE(std::memcmp(&first, &second, sizeof(first)), 0);
}

TEST(EmulatedDriver, InitialisationFailsAsAsked) {
  int count = 0;
  const char* name = "";
  DriverLibrary fresh;
  EXPECT_EQ(fresh.deviceCount(&count), NotInitialized);
  EXPECT_EQ(DriverLibrary("devices=0").init(0), NoDevice);
  EXPECT_EQ(DriverLibrary("init=803").init(0), SystemDriverMismatch);
  DriverLibrary stub("stub");
  EXPECT_EQ(stub.init(0), StubLibrary);
  EXPECT_EQ(stub.deviceCount(&count), StubLibrary);
  EXPECT_NE(stub.errorName(34, &name), Success);
  EXPECT_EQ(name, nullptr);
}

TEST(EmulatedDriver, NamesErrors) {
  Gpu gpu;
  const char* text = nullptr;
  EXPECT_EQ(gpu.errorName(700, &text), Success);
  EXPECT_STREQ(text, "CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT_EQ(gpu.errorString(2, &text), Success);
  EXPECT_STREQ(text, "out of memory");
  EXPECT_EQ(gpu.deviceCount(nullptr), InvalidValue);
  EXPECT_EQ(gpu.errorName(12345, &text), InvalidValue);
  EXPECT_EQ(text, nullptr);
  EXPECT_EQ(gpu.text(), "cuDeviceGetCount: count: is null") << "asking for a name does not change the text";
}

TEST(EmulatedDriver, RefusesABadConfiguration) {
  for (const char* item : {"devices=9", "memory=0", "memory=5T", "arch=", "fail=cuNothing:1:2", "fail=cuMemAlloc:1",
                           "fail=cuMemAlloc:1:0", "absent=cuNothing", "late=x", "stub=1", "fast", "devices=1,,leaks"}) {
    ::testing::internal::CaptureStderr();
    DriverLibrary driver(item);
    EXPECT_EQ(driver.init(0), InvalidValue) << item;
    const std::string printed = ::testing::internal::GetCapturedStderr();
    EXPECT_NE(printed.find("RELAXSCOPE_EMULATED_GPU: cannot apply"), std::string::npos) << item << ": " << printed;
    EXPECT_EQ(std::count(printed.begin(), printed.end(), '\n'), 1) << printed;
  }
}

TEST(EmulatedDriver, FailsTheCallThatIsAskedFor) {
  Gpu gpu("fail=cuMemAlloc:2:2,fail=cuEventCreate:0:999");
  DevicePointer block = 0;
  EXPECT_EQ(gpu.memAlloc(&block, 64), Success);
  EXPECT_EQ(gpu.memAlloc(&block, 64), OutOfDeviceMemory);
  EXPECT_EQ(gpu.text(), "cuMemAlloc_v2: status 2 was asked for at call 2");
  EXPECT_EQ(gpu.memAlloc(&block, 64), Success);
  Event event = nullptr;
  EXPECT_EQ(gpu.eventCreate(&event, 0), Unknown);
  EXPECT_EQ(gpu.eventCreate(&event, 0), Unknown);
}

TEST(EmulatedDriver, AStickyFailureKillsTheContext) {
  Gpu gpu("fail=cuMemAlloc:1:700");
  DevicePointer block = 0;
  EXPECT_EQ(gpu.memAlloc(&block, 64), IllegalAddress);
  EXPECT_EQ(gpu.contextSynchronize(), IllegalAddress);
  EXPECT_EQ(gpu.memAlloc(&block, 64), IllegalAddress);
  EXPECT_EQ(gpu.text(), "cuMemAlloc_v2: status 700 was asked for at call 1");
  // A context made anew works.
  EXPECT_EQ(gpu.primaryRelease(0), Success);
  EXPECT_EQ(gpu.contextSynchronize(), ContextIsDestroyed);
  EXPECT_EQ(gpu.primaryRetain(&gpu.context, 0), Success);
  EXPECT_EQ(gpu.contextSet(gpu.context), Success);
  EXPECT_EQ(gpu.memAlloc(&block, 64), Success);
}

TEST(EmulatedContext, IsCurrentPerThread) {
  Gpu gpu;
  Context current = nullptr;
  EXPECT_EQ(gpu.contextGet(&current), Success);
  EXPECT_EQ(current, gpu.context);
  std::thread([&] {
    EXPECT_EQ(gpu.contextGet(&current), Success);
    EXPECT_EQ(current, nullptr);
    DevicePointer block = 0;
    EXPECT_EQ(gpu.memAlloc(&block, 4), InvalidContext);
    EXPECT_NE(gpu.text().find("no context is current"), std::string::npos) << gpu.text();
    EXPECT_EQ(gpu.contextSet(gpu.context), Success);
    EXPECT_EQ(gpu.memAlloc(&block, 4), Success);
  }).join();
}

TEST(EmulatedContext, IsCountedAndDestroyed) {
  Gpu gpu;
  Context again = nullptr;
  EXPECT_EQ(gpu.primaryRetain(&again, 0), Success);
  EXPECT_EQ(again, gpu.context);
  EXPECT_EQ(gpu.primaryRelease(0), Success);
  const DevicePointer block = gpu.block({1});
  EXPECT_EQ(gpu.primaryRelease(0), Success);
  EXPECT_EQ(gpu.primaryRelease(0), InvalidContext);
  EXPECT_EQ(gpu.memFree(block), ContextIsDestroyed);
  EXPECT_EQ(gpu.contextSet(again), InvalidContext);
  EXPECT_NE(gpu.text().find("context 1 was destroyed"), std::string::npos) << gpu.text();
  EXPECT_EQ(gpu.contextSet(reinterpret_cast<Context>(&gpu)), InvalidContext);
}

TEST(EmulatedContext, ReportsLeaks) {
  Gpu gpu("leaks");
  gpu.block(std::vector<int>(100));
  gpu.block(std::vector<int>(60));
  ::testing::internal::CaptureStderr();
  gpu.primaryRelease(0);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "emulated GPU: 2 blocks (640 bytes) were never freed\n");
  // What was released is not reported.
  ASSERT_EQ(gpu.primaryRetain(&gpu.context, 0), Success);
  ASSERT_EQ(gpu.contextSet(gpu.context), Success);
  gpu.module = nullptr;
  gpu.kernel("slow");
  gpu.memFree(gpu.block({1}));
  gpu.event();
  gpu.streamDestroy(gpu.stream());
  void* pinned = nullptr;
  ASSERT_EQ(gpu.memAllocHost(&pinned, 64), Success);
  ::testing::internal::CaptureStderr();
  gpu.primaryRelease(0);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "emulated GPU: 1 pinned host block (64 bytes) was never freed\n"
            "emulated GPU: 1 event was never freed\n"
            "emulated GPU: 1 module was never freed\n");
}

TEST(EmulatedDriver, IsCalledFromManyThreads) {
  for (const char* configuration : {"", "late=7"}) {
    Gpu gpu(configuration);
    gpu.kernel("increment");
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&gpu] {
        ASSERT_EQ(gpu.contextSet(gpu.context), Success);
        const Stream stream = gpu.stream();
        for (int i = 0; i < 30; ++i) {
          const DevicePointer block = gpu.block({i});
          const Event event = gpu.event();
          EXPECT_EQ(gpu.increment(block, 1, stream), Success);
          EXPECT_EQ(gpu.eventRecord(event, stream), Success);
          EXPECT_EQ(gpu.eventSynchronize(event), Success);
          EXPECT_EQ(gpu.numbers(block, 1)[0], i + 1);
          EXPECT_EQ(gpu.eventDestroy(event), Success);
          EXPECT_EQ(gpu.memFree(block), Success);
        }
        EXPECT_EQ(gpu.streamDestroy(stream), Success);
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(gpu.contextSynchronize(), Success);
  }
}

}  // namespace
}  // namespace relaxscope::test

// SPDX-License-Identifier: Apache-2.0
// Collectors of device work on the emulated GPU: CUPTI's activity records, and events where CUPTI refuses.
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "vmcore/device/cuda/activity/activity_collector.h"
#include "vmcore/device/cuda/activity/cupti_collector.h"
#include "vmcore/device/cuda/activity/event_collector.h"
#include "vmcore/device/cuda/cuda_device.h"

namespace relaxscope::cuda {
namespace {

struct Received : ActivityReceiver {
  void receive(const DeviceActivity& activity) override { all.push_back(activity); }
  void receiveLost(uint64_t droppedNow, uint64_t invalidNow) override {
    dropped += droppedNow;
    invalid += invalidNow;
  }
  [[nodiscard]] std::vector<DeviceActivity> of(DeviceWorkKind kind) const {
    std::vector<DeviceActivity> found;
    for (const DeviceActivity& each : all)
      if (each.kind == kind) found.push_back(each);
    return found;
  }
  std::vector<DeviceActivity> all;
  uint64_t dropped = 0, invalid = 0;
};

int64_t hostNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// The emulated GPU with a block.
struct Gpu {
  explicit Gpu(const char* configuration = "") {
    setenv("RELAXSCOPE_EMULATE_CUDA", "1", 1);
    setenv("RELAXSCOPE_EMULATED_GPU", configuration, 1);
    device = *openCudaDevice(0);
    block = device->take(kBytes, 256);
  }
  ~Gpu() { device->give(block); }
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;
  /// Fills of 1, 2, ... bytes, told to the collector with these numbers.
  void fills(ActivityCollector& collector, size_t count) const {
    for (size_t i = 1; i <= count; ++i) {
      WorkRequest request;
      request.device = device.get();
      request.kind = DeviceWorkKind::Fill;
      request.bytes = bytesOf(i);
      collector.begin(request, i);
      collector.end(device->driver().fillBytes(reinterpret_cast<DevicePointer>(block), 7, bytesOf(i), nullptr));
    }
    device->synchronize();
  }
  static size_t bytesOf(size_t i) { return (i - 1) % kBytes + 1; }
  static constexpr size_t kBytes = 4096;
  std::shared_ptr<CudaDevice> device;
  void* block = nullptr;
};

TEST(CuptiCollector, TellsWorkWithItsLaunch) {
  const Gpu gpu;
  auto made = makeCuptiCollector(gpu.device->driver());
  ASSERT_TRUE(made.ok()) << made.error().message;
  ActivityCollector& collector = **made;
  gpu.fills(collector, 100);
  WorkRequest wait;
  wait.device = gpu.device.get();
  wait.kind = DeviceWorkKind::Wait;
  collector.begin(wait, 101);
  collector.end(gpu.device->driver().contextSynchronize());
  Received received;
  collector.flush(received);
  const std::vector<DeviceActivity> fills = received.of(DeviceWorkKind::Fill);
  ASSERT_EQ(fills.size(), 100u);
  for (size_t i = 0; i < fills.size(); ++i) {
    EXPECT_EQ(fills[i].launch, i + 1);
    EXPECT_EQ(fills[i].bytes, static_cast<int64_t>(i + 1));
    EXPECT_GT(fills[i].end, fills[i].start);
    if (i > 0) { EXPECT_GE(fills[i].start, fills[i - 1].end); }
  }
  EXPECT_FALSE(received.of(DeviceWorkKind::DriverOverhead).empty());
  const std::vector<DeviceActivity> waits = received.of(DeviceWorkKind::Wait);
  ASSERT_EQ(waits.size(), 1u) << "those that the collector is not told of are the recording's own";
  EXPECT_EQ(waits[0].launch, 101u);
  EXPECT_EQ(received.dropped, 0u);
  EXPECT_EQ(received.invalid, 0u);
}

/// The driver's own count of free bytes is the second witness.
TEST(CuptiCollector, TellsMemoryWithItsCall) {
  const Gpu gpu;
  auto made = makeCuptiCollector(gpu.device->driver());
  ASSERT_TRUE(made.ok()) << made.error().message;
  ASSERT_TRUE((*made)->tells(DeviceWorkKind::Allocation));
  size_t freeBefore = 0, freeAfter = 0, total = 0;
  ASSERT_EQ(gpu.device->driver().memInfo(&freeBefore, &total), Success);
  WorkRequest request;
  request.device = gpu.device.get();
  request.kind = DeviceWorkKind::Allocation;
  DevicePointer first = 0;
  (*made)->begin(request, 7);
  (*made)->end(gpu.device->driver().memAlloc(&first, 4096));
  void* const foreign = gpu.device->take(512, 256);  // of a library
  gpu.device->give(reinterpret_cast<void*>(first));
  void* const pinned = gpu.device->pinnedMemory().take(64, 64);
  gpu.device->pinnedMemory().give(pinned);
  ASSERT_EQ(gpu.device->driver().memInfo(&freeAfter, &total), Success);
  Received received;
  (*made)->flush(received);
  const auto allocations = received.of(DeviceWorkKind::Allocation), releases = received.of(DeviceWorkKind::Release);
  ASSERT_EQ(allocations.size(), 3u);
  ASSERT_EQ(releases.size(), 2u);
  EXPECT_EQ(allocations[0].launch, 7u);
  EXPECT_EQ(allocations[1].launch, kUnknownLaunch);
  EXPECT_EQ(allocations[0].name, "cuMemAlloc");
  EXPECT_EQ(allocations[2].name, "cuMemAllocHost");
  EXPECT_EQ(allocations[2].bytes, 64);
  EXPECT_EQ(releases[0].name, "cuMemFree");
  EXPECT_EQ(releases[1].name, "cuMemFreeHost");
  EXPECT_EQ(releases[1].bytes, 64);
  EXPECT_EQ(allocations[0].bytes + allocations[1].bytes - releases[0].bytes,
            static_cast<int64_t>(freeBefore - freeAfter));
  for (const DeviceActivity& each : received.all) {
    if (!isMemory(each.kind)) continue;
    EXPECT_EQ(each.track, TrackKind::HostThread);
    EXPECT_GT(each.end, each.start) << each.name;
  }
  gpu.device->give(foreign);
}

/// More than the buffers of one flush hold: full ones are taken over meanwhile, as a long recording does.
TEST(CuptiCollector, AMillionRecordsAreAllThere) {
  const Gpu gpu;
  auto made = makeCuptiCollector(gpu.device->driver());
  ASSERT_TRUE(made.ok());
  constexpr size_t kCount = RELAXSCOPE_RECORDS, kBetween = 20'000;
  Received received;
  for (size_t done = 0; done < kCount; done += kBetween) {
    gpu.fills(**made, kBetween);
    (*made)->drain();
  }
  (*made)->flush(received);
  EXPECT_EQ(received.of(DeviceWorkKind::Fill).size(), kCount);
  EXPECT_EQ(received.dropped, 0u);
  EXPECT_EQ(received.invalid, 0u);
}

TEST(CuptiCollector, CollectsNothingWhilePaused) {
  const Gpu gpu;
  auto made = makeCuptiCollector(gpu.device->driver());
  ASSERT_TRUE(made.ok());
  (*made)->pause();
  gpu.fills(**made, 5);
  ASSERT_TRUE((*made)->resume().ok());
  gpu.fills(**made, 3);
  Received received;
  (*made)->flush(received);
  EXPECT_EQ(received.of(DeviceWorkKind::Fill).size(), 3u);
}

TEST(CuptiCollector, OneRecordingHasIt) {
  const Gpu gpu;
  auto first = makeCuptiCollector(gpu.device->driver());
  ASSERT_TRUE(first.ok());
  auto second = makeCuptiCollector(gpu.device->driver());
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().message, "another recording of this process uses it");
  *first = nullptr;
  EXPECT_TRUE(makeCuptiCollector(gpu.device->driver()).ok());
}

/// The records' clock is the host's real-time clock: the witness reads that one itself.
TEST(CuptiCollector, ClockLiesBetweenTheReadings) {
  const Gpu gpu;
  auto made = makeCuptiCollector(gpu.device->driver());
  ASSERT_TRUE(made.ok());
  timespec before{}, after{};
  clock_gettime(CLOCK_REALTIME, &before);
  const auto readings = (*made)->readClock(hostNs, true);
  clock_gettime(CLOCK_REALTIME, &after);
  ASSERT_FALSE(readings.empty());
  for (const ClockReading& reading : readings) {
    EXPECT_LE(reading.before, reading.after);
    EXPECT_GE(reading.device, int64_t{before.tv_sec} * 1'000'000'000 + before.tv_nsec);
    EXPECT_LE(reading.device, int64_t{after.tv_sec} * 1'000'000'000 + after.tv_nsec);
  }
}

TEST(Collectors, AgreeOnOrderAndCount) {
  const Gpu gpu;
  const auto collect = [&](ActivityCollector& collector) {
    collector.readClock(hostNs, true);
    gpu.fills(collector, 50);
    Received received;
    collector.flush(received);
    std::vector<std::pair<uint64_t, int64_t>> seen;
    for (const DeviceActivity& each : received.of(DeviceWorkKind::Fill)) seen.emplace_back(each.launch, each.bytes);
    return seen;
  };
  auto cupti = makeCuptiCollector(gpu.device->driver());
  ASSERT_TRUE(cupti.ok());
  auto events = makeEventCollector({gpu.device.get()}, "a reason");
  ASSERT_TRUE(events.ok());
  EXPECT_EQ((*events)->clockSource(), "time between events, 0.5 µs, including part of each launch; no CUPTI: a reason");
  const auto byCupti = collect(**cupti);
  EXPECT_EQ(byCupti.size(), 50u);
  EXPECT_EQ(collect(**events), byCupti);
}

TEST(EventCollector, ClockContinuesTheHosts) {
  const Gpu gpu;
  auto made = makeEventCollector({gpu.device.get()}, "");
  ASSERT_TRUE(made.ok());
  const ClockReading first = (*made)->readClock(hostNs, true).front();
  gpu.fills(**made, 20);
  const ClockReading last = (*made)->readClock(hostNs, false).back();
  Received received;
  (*made)->flush(received);
  for (const DeviceActivity& each : received.all) {
    EXPECT_GE(each.start, first.device);
    EXPECT_LE(each.end, last.device);
  }
  // Both clocks ran for the same time, but for the width of the readings.
  const int64_t width = (first.after - first.before) + (last.after - last.before) + 1000;
  EXPECT_NEAR(static_cast<double>(last.device - first.device), static_cast<double>(last.after - first.after),
              static_cast<double>(width));
}

TEST(EventCollector, TellsNoShapeOfALibrarysKernels) {
  const Gpu gpu;
  auto made = makeEventCollector({gpu.device.get()}, "");
  ASSERT_TRUE(made.ok());
  (*made)->readClock(hostNs, true);
  WorkRequest request;
  request.device = gpu.device.get();
  request.name = "cublasGemmEx";
  (*made)->begin(request, 1);
  (*made)->end(Success);
  (*made)->begin(request, 2);
  (*made)->end(Unknown);
  gpu.device->synchronize();
  Received received;
  (*made)->flush(received);
  ASSERT_EQ(received.all.size(), 1u) << "a call that fails asks for nothing";
  EXPECT_EQ(received.all[0].name, "cublasGemmEx");
  EXPECT_FALSE(received.all[0].shape);
}

/// Runs in a process of its own, as the emulated GPU reads its configuration once.
[[noreturn]] void sayWhyEvents(const char* configuration) {
  const Gpu gpu(configuration);
  const auto made = makeCollector({gpu.device.get()});
  if (!made) std::exit(2);
  (*made)->readClock(hostNs, true);
  gpu.fills(**made, 3);
  Received received;
  (*made)->flush(received);
  std::fprintf(stderr, "%s: %s: %zu fills", (*made)->clockName().c_str(), (*made)->clockSource().c_str(),
               received.of(DeviceWorkKind::Fill).size());
  std::exit(0);
}

TEST(Collectors, EachRefusalOfCuptiGivesEventsAndOneReason) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto expect = [](const char* configuration, const std::string& reason) {
    EXPECT_EXIT(sayWhyEvents(configuration), ::testing::ExitedWithCode(0),
                "CUDA events: .*no CUPTI: " + reason + ".*: 3 fills");
  };
  expect("no-cupti=absent", "libcupti.so.13 of the emulated GPU was not found");
  expect("no-cupti=version", "CUPTI version 14 is too old; that of CUDA 12 or later is needed");
  expect("no-cupti=permission", "the driver does not let this user trace .CUPTI_ERROR_INSUFFICIENT_PRIVILEGES.");
  expect("no-cupti=subscriber", "another tool already traces this process");
  expect("no-cupti=driver", "CUPTI cannot be initialized .CUPTI_ERROR_NOT_INITIALIZED.: it may be newer");
}

[[noreturn]] void countDropped() {
  const Gpu gpu("buffers=1,driver=12040");
  auto made = makeCuptiCollector(gpu.device->driver());
  if (!made) std::exit(2);
  constexpr size_t kCount = 60'000, kBetween = 500;
  for (size_t done = 0; done < kCount; done += kBetween) gpu.fills(**made, kBetween);  // so that no call runs ahead
  Received received;
  (*made)->flush(received);
  // Each fill has records of its own, of its call and of its launch: 152 bytes; 4 MiB hold 27,000 of them.
  const size_t fills = received.of(DeviceWorkKind::Fill).size();
  const bool right = fills > 20'000 && fills < 30'000 && received.dropped > kCount;
  std::fprintf(stderr, "%s", right ? "right" : "wrong");
  std::exit(0);
}

TEST(CuptiCollector, CountsDroppedRecords) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(countDropped(), ::testing::ExitedWithCode(0), "right");
}

}  // namespace
}  // namespace relaxscope::cuda

// SPDX-License-Identifier: Apache-2.0
// What the emulated driver tells an activity sink: calls, finished work and waits.
#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "tests/unit/emulated/driver_library.h"

namespace relaxscope::test {
namespace {

using emulated::ApiRecord;
using emulated::WorkKind;
using emulated::WorkRecord;

/// A sink that keeps everything.
struct Kept {
  struct Wait {
    int kind;
    uint32_t stream, correlation;
  };
  std::mutex mutex;
  std::vector<WorkRecord> work;
  std::vector<std::string> names;
  std::vector<ApiRecord> calls;
  std::vector<Wait> waits;
  std::vector<emulated::MemoryCallRecord> memory;

  emulated::ActivitySink sink() {
    emulated::ActivitySink made;
    made.self = this;
    made.work = [](void* self, const WorkRecord& record) {
      auto& kept = *static_cast<Kept*>(self);
      const std::lock_guard lock(kept.mutex);
      kept.work.push_back(record);
      kept.names.emplace_back(record.name == nullptr ? "" : record.name);
    };
    made.api = [](void* self, const ApiRecord& record) {
      auto& kept = *static_cast<Kept*>(self);
      const std::lock_guard lock(kept.mutex);
      kept.calls.push_back(record);
    };
    made.wait = [](void* self, int kind, uint32_t stream, uint32_t correlation, uint64_t, uint64_t) {
      auto& kept = *static_cast<Kept*>(self);
      const std::lock_guard lock(kept.mutex);
      kept.waits.push_back({kind, stream, correlation});
    };
    made.memory = [](void* self, const emulated::MemoryCallRecord& record) {
      auto& kept = *static_cast<Kept*>(self);
      const std::lock_guard lock(kept.mutex);
      kept.memory.push_back(record);
    };
    return made;
  }
};

const ApiRecord* callWith(const Kept& kept, uint32_t callback) {
  const auto found = std::find_if(kept.calls.begin(), kept.calls.end(),
                                  [&](const ApiRecord& call) { return call.callback == callback; });
  return found == kept.calls.end() ? nullptr : &*found;
}

TEST(EmulatedActivity, TellsCallsAndTheirWork) {
  Gpu gpu;
  Kept kept;
  const emulated::ActivitySink sink = kept.sink();
  const DevicePointer block = gpu.block({1, 2});
  const Stream stream = gpu.stream();
  void* pinned = nullptr;
  ASSERT_EQ(gpu.memAllocHost(&pinned, 8), Success);
  gpu.kernel("increment");
  gpu.setActivitySink(&sink);
  ASSERT_EQ(gpu.increment(block, 2, stream), Success);
  ASSERT_EQ(gpu.fillBytes(block, 3, 8, stream), Success);
  ASSERT_EQ(gpu.copyToHost(pinned, block, 8, stream), Success);
  ASSERT_EQ(gpu.streamSynchronize(stream), Success);
  gpu.setActivitySink(nullptr);
  ASSERT_EQ(gpu.increment(block, 2, stream), Success);
  ASSERT_EQ(gpu.streamSynchronize(stream), Success);

  ASSERT_EQ(kept.work.size(), 3U);
  const ApiRecord* const launch = callWith(kept, 307);
  const ApiRecord* const wait = callWith(kept, 126);
  ASSERT_NE(launch, nullptr);
  ASSERT_NE(wait, nullptr);
  ASSERT_NE(callWith(kept, 216), nullptr);
  ASSERT_NE(callWith(kept, 279), nullptr);
  EXPECT_EQ(kept.names[0], "increment");
  const WorkRecord& kernel = kept.work[0];
  EXPECT_EQ(kernel.kind, WorkKind::Kernel);
  EXPECT_EQ(kernel.correlation, launch->correlation);
  EXPECT_EQ(kernel.block[0], 32U);
  EXPECT_EQ(kernel.registers, 32U);
  EXPECT_EQ(kernel.graph, 0U);
  EXPECT_GE(kernel.start, kernel.queued);
  EXPECT_GT(kernel.end, kernel.start);
  EXPECT_GE(launch->start, kernel.queued);
  EXPECT_EQ(kept.work[1].kind, WorkKind::Fill);
  EXPECT_EQ(kept.work[1].value, 3U);
  EXPECT_EQ(kept.work[1].bytes, 8U);
  EXPECT_EQ(kept.work[2].kind, WorkKind::CopyToHost);
  EXPECT_TRUE(kept.work[2].pinned);
  for (const WorkRecord& work : kept.work) EXPECT_EQ(work.stream, kernel.stream);
  ASSERT_EQ(kept.waits.size(), 1U);
  EXPECT_EQ(kept.waits[0].kind, 3);
  EXPECT_EQ(kept.waits[0].stream, kernel.stream);
  EXPECT_EQ(kept.waits[0].correlation, wait->correlation);
}

TEST(EmulatedActivity, WorkOfAGraphSharesTheLaunch) {
  Gpu gpu;
  Kept kept;
  const emulated::ActivitySink sink = kept.sink();
  const DevicePointer block = gpu.block({1, 2});
  const Stream stream = gpu.stream();
  gpu.kernel("increment");
  ASSERT_EQ(gpu.captureBegin(stream, CaptureThreadLocal), Success);
  ASSERT_EQ(gpu.increment(block, 2, stream), Success);
  ASSERT_EQ(gpu.increment(block, 1, stream), Success);
  Graph graph = nullptr;
  GraphExec exec = nullptr;
  ASSERT_EQ(gpu.captureEnd(stream, &graph), Success);
  ASSERT_EQ(gpu.graphInstantiate(&exec, graph, 0), Success);
  gpu.setActivitySink(&sink);
  ASSERT_EQ(gpu.graphLaunch(exec, stream), Success);
  ASSERT_EQ(gpu.contextSynchronize(), Success);
  gpu.setActivitySink(nullptr);
  ASSERT_EQ(kept.work.size(), 2U);
  const ApiRecord* const launch = callWith(kept, 514);
  ASSERT_NE(launch, nullptr);
  for (const WorkRecord& work : kept.work) {
    EXPECT_EQ(work.correlation, launch->correlation);
    EXPECT_EQ(work.graph, 1U);
  }
  EXPECT_NE(kept.work[0].graphNode, kept.work[1].graphNode);
  EXPECT_EQ(kept.waits.at(0).kind, 4);
}

TEST(EmulatedActivity, TellsMemoryWithItsCall) {
  Gpu gpu;
  Kept kept;
  const emulated::ActivitySink sink = kept.sink();
  gpu.block({1});  // makes a context
  gpu.setActivitySink(&sink);
  DevicePointer block = 0, refused = 0;
  void* pinned = nullptr;
  ASSERT_EQ(gpu.memAlloc(&block, 1000), Success);
  EXPECT_EQ(gpu.memAlloc(&refused, size_t{1} << 60), OutOfDeviceMemory);
  ASSERT_EQ(gpu.memAllocHost(&pinned, 24), Success);
  ASSERT_EQ(gpu.memFreeHost(pinned), Success);
  ASSERT_EQ(gpu.memFree(block), Success);
  gpu.setActivitySink(nullptr);
  struct Expected {
    uint32_t callback;
    bool release, pinned;
    uint64_t address, bytes;
  };
  const Expected expected[] = {{243, false, false, block, 1000},
                               {294, false, true, reinterpret_cast<uintptr_t>(pinned), 24},
                               {38, true, true, reinterpret_cast<uintptr_t>(pinned), 24},
                               {245, true, false, block, 1000}};
  ASSERT_EQ(kept.memory.size(), std::size(expected));
  for (size_t i = 0; i < std::size(expected); ++i) {
    const emulated::MemoryCallRecord& record = kept.memory[i];
    EXPECT_EQ(record.release, expected[i].release) << i;
    EXPECT_EQ(record.pinned, expected[i].pinned) << i;
    EXPECT_EQ(record.address, expected[i].address) << i;
    EXPECT_EQ(record.bytes, expected[i].bytes) << i;
    const ApiRecord* const call = callWith(kept, expected[i].callback);
    ASSERT_NE(call, nullptr) << i;
    EXPECT_EQ(record.correlation, call->correlation) << i;
    EXPECT_EQ(record.time, call->start) << i;
  }
}

TEST(EmulatedActivity, TellsFailedCalls) {
  Gpu gpu;
  Kept kept;
  const emulated::ActivitySink sink = kept.sink();
  gpu.setActivitySink(&sink);
  EXPECT_EQ(gpu.launch(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr), InvalidHandle);
  gpu.setActivitySink(nullptr);
  ASSERT_NE(callWith(kept, 307), nullptr);
  EXPECT_EQ(callWith(kept, 307)->status, InvalidHandle);
  EXPECT_TRUE(kept.work.empty());
}

}  // namespace
}  // namespace relaxscope::test

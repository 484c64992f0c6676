// SPDX-License-Identifier: Apache-2.0
// Streams and events of the emulated driver: order, what waits for what, and that a missing wait is found.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/unit/emulated/driver_library.h"

namespace relaxscope::test {
namespace {

/// A producer stream writes a block, a consumer stream copies it; with or without an event between them. The result is
/// what the consumer saw: 8 if it came after the producer, 7 if before.
int producedAndConsumed(const std::string& configuration, bool withEvent) {
  Gpu gpu(configuration);
  const DevicePointer data = gpu.block({7}), result = gpu.block({0});
  const Stream producer = gpu.stream(), consumer = gpu.stream();
  const Event ready = gpu.event(EventDisableTiming);
  EXPECT_EQ(gpu.increment(data, 1, producer), Success);
  EXPECT_EQ(gpu.eventRecord(ready, producer), Success);
  if (withEvent) { EXPECT_EQ(gpu.streamWaitEvent(consumer, ready, 0), Success); }
  EXPECT_EQ(gpu.copyOnDevice(result, data, 4, consumer), Success);
  EXPECT_EQ(gpu.streamSynchronize(consumer), Success);
  return gpu.numbers(result, 1)[0];
}

TEST(EmulatedStreams, RunInTheirOwnOrder) {
  Gpu gpu;
  const DevicePointer block = gpu.block({0});
  const Stream stream = gpu.stream();
  for (int i = 0; i < 100; ++i) ASSERT_EQ(gpu.increment(block, 1, stream), Success);
  EXPECT_EQ(gpu.streamSynchronize(stream), Success);
  EXPECT_EQ(gpu.numbers(block, 1)[0], 100);
}

TEST(EmulatedStreams, AMissingEventWaitGivesTheSameWrongResultForEverySeed) {
  for (int seed = 0; seed < 8; ++seed) {
    const std::string late = "late=" + std::to_string(seed);
    EXPECT_EQ(producedAndConsumed(late, false), 7) << seed;
    EXPECT_EQ(producedAndConsumed(late, true), 8) << seed;
  }
  EXPECT_EQ(producedAndConsumed("", true), 8);
}

TEST(EmulatedStreams, SeedsChooseTheOrderOfIndependentStreams) {
  const auto order = [](int seed) {
    Gpu gpu("late=" + std::to_string(seed));
    const DevicePointer block = gpu.block({0});
    const Stream first = gpu.stream(), second = gpu.stream();
    EXPECT_EQ(gpu.fillWords(block, 1, 1, first), Success);
    EXPECT_EQ(gpu.fillWords(block, 2, 1, second), Success);
    EXPECT_EQ(gpu.contextSynchronize(), Success);
    return gpu.numbers(block, 1)[0];
  };
  int last[3] = {};
  for (int seed = 0; seed < 16; ++seed) {
    const int found = order(seed);
    ++last[found];
    EXPECT_EQ(order(seed), found) << seed;
  }
  EXPECT_GT(last[1], 0);
  EXPECT_GT(last[2], 0);
}

TEST(EmulatedStreams, TheDefaultStreamWaitsForBlockingStreamsAlone) {
  for (const unsigned flags : {unsigned{StreamDefault}, unsigned{StreamNonBlocking}}) {
    Gpu gpu("late=3");
    const DevicePointer block = gpu.block({7}), result = gpu.block({0});
    const Stream stream = gpu.stream(flags);
    ASSERT_EQ(gpu.increment(block, 1, stream), Success);
    ASSERT_EQ(gpu.copyOnDevice(result, block, 4, nullptr), Success);
    EXPECT_EQ(gpu.numbers(result, 1)[0], flags == StreamDefault ? 8 : 7);
    // And the other way round.
    ASSERT_EQ(gpu.contextSynchronize(), Success);
    ASSERT_EQ(gpu.fillWords(block, 1, 1, nullptr), Success);
    ASSERT_EQ(gpu.copyOnDevice(result, block, 4, stream), Success);
    ASSERT_EQ(gpu.streamSynchronize(stream), Success);
    int read = 0;
    ASSERT_EQ(gpu.copyToHost(&read, result, 4, stream), Success);
    EXPECT_EQ(read, flags == StreamDefault ? 1 : 8);
  }
}

TEST(EmulatedStreams, ADestroyedStreamStillRunsItsWork) {
  Gpu gpu("late=1");
  const DevicePointer block = gpu.block({7});
  const Stream stream = gpu.stream(StreamDefault);
  ASSERT_EQ(gpu.increment(block, 1, stream), Success);
  EXPECT_EQ(gpu.streamDestroy(stream), Success);
  EXPECT_EQ(gpu.numbers(block, 1)[0], 8) << "the default stream waits for it";
  EXPECT_EQ(gpu.streamSynchronize(stream), InvalidHandle);
  EXPECT_EQ(gpu.text(), "cuStreamSynchronize: stream: stream 1 was destroyed");
  EXPECT_EQ(gpu.streamDestroy(stream), InvalidHandle);
  EXPECT_EQ(gpu.streamDestroy(nullptr), InvalidHandle);
}

TEST(EmulatedStreams, PageableMemoryIsReadAtTheCallAndPinnedMemoryLater) {
  Gpu gpu("late=1");
  void* memory = nullptr;
  ASSERT_EQ(gpu.memAllocHost(&memory, 4), Success);
  auto* const pinned = static_cast<int*>(memory);
  int pageable = 1;
  *pinned = 1;
  const DevicePointer fromPageable = gpu.block({0}), fromPinned = gpu.block({0});
  const Stream stream = gpu.stream();
  ASSERT_EQ(gpu.copyToDevice(fromPageable, &pageable, 4, stream), Success);
  ASSERT_EQ(gpu.copyToDevice(fromPinned, pinned, 4, stream), Success);
  pageable = *pinned = 2;
  ASSERT_EQ(gpu.streamSynchronize(stream), Success);
  EXPECT_EQ(gpu.numbers(fromPageable, 1)[0], 1);
  EXPECT_EQ(gpu.numbers(fromPinned, 1)[0], 2);
  // A copy to pinned memory is asynchronous, one to pageable memory is not.
  ASSERT_EQ(gpu.fillWords(fromPinned, 3, 1, stream), Success);
  ASSERT_EQ(gpu.copyToHost(pinned, fromPinned, 4, stream), Success);
  EXPECT_EQ(*pinned, 2);
  ASSERT_EQ(gpu.copyToHost(&pageable, fromPinned, 4, stream), Success);
  EXPECT_EQ(pageable, 3);
  EXPECT_EQ(*pinned, 3);
}

TEST(EmulatedStreams, FreeingWaitsForTheDevice) {
  Gpu gpu("late=1");
  const DevicePointer block = gpu.block({1}), other = gpu.block({0});
  const Stream stream = gpu.stream();
  ASSERT_EQ(gpu.copyOnDevice(other, block, 4, stream), Success);
  ASSERT_EQ(gpu.memFree(block), Success);
  EXPECT_EQ(gpu.streamQuery(stream), Success);
  EXPECT_EQ(gpu.numbers(other, 1)[0], 1);
}

TEST(EmulatedStreams, QueriesSeeAnEnd) {
  for (const char* configuration : {"", "late=5"}) {
    Gpu gpu(configuration);
    const Stream stream = gpu.stream();
    const Function slow = gpu.kernel("slow");
    EXPECT_EQ(gpu.streamQuery(stream), Success);
    for (int i = 0; i < 3; ++i) ASSERT_EQ(gpu.launch(slow, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr), Success);
    int status = NotReady, questions = 0;
    for (; status == NotReady; ++questions) status = gpu.streamQuery(stream);
    EXPECT_EQ(status, Success);
    if (*configuration != 0) { EXPECT_EQ(questions, 3) << "each lets one kernel run"; }
  }
}

TEST(EmulatedStreams, RefusesWhatIsNoStream) {
  Gpu gpu("devices=2");
  const Event event = gpu.event();
  EXPECT_EQ(gpu.streamSynchronize(reinterpret_cast<Stream>(event)), InvalidHandle);
  EXPECT_EQ(gpu.text(), "cuStreamSynchronize: stream: event 1 is not a stream");
  EXPECT_EQ(gpu.streamSynchronize(reinterpret_cast<Stream>(&gpu)), InvalidHandle);
  Stream stream = nullptr;
  EXPECT_EQ(gpu.streamCreate(&stream, 7, 0), InvalidValue);
  EXPECT_EQ(gpu.streamCreate(nullptr, 0, 0), InvalidValue);
  const Stream own = gpu.stream();
  Context second = nullptr;
  ASSERT_EQ(gpu.primaryRetain(&second, 1), Success);
  ASSERT_EQ(gpu.contextSet(second), Success);
  EXPECT_EQ(gpu.streamSynchronize(own), InvalidHandle);
  EXPECT_NE(gpu.text().find("belongs to device 0"), std::string::npos) << gpu.text();
}

TEST(EmulatedEvents, AreDoneWhenWhatStandsBeforeThemIs) {
  Gpu gpu("late=1");
  const Stream stream = gpu.stream();
  const DevicePointer block = gpu.block({0});
  const Event event = gpu.event();
  EXPECT_EQ(gpu.eventQuery(event), Success) << "never recorded";
  EXPECT_EQ(gpu.eventSynchronize(event), Success);
  EXPECT_EQ(gpu.streamWaitEvent(stream, event, 0), Success);
  ASSERT_EQ(gpu.increment(block, 1, stream), Success);
  ASSERT_EQ(gpu.eventRecord(event, stream), Success);
  ASSERT_EQ(gpu.increment(block, 1, stream), Success);
  EXPECT_EQ(gpu.eventSynchronize(event), Success);
  int read = 0;
  const Stream other = gpu.stream();
  ASSERT_EQ(gpu.copyToHost(&read, block, 4, other), Success);
  EXPECT_EQ(read, 1) << "the second kernel comes after the event";
  EXPECT_EQ(gpu.eventQuery(event), Success);
}

TEST(EmulatedEvents, MeasureTime) {
  Gpu gpu("late=1");
  const Stream stream = gpu.stream();
  const Event start = gpu.event(), end = gpu.event(), untimed = gpu.event(EventDisableTiming);
  float milliseconds = 0;
  EXPECT_EQ(gpu.eventElapsed(&milliseconds, start, end), InvalidHandle);
  EXPECT_NE(gpu.text().find("start: was never recorded"), std::string::npos) << gpu.text();
  ASSERT_EQ(gpu.eventRecord(start, stream), Success);
  ASSERT_EQ(gpu.launch(gpu.kernel("slow"), 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr), Success);
  ASSERT_EQ(gpu.eventRecord(end, stream), Success);
  ASSERT_EQ(gpu.eventRecord(untimed, stream), Success);
  EXPECT_EQ(gpu.eventElapsed(&milliseconds, start, end), NotReady);
  ASSERT_EQ(gpu.eventSynchronize(end), Success);
  EXPECT_EQ(gpu.eventElapsed(&milliseconds, start, end), Success);
  EXPECT_GE(milliseconds, 20);
  EXPECT_EQ(gpu.eventElapsed(&milliseconds, start, untimed), InvalidHandle);
  EXPECT_EQ(gpu.eventElapsed(nullptr, start, end), InvalidValue);
}

TEST(EmulatedEvents, RefusesWhatIsNoEvent) {
  Gpu gpu;
  const Event event = gpu.event();
  EXPECT_EQ(gpu.eventDestroy(event), Success);
  EXPECT_EQ(gpu.eventDestroy(event), InvalidHandle);
  EXPECT_EQ(gpu.eventRecord(event, nullptr), InvalidHandle);
  EXPECT_EQ(gpu.text(), "cuEventRecord: event: event 1 was destroyed");
  EXPECT_EQ(gpu.streamWaitEvent(nullptr, event, 0), InvalidHandle);
  Event none = nullptr;
  EXPECT_EQ(gpu.eventCreate(&none, 64), InvalidValue);
  EXPECT_EQ(gpu.eventQuery(nullptr), InvalidHandle);
  EXPECT_EQ(gpu.text(), "cuEventQuery: event: null is not an event");
}

TEST(EmulatedEvents, OrderStreamsOfTwoDevices) {
  Gpu gpu("devices=2,late=4");
  const DevicePointer here = gpu.block({7});
  const Stream first = gpu.stream();
  const Event ready = gpu.event();
  ASSERT_EQ(gpu.increment(here, 1, first), Success);
  ASSERT_EQ(gpu.eventRecord(ready, first), Success);
  Context second = nullptr;
  ASSERT_EQ(gpu.primaryRetain(&second, 1), Success);
  ASSERT_EQ(gpu.contextSet(second), Success);
  const DevicePointer there = gpu.block({0});
  const Stream other = gpu.stream();
  ASSERT_EQ(gpu.streamWaitEvent(other, ready, 0), Success);
  ASSERT_EQ(gpu.copyPeer(there, second, here, gpu.context, 4, other), Success);
  ASSERT_EQ(gpu.streamSynchronize(other), Success);
  EXPECT_EQ(gpu.numbers(there, 1)[0], 8);
}

}  // namespace
}  // namespace relaxscope::test

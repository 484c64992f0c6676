// SPDX-License-Identifier: Apache-2.0
// What a collector tells becomes rows of the trace: times by the trace's clock, calls by their launches.
#include "vmcore/vm/record/device_work_sink.h"

#include <gtest/gtest.h>

#include "vmcore/trace/trace.h"

namespace relaxscope {
namespace {

/// A sink whose work goes to a trace, with one stream by a clock of its own.
struct Collected {
  Trace trace;
  int deliveries = 0;
  StoppedClock stops;
  DeviceWorkSink sink{0.5, stops, [this](DeviceTables added, DeviceWorkColumns rows) {
                        ++deliveries;
                        EXPECT_TRUE(addTables(trace.device, added).ok());
                        trace.appendWork(std::move(rows));
                      }};
  uint32_t device = sink.addDevice({"cuda:0", "GPU", "sm_80", false, 0, 0, 0, 0});
  uint32_t domain = sink.addDomain("CUPTI activity", "ns");
  uint32_t stream = sink.track(TrackKind::Stream, device, 7, domain);

  /// Two ticks a nanosecond, the device 1,000 ns ahead.
  void align() {
    const ClockReading begin[] = {{-1, 1000, 1}}, end[] = {{199'999, 101'000, 200'001}};
    sink.addReadings(domain, begin);
    sink.addReadings(domain, end);
  }
  void kernel(int64_t start, int64_t end, uint64_t launch, std::string_view name = "matmul_kernel") {
    CollectedWork work;
    work.track = stream;
    work.start = start, work.end = end;
    work.name = name;
    work.launch = launch;
    work.shape = LaunchShape{{2, 1, 1}, {64, 1, 1}, 32, 0, 0, 0, 0};
    sink.add(work);
  }
};

TEST(DeviceWorkSink, TimesAreConvertedAndCallsFound) {
  Collected c;
  const uint64_t first = c.sink.launched(100, 5), second = c.sink.launched(300, 6);
  c.kernel(1400, 1500, second);
  c.kernel(1200, 1300, first);
  c.align();
  c.sink.setTiming(DeviceTiming::Cupti, LaunchMode::Asynchronous);
  c.sink.deliver();
  ASSERT_EQ(c.trace.workCount(), 2u);
  const auto earlier = c.trace.findWork(WorkIndex(0)), later = c.trace.findWork(WorkIndex(1));
  EXPECT_EQ(earlier->start, 400) << "in the order of their starts";
  EXPECT_EQ(earlier->duration, 200);
  EXPECT_EQ(earlier->queued, 100);
  EXPECT_EQ(earlier->call, 5u);
  EXPECT_EQ(later->start, 800);
  EXPECT_EQ(later->call, 6u);
  EXPECT_EQ(c.trace.device.names, std::vector<std::string>{"matmul_kernel"});
  EXPECT_EQ(c.trace.device.shapes.size(), 1u);
  EXPECT_EQ(c.trace.device.timing, DeviceTiming::Cupti);
  EXPECT_DOUBLE_EQ(c.trace.device.domains[0].errorNs, 0.5);
}

/// The recording's clock stands still for 100 ticks at 500, while a kernel runs.
TEST(DeviceWorkSink, WorkKeepsItsLengthWhileTheRecordingStops) {
  Collected c;
  c.align();
  c.stops.addStop(500, 100);
  const uint64_t first = c.sink.launched(100, 0), second = c.sink.launched(520, 1);
  c.kernel(1200, 1300, first);   // running 400 to 600
  c.kernel(1320, 1330, second);  // running 640 to 660
  c.sink.deliver();
  ASSERT_EQ(c.trace.workCount(), 2u);
  EXPECT_EQ(c.trace.findWork(WorkIndex(0))->start, 400);
  EXPECT_EQ(c.trace.findWork(WorkIndex(0))->duration, 200);
  EXPECT_EQ(c.trace.findWork(WorkIndex(1))->start, 540) << "not before it was asked for";
  EXPECT_EQ(c.trace.findWork(WorkIndex(1))->duration, 20);
  EXPECT_EQ(c.trace.device.invalidRecords, 0u);
}

TEST(DeviceWorkSink, LaterDeliveriesAddToTheTables) {
  Collected c;
  c.align();
  c.kernel(1200, 1300, c.sink.launched(100, 0));
  c.sink.deliver();
  c.kernel(2200, 2300, c.sink.launched(2100, 1), "softmax_kernel");
  c.kernel(2400, 2500, c.sink.launched(2300, 2));
  const uint32_t other = c.sink.track(TrackKind::Stream, c.device, 9, c.domain);
  EXPECT_EQ(other, c.sink.track(TrackKind::Stream, c.device, 9, c.domain));
  c.sink.deliver();
  c.sink.deliver();
  EXPECT_EQ(c.deliveries, 2) << "nothing is not delivered";
  ASSERT_EQ(c.trace.workCount(), 3u);
  EXPECT_EQ(c.trace.device.names, (std::vector<std::string>{"matmul_kernel", "softmax_kernel"}));
  EXPECT_EQ(c.trace.findWork(WorkIndex(2))->name, 0u);
  EXPECT_EQ(c.trace.device.tracks.size(), 2u);
  EXPECT_EQ(c.trace.device.tracks[1].number, 1u);
  EXPECT_EQ(c.trace.device.domains.size(), 1u);
  EXPECT_EQ(c.trace.device.shapes.size(), 1u);
}

TEST(DeviceWorkSink, RecordsThatMakeNoSenseAreCounted) {
  Collected c;
  c.align();
  c.kernel(1300, 1200, kNoLaunch);
  c.kernel(1200, 1300, c.sink.launched(50'000, 0));  // it begins before it is asked for
  c.kernel(1200, 1300, 77);                          // an unknown launch
  c.sink.addLost(9);
  c.sink.deliver();
  ASSERT_EQ(c.trace.workCount(), 1u);
  EXPECT_EQ(c.trace.findWork(WorkIndex(0))->call, kNoEvent);
  EXPECT_EQ(c.trace.findWork(WorkIndex(0))->queued, kNoTick);
  EXPECT_EQ(c.trace.device.invalidRecords, 2u);
  EXPECT_EQ(c.trace.device.droppedRecords, 9u);
}

TEST(DeviceWorkSink, WorkOfADroppedRunIsDropped) {
  Collected c;
  c.align();
  c.sink.beginRun();
  const uint64_t kept = c.sink.launched(100, 0);
  c.sink.beginRun();
  const uint64_t lost = c.sink.launched(300, 1);
  c.sink.dropRun();
  c.kernel(1400, 1500, lost);
  c.kernel(1200, 1300, kept);
  c.sink.deliver();
  ASSERT_EQ(c.trace.workCount(), 1u);
  EXPECT_EQ(c.trace.findWork(WorkIndex(0))->call, 0u);
  EXPECT_EQ(c.trace.device.invalidRecords, 0u);
}

}  // namespace
}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Figures of device work, by arithmetic on traces of a few numbers and, for made models, by a second computation.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/support/device_trace.h"
#include "tests/unit/trace/made_trace.h"
#include "vmcore/trace/figures/device_activity.h"
#include "vmcore/trace/figures/device_statistics.h"
#include "vmcore/trace/figures/row_calls.h"

namespace relaxscope {
namespace {

using test::MadeTrace;
using testing::dynamicCudaModel;

constexpr double kNear = 1e-6;

/// Work on track `track`.
DeviceWork work(DeviceWorkKind kind, int64_t start, int64_t end, uint32_t track = 0) {
  DeviceWork row;
  row.start = start;
  row.duration = end - start;
  row.queued = kNoTick;
  row.call = kNoEvent;
  row.track = track;
  row.name = row.shape = row.graph = kNoIndex;
  row.kind = static_cast<uint16_t>(kind);
  return row;
}

void addWork(Trace& trace, std::initializer_list<DeviceWork> rows) {
  DeviceWorkColumns columns;
  for (const DeviceWork& row : rows) append(columns, row);
  trace.appendWork(std::move(columns));
}

MadeTrace withDevice() {
  MadeTrace made;
  made.trace.device.timing = DeviceTiming::Cupti;
  made.trace.device.devices.resize(1);
  made.trace.device.tracks = {{0, TrackKind::Stream, 0, 0, kNoIndex, ""}, {1, TrackKind::Stream, 0, 1, kNoIndex, ""}};
  return made;
}

TEST(DeviceActivity, StretchesAreJoined) {
  const CoveredTime time({{10, 20}, {5, 12}, {20, 25}, {40, 40}, {30, 31}});
  EXPECT_EQ(time.stretches(), (std::vector<TickSpan>{{5, 25}, {30, 31}}));
  EXPECT_EQ(time.covered(0, 100), 21);
  EXPECT_EQ(time.covered(24, 31), 2);
  EXPECT_EQ(time.covered(26, 29), 0);
  EXPECT_EQ(time.common(CoveredTime({{0, 6}, {24, 40}}), 0, 100), 1 + 1 + 1);
}

TEST(DeviceActivity, CallsForMemoryAreNoWorkOfADevice) {
  MadeTrace made = withDevice();
  DeviceWork small = work(DeviceWorkKind::Allocation, 10, 14, 1), large = work(DeviceWorkKind::Allocation, 20, 50, 1);
  small.bytes = 256, large.bytes = 4096;
  DeviceWork freed = work(DeviceWorkKind::Release, 60, 67, 1);
  freed.bytes = 256;
  addWork(made.trace, {small, large, work(DeviceWorkKind::Kernel, 52, 55), freed});
  const DriverMemory memory = driverMemory(made.trace);
  EXPECT_EQ(memory.allocations, 2u);
  EXPECT_EQ(memory.releases, 1u);
  EXPECT_EQ(memory.bytesAllocated, 4352);
  EXPECT_EQ(memory.ticks, 4 + 30 + 7);
  EXPECT_EQ(coveredByDevices(made.trace, WorkOf::All).covered(0, 1000), 3);
  EXPECT_EQ(deviceActivity(made.trace, {0, 1000}).busy, 3);
}

TEST(DeviceActivity, GapsAndOverlapOfTwoStreams) {
  MadeTrace made = withDevice();
  addWork(made.trace, {work(DeviceWorkKind::Kernel, 100, 200), work(DeviceWorkKind::Kernel, 250, 300),
                       work(DeviceWorkKind::CopyToHost, 310, 330), work(DeviceWorkKind::CopyToDevice, 180, 260, 1),
                       work(DeviceWorkKind::Wait, 0, 1000)});
  const DeviceActivity activity = deviceActivity(made.trace, {0, 1000});
  ASSERT_EQ(activity.tracks.size(), 2u);
  EXPECT_EQ(activity.tracks[0].busy, 170);
  EXPECT_EQ(activity.tracks[0].kernels, 150);
  EXPECT_EQ(activity.tracks[0].copies, 20);
  EXPECT_EQ(activity.tracks[0].gaps, 60);
  EXPECT_EQ(activity.tracks[0].longestGap, 50);
  EXPECT_EQ(activity.tracks[1].busy, 80);
  EXPECT_EQ(activity.busy, 200 + 20) << "100 to 300 and 310 to 330";
  EXPECT_EQ(activity.kernels, 150);
  EXPECT_EQ(activity.overlap, 20 + 10);
  EXPECT_DOUBLE_EQ(activity.busyShare(), 0.22);
}

TEST(DeviceActivity, WorkInPartCountsItsPart) {
  MadeTrace made = withDevice();
  addWork(made.trace, {work(DeviceWorkKind::Kernel, 0, 100), work(DeviceWorkKind::Kernel, 190, 400)});
  const DeviceActivity activity = deviceActivity(made.trace, {50, 200});
  EXPECT_EQ(activity.busy, 60);
  EXPECT_EQ(activity.tracks[0].gaps, 90);
}

TEST(DeviceStatistics, TimesAreThoseOfTheKernels) {
  const WorkTimes times = workTimesOf({3, 1, 2, 10});
  EXPECT_EQ(times.count, 4u);
  EXPECT_DOUBLE_EQ(times.totalNs, 16);
  EXPECT_DOUBLE_EQ(times.meanNs, 4);
  EXPECT_DOUBLE_EQ(times.minNs, 1);
  EXPECT_DOUBLE_EQ(times.maxNs, 10);
  EXPECT_NEAR(times.sigmaNs, std::sqrt((1 + 9 + 4 + 36) / 3.0), kNear);
  EXPECT_EQ(workTimesOf({}).count, 0u);
}

/// Three runs of two calls; a kernel per call, 40 ticks after it was queued, 20 ns long but for the second call's 30.
MadeTrace threeRuns() {
  MadeTrace made = withDevice();
  DeviceWorkColumns rows;
  for (uint32_t run = 0; run < 3; ++run) {
    const int64_t start = 1000 + 1000 * run;
    made.run(start, start + 500, run);
    const uint64_t first = 3 * run;
    made.event(start + 10, start + 110, 1, 1, EventKind::Call, 3).arg(ArgType::Tensor, {4, 5}, 80);
    made.event(start + 120, start + 220, 2, 1, EventKind::Call, 4);
    made.event(start, start + 500, 0, 0, EventKind::FunctionBody, 0);
    for (uint64_t call = 0; call < 2; ++call) {
      const int64_t queued = start + 20 + 110 * static_cast<int64_t>(call);
      DeviceWork row = work(DeviceWorkKind::Kernel, queued + 40, queued + 80 + 20 * static_cast<int64_t>(call));
      row.queued = queued;
      row.call = first + call;
      append(rows, row);
    }
  }
  made.seal();
  made.trace.appendWork(std::move(rows));
  return made;
}

TEST(DeviceStatistics, RowsHaveTheKernelsOfTheirCalls) {
  const MadeTrace made = threeRuns();
  for (const Grouping grouping : {Grouping::Callee, Grouping::Site, Grouping::Shape}) {
    const TraceStatistics statistics = computeStatistics(made.trace, grouping);
    const DeviceStatistics device = deviceStatistics(made.trace, statistics);
    ASSERT_EQ(device.rows.size(), statistics.rows.size());
    size_t seen = 0;
    for (size_t i = 0; i < device.rows.size(); ++i) {
      const OnDevice& row = device.rows[i];
      if (statistics.rows[i].kind != EventKind::Call) {
        EXPECT_FALSE(row.any());
        continue;
      }
      ++seen;
      const bool second = statistics.rows[i].callee == 2;
      EXPECT_EQ(row.kernels.count, 3u);
      EXPECT_DOUBLE_EQ(row.kernels.totalNs, second ? 90 : 60);
      EXPECT_DOUBLE_EQ(row.latency.medianNs, 20) << "40 ticks of half a nanosecond";
      EXPECT_EQ(row.argumentBytes, second ? 0 : 3 * 80);
      EXPECT_NEAR(row.bytesPerSecond(), second ? 0 : 240 / 60e-9, 1);
      RowCallsQuery query;
      query.onDevice = true;
      const RowCalls kernels = callsOfRow(made.trace, statistics, statistics.rows[i], query);
      EXPECT_EQ(kernels.count, 3u);
      EXPECT_DOUBLE_EQ(kernels.medianNs, second ? 30 : 20);
      ASSERT_EQ(kernels.longest.size(), 3u);
      EXPECT_EQ(kernels.longest[0].event.value, second ? 1 : 0);
    }
    EXPECT_EQ(seen, 2u);
    EXPECT_FALSE(device.outside.any());
  }
}

TEST(DeviceStatistics, LayersAndKindsHaveTheirKernels) {
  const MadeTrace made = threeRuns();
  const auto layers = std::make_shared<const SiteLayers>(std::vector<SiteLayer>{{0, 3, 3, "layer 0"}});
  const TraceStatistics byLayer = computeStatistics(made.trace, Grouping::Layer, {}, nullptr, layers);
  const DeviceStatistics device = deviceStatistics(made.trace, byLayer);
  for (size_t i = 0; i < device.rows.size(); ++i)
    EXPECT_DOUBLE_EQ(device.rows[i].kernels.totalNs, byLayer.rows[i].layer == 0 ? 60 : 90);
  const TraceStatistics byKind = computeStatistics(made.trace, Grouping::Kind);
  double sum = 0;
  for (const OnDevice& row : deviceStatistics(made.trace, byKind).rows) sum += row.kernels.totalNs;
  EXPECT_DOUBLE_EQ(sum, 150);
}

TEST(DeviceStatistics, ASpanHasTheWorkOfItsCalls) {
  const MadeTrace made = threeRuns();
  const TraceStatistics one = statisticsOfSpan(made.trace, Grouping::Callee, {1000, 1500});
  double sum = 0;
  for (const OnDevice& row : deviceStatistics(made.trace, one).rows) sum += row.kernels.totalNs;
  EXPECT_DOUBLE_EQ(sum, 50);
}

TEST(DeviceStatistics, WorkOfNoCallIsOutside) {
  MadeTrace made = threeRuns();
  addWork(made.trace, {work(DeviceWorkKind::CopyToHost, 1400, 1420), work(DeviceWorkKind::CopyToHost, 100, 200)});
  const DeviceStatistics device = deviceStatistics(made.trace, computeStatistics(made.trace, Grouping::Callee));
  EXPECT_EQ(device.outside.copies.count, 1u) << "the other one is in no run";
  EXPECT_DOUBLE_EQ(device.outside.copies.totalNs, 10);
}

TEST(DeviceStatistics, CallsThatDoNotExistAreNone) {
  MadeTrace made = threeRuns();
  DeviceWork row = work(DeviceWorkKind::Kernel, 1400, 1420);
  for (const uint64_t call : {uint64_t{1} << 40, uint64_t{1} << 63, kNoEvent - 1}) {
    row.call = call;
    addWork(made.trace, {row});
  }
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  EXPECT_EQ(deviceStatistics(made.trace, statistics).outside.kernels.count, 3u);
  EXPECT_FALSE(deviceLedger(made.trace, statistics, nullptr).empty());
}

TEST(DeviceLedger, PartsAddUpToTheRuns) {
  const MadeTrace made = threeRuns();
  const TraceStatistics statistics = computeStatistics(made.trace, Grouping::Callee);
  const std::vector<RunTimePart> parts = deviceLedger(made.trace, statistics, nullptr);
  std::map<RunTimePart::What, double> sums;
  for (const RunTimePart& part : parts) sums[part.what] += part.ns;
  EXPECT_NEAR(sums[RunTimePart::What::Kernels], 150, kNear) << "three times 20 and 30 ns";
  EXPECT_EQ(sums[RunTimePart::What::Copies], 0);
  EXPECT_NEAR(sums[RunTimePart::What::Kernels] + sums[RunTimePart::What::Host], statistics.selfNs, kNear);
  EXPECT_NEAR(statistics.selfNs, 750, kNear);
}

TEST(DeviceLedger, AnEmulatedDeviceHasNone) {
  const auto model = dynamicCudaModel(6, DeviceTiming::Emulated);
  const TraceStatistics statistics = computeStatistics(*model.trace, Grouping::Callee);
  EXPECT_TRUE(deviceLedger(*model.trace, statistics, nullptr).empty());
  EXPECT_TRUE(deviceStatistics(*model.trace, statistics).emulated);
}

TEST(DeviceStatistics, AgreeWithASecondReadingOfTheTrace) {
  const auto model = dynamicCudaModel(12);
  const Trace& trace = *model.trace;
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee);
  std::map<uint32_t, double> expected;  // by callee
  for (const uint32_t kept : statistics.kept.runs()) {
    const RunSpan& run = trace.runs[kept];
    for (uint64_t i = 0; i < trace.workCount(); ++i) {
      const DeviceWork row = *trace.findWork(WorkIndex(static_cast<int64_t>(i)));
      size_t place = 0;
      const StoredChunk* call =
          row.call == kNoEvent ? nullptr : trace.find(EventIndex(static_cast<int64_t>(row.call)), place);
      if (call == nullptr || call->start(place) < run.start || call->start(place) > run.start + run.duration) continue;
      expected[call->site(place).callee] += static_cast<double>(row.duration);
    }
  }
  EXPECT_EQ(expected.size(), 3u);
  const DeviceStatistics device = deviceStatistics(trace, statistics);
  for (size_t i = 0; i < device.rows.size(); ++i)
    EXPECT_NEAR(device.rows[i].kernels.totalNs,
                statistics.rows[i].kind == EventKind::Call ? expected[statistics.rows[i].callee] : 0, kNear);
}

}  // namespace
}  // namespace relaxscope

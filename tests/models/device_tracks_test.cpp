// SPDX-License-Identifier: Apache-2.0
// Device work as rows of the timeline, tested numerically.
#include <gtest/gtest.h>

#include "tests/models/tracks_of.h"
#include "tests/support/device_trace.h"
#include "views/profile/geometry/lane_layout.h"
#include "views/profile/geometry/track.h"
#include "vmcore/trace/device/track_names.h"
#include "vmcore/trace/figures/device_activity.h"

namespace relaxscope {
namespace {

using testing::bulkDeviceTrace;
using testing::dynamicCudaModel;

size_t rowOfTrack(const Tracks& tracks, uint32_t track) {
  for (size_t r = 0; r < tracks.rows().size(); ++r)
    if (tracks.rows()[r]->track == track) return r;
  return tracks.rows().size();
}

TEST(DeviceTracks, StreamsComeBelowTheCalls) {
  const auto model = dynamicCudaModel(6);
  const Tracks tracks = testing::tracksOf(model.trace);
  const size_t stream = rowOfTrack(tracks, 0), overhead = rowOfTrack(tracks, 1), compilation = rowOfTrack(tracks, 2);
  ASSERT_LT(stream, tracks.rows().size());
  EXPECT_EQ(overhead, stream + 1);
  EXPECT_TRUE(tracks.rows()[compilation]->load);
  EXPECT_LT(compilation, stream);
  for (size_t r = 0; r < stream; ++r) EXPECT_TRUE(tracks.rows()[r]->load || !tracks.rows()[r]->isWork());
  EXPECT_EQ(tracks.rows()[stream]->slices.size(), 4u + 6 * 5) << "weights; per run three kernels and two copies";
  EXPECT_EQ(tracks.maxDepth(), 1u) << "of calls";
  EXPECT_EQ(tracks.totals(0, 1e9).calls, 6u * 17) << "kernels are no calls";
}

TEST(DeviceTracks, EveryPieceOfWorkIsFound) {
  const auto model = dynamicCudaModel(9);
  const Tracks tracks = testing::tracksOf(model.trace);
  for (uint64_t i = 0; i < model.trace->workCount(); ++i) {
    const WorkIndex index(static_cast<int64_t>(i));
    const SlicePlace place = tracks.placeOfWork(index);
    ASSERT_TRUE(place.valid()) << i;
    EXPECT_EQ(tracks.workOf(place), index);
    EXPECT_EQ(tracks.rows()[place.row]->slices.start(place.slice), model.trace->findWork(index)->start);
  }
  EXPECT_FALSE(tracks.placeOfWork(WorkIndex(100'000)).valid());
  for (uint64_t i = 0; i < model.trace->eventCount(); ++i)
    EXPECT_FALSE(tracks.workOf(tracks.placeOf(i)).valid()) << "events are not work";
}

TEST(DeviceTracks, NamesHaveTheirKindAndAreSearched) {
  const Tracks tracks = testing::tracksOf(dynamicCudaModel(6).trace);
  const std::vector<uint32_t> found = tracks.findNames("softmax_kernel");
  ASSERT_EQ(found.size(), 1u);
  const TrackName& name = tracks.names()[found[0]];
  EXPECT_EQ(name.kind, CallKind::GpuKernel);
  EXPECT_EQ(name.count, 6u);
  EXPECT_TRUE(tracks.workOf(tracks.firstOf(name)).valid());
  EXPECT_EQ(tracks.names()[tracks.findNames("copy to host").at(0)].kind, CallKind::Copy);
}

TEST(DeviceTracks, BusyTimeIsThatOfTheFigures) {
  const auto trace = bulkDeviceTrace(20'000, 3);
  const Tracks tracks = testing::tracksOf(trace);
  const auto [first, last] = tracks.extent();
  for (const auto& [begin, end] : {std::pair{first, last}, std::pair{last / 3, last / 2}}) {
    const DeviceActivity activity = deviceActivity(*trace, {begin, end});
    const RangeTotals totals = tracks.totals(static_cast<double>(begin), static_cast<double>(end));
    ASSERT_TRUE(totals.deviceBusy.has_value());
    EXPECT_NEAR(*totals.deviceBusy, static_cast<double>(activity.busy), static_cast<double>(activity.busy) * 1e-6);
  }
}

TEST(DeviceTracks, LateWorkMakesTheBusyTimeUnknown) {
  Trace trace = *dynamicCudaModel(3).trace;
  DeviceWorkColumns late;
  append(late, *trace.findWork(WorkIndex(0)));
  trace.appendWork(late);
  const Tracks tracks = testing::tracksOf(std::make_shared<const Trace>(trace));
  EXPECT_FALSE(tracks.totals(0, 1e9).deviceBusy.has_value());
}

TEST(DeviceTracks, StreamsComeBeforeTracksOfTheHost) {
  Trace trace = *dynamicCudaModel(2).trace;
  DeviceTables added;
  added.timing = trace.device.timing;
  added.tracks.push_back({7, TrackKind::HostThread, kNoIndex, 0, kNoIndex, kMemoryTrack});
  added.tracks.push_back({8, TrackKind::Stream, 0, 1, kNoIndex, ""});
  ASSERT_TRUE(addTables(trace.device, added).ok());
  const auto last = static_cast<uint32_t>(trace.device.tracks.size() - 1);
  DeviceWorkColumns columns;
  for (const uint32_t track : {last - 1, last}) {
    DeviceWork work = *trace.findWork(WorkIndex(0));
    work.track = track;
    append(columns, work);
  }
  trace.appendWork(columns);
  const Tracks tracks = testing::tracksOf(std::make_shared<const Trace>(trace));
  EXPECT_LT(rowOfTrack(tracks, 0), rowOfTrack(tracks, last));
  EXPECT_LT(rowOfTrack(tracks, last), rowOfTrack(tracks, last - 1));
  EXPECT_LT(rowOfTrack(tracks, last - 1), tracks.rows().size());
}

TEST(DeviceTracks, CallsForMemoryAreARowThatKeepsNoDeviceBusy) {
  Trace trace = *dynamicCudaModel(3).trace;
  const auto busy = testing::tracksOf(std::make_shared<const Trace>(trace)).totals(0, 1e9).deviceBusy;
  DeviceTables added;
  added.tracks.push_back({7, TrackKind::HostThread, kNoIndex, 0, kNoIndex, kMemoryTrack});
  added.names.push_back("cuMemAlloc");
  added.timing = trace.device.timing;
  ASSERT_TRUE(addTables(trace.device, added).ok());
  DeviceWork call = *trace.findWork(WorkIndex(0));
  call.kind = static_cast<uint16_t>(DeviceWorkKind::Allocation);
  call.track = static_cast<uint32_t>(trace.device.tracks.size() - 1);
  call.name = static_cast<uint32_t>(trace.device.names.size() - 1);
  DeviceWorkColumns columns;
  append(columns, call);
  trace.appendWork(columns);
  const Tracks tracks = testing::tracksOf(std::make_shared<const Trace>(trace));
  const std::vector<uint32_t> found = tracks.findNames("cuMemAlloc");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(tracks.names()[found[0]].kind, CallKind::Memory);
  EXPECT_EQ(tracks.names()[found[0]].count, 1u);
  const size_t row = rowOfTrack(tracks, call.track);
  ASSERT_LT(row, tracks.rows().size());
  EXPECT_EQ(tracks.rows()[row]->slices.size(), 1u);
  ASSERT_TRUE(busy.has_value());
  EXPECT_EQ(tracks.totals(0, 1e9).deviceBusy, busy);
}

TEST(DeviceTracks, WorkAtTheSameTimeDoesNotShareARow) {
  Trace trace = *dynamicCudaModel(1).trace;
  DeviceWorkColumns twice;
  DeviceWork row = *trace.findWork(WorkIndex(static_cast<int64_t>(trace.workCount() - 1)));
  row.start += row.duration + 1000;
  for (int i = 0; i < 6; ++i) append(twice, row);
  trace.appendWork(twice);
  const Tracks tracks = testing::tracksOf(std::make_shared<const Trace>(trace));
  size_t rows = 0;
  for (const auto& each : tracks.rows()) rows += each->track == row.track ? 1 : 0;
  EXPECT_EQ(rows, WorkFeed::kLanes);
}

TEST(DeviceTracks, GrowInPieces) {
  const auto trace = bulkDeviceTrace(200'000);
  Tracks tracks;
  int steps = 0;
  while (!tracks.advance(trace, 30'000)) ASSERT_LT(++steps, 100);
  EXPECT_GT(steps, 5);
  size_t slices = 0;
  for (const auto& row : tracks.rows()) slices += row->isWork() ? row->slices.size() : 0;
  EXPECT_EQ(slices, 200'000u);
}

TEST(DeviceTracks, ARunIsShownUntilItsWorkEnds) {
  const auto model = dynamicCudaModel(3);
  const Tracks tracks = testing::tracksOf(model.trace);
  const RunSpan &first = model.trace->runs[0], &second = model.trace->runs[1];
  const int64_t end = tracks.workEnd(first.start, second.start);
  EXPECT_GT(end, first.start + first.duration) << "the copy of the result";
  EXPECT_EQ(tracks.workEnd(-2'000'000, -1'000'000), -2'000'000) << "none there";
}

TEST(DeviceTracks, EveryTrackIsALane) {
  const Tracks tracks = testing::tracksOf(dynamicCudaModel(6).trace);
  LaneOptions options;
  options.load = true;
  const LaneLayout layout = layoutLanes(tracks, options);
  std::vector<uint32_t> lanes;
  for (const Lane& lane : layout.lanes)
    if (lane.kind == LaneKind::Device) lanes.push_back(lane.track);
  EXPECT_EQ(lanes, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(layout.lanes[0].kind, LaneKind::Load);
  EXPECT_EQ(layout.lanes[0].bandCount, 2u) << "load steps, and the compilation of kernels";
  for (const Lane& lane : layout.lanes)
    for (uint32_t b = lane.firstBand; b < lane.firstBand + lane.bandCount; ++b) {
      EXPECT_GE(layout.bands[b].y, lane.y + lane.above);
      EXPECT_LE(layout.bands[b].y + layout.bands[b].height, lane.y + lane.height);
    }
  options.collapsed.insert({LaneKind::Device, 1});
  LaneOptions without = options;
  without.flows = false;
  EXPECT_LT(layoutLanes(tracks, options).height, layout.height);
  EXPECT_LT(layoutLanes(tracks, without).height, layoutLanes(tracks, options).height) << "no room for flows";
}

}  // namespace
}  // namespace relaxscope

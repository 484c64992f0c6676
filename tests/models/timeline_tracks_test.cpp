// SPDX-License-Identifier: Apache-2.0
// Tracks of traces, lanes, rulers and the time window, tested numerically.
#include <gtest/gtest.h>

#include "tests/models/tracks_of.h"
#include "tests/support/synthetic_trace.h"
#include "views/profile/geometry/lane_layout.h"
#include "views/profile/geometry/time_ruler.h"
#include "views/profile/geometry/track.h"
#include "vmcore/model/builder.h"

namespace relaxscope {
namespace {

using testing::TraceMaker;

TEST(Tracks, EmptyTraceHasNoRows) {
  const Tracks tracks = testing::tracksOf(std::make_shared<Trace>());
  EXPECT_TRUE(tracks.rows().empty());
  EXPECT_EQ(tracks.extent(), (std::pair<int64_t, int64_t>{0, 0}));
  EXPECT_FALSE(tracks.placeOf(0).valid());
  EXPECT_EQ(tracks.maxDepth(), 0u);
}

TEST(Tracks, OneEventIsOneSlice) {
  TraceMaker maker({"main", "k"});
  maker.event(EventKind::Call, 100, 50, 1, 1, 0, 3);
  const Tracks tracks = testing::tracksOf(maker.snapshot());
  ASSERT_EQ(tracks.rows().size(), 1u);
  EXPECT_EQ(tracks.rows()[0]->slices.start(0), 100);
  EXPECT_EQ(tracks.names()[0].text, "k");
  EXPECT_EQ(tracks.extent(), (std::pair<int64_t, int64_t>{100, 150}));
}

TEST(Tracks, ChildrenComeBeforeParentsAndGetTheirOwnRows) {
  TraceMaker maker({"main", "k", "sub"});
  maker.event(EventKind::Call, 10, 5, 1, 1);
  maker.event(EventKind::Call, 22, 3, 1, 3);
  maker.event(EventKind::FunctionBody, 21, 8, 2, 2);
  maker.event(EventKind::Call, 20, 10, 2, 1);
  maker.event(EventKind::FunctionBody, 0, 40, 0, 0);
  const Tracks tracks = testing::tracksOf(maker.snapshot());
  ASSERT_EQ(tracks.rows().size(), 3u);
  EXPECT_TRUE(tracks.rows()[0]->body);             // main
  EXPECT_EQ(tracks.rows()[1]->slices.size(), 2u);  // k and the call of sub
  EXPECT_EQ(tracks.rows()[1]->slices.start(1), 20);
  EXPECT_EQ(tracks.rows()[2]->depth, 3u);  // k inside sub
  // The body of sub spans the same time as its call: it has no row, and maps to the call.
  EXPECT_EQ(tracks.placeOf(2).row, 1u);
  EXPECT_EQ(tracks.placeOf(2).slice, 1u);
}

TEST(Tracks, BodyOfAClosureHasARowOfItsOwn) {
  TraceMaker maker({"main", "vm.builtin.invoke_closure", "lambda"});
  maker.event(EventKind::FunctionBody, 12, 6, 2, 2);
  maker.event(EventKind::Call, 10, 10, 1, 1);
  maker.event(EventKind::FunctionBody, 0, 40, 0, 0);
  const Tracks tracks = testing::tracksOf(maker.snapshot());
  ASSERT_EQ(tracks.rows().size(), 3u);
  EXPECT_FALSE(tracks.rows()[1]->body);
  EXPECT_TRUE(tracks.rows()[2]->body);
  EXPECT_EQ(tracks.names()[tracks.rows()[2]->slices.name(0)].text, "lambda");
}

TEST(Tracks, GrowsChunkByChunkWithoutRebuilding) {
  TraceMaker maker({"main", "k"}, 10);
  Tracks tracks;
  const EventRow* row = nullptr;
  for (int chunk = 0; chunk < 20; ++chunk) {
    for (int i = 0; i < 10; ++i) maker.event(EventKind::Call, (chunk * 10 + i) * 100, 60, 1, 1);
    EXPECT_TRUE(tracks.advance(maker.snapshot()));
    EXPECT_EQ(tracks.eventsTaken(), static_cast<uint64_t>(10 * (chunk + 1)));
    const EventRow* grown = &tracks.rows()[0]->slices;
    EXPECT_TRUE(row == nullptr || row == grown);  // the same row object grew
    row = grown;
  }
  EXPECT_EQ(row->size(), 200u);
  EXPECT_EQ(row->start(199), 19'900);
}

TEST(Tracks, TakesInSlicesOfWork) {
  const auto trace = testing::bulkTrace(5'000);
  Tracks tracks;
  int steps = 0;
  while (!tracks.advance(trace, 700)) ++steps;
  EXPECT_GE(steps, 7);
  EXPECT_EQ(tracks.eventsTaken(), trace->eventCount());
  const Tracks whole = testing::tracksOf(trace);
  ASSERT_EQ(whole.rows().size(), tracks.rows().size());
  for (size_t r = 0; r < whole.rows().size(); ++r)
    EXPECT_EQ(whole.rows()[r]->slices.size(), tracks.rows()[r]->slices.size());
}

TEST(Tracks, AnotherTraceStartsAfresh) {
  Tracks tracks = testing::tracksOf(testing::bulkTrace(2'000));
  EXPECT_TRUE(tracks.advance(testing::dynamicModel(3).trace));
  EXPECT_EQ(tracks.eventsTaken(), testing::dynamicModel(3).trace->eventCount());
  EXPECT_TRUE(tracks.advance(nullptr));
  EXPECT_TRUE(tracks.rows().empty());
}

TEST(Tracks, LoadPhaseIsALaneOfItsOwn) {
  const auto model = testing::dynamicModel(3);
  const Tracks tracks = testing::tracksOf(model.trace);
  ASSERT_GE(tracks.rows().size(), 3u);
  EXPECT_TRUE(tracks.rows()[0]->load);
  EXPECT_FALSE(tracks.rows()[1]->load);
  EXPECT_EQ(tracks.extent().first, 0);
  EXPECT_EQ(tracks.runExtent().first, 9'000);
}

TEST(Tracks, CountersFollowTheEndOfTheirEvents) {
  TraceMaker maker({"main", "vm.builtin.alloc_storage", "vm.builtin.match_shape"});
  maker.event(EventKind::Call, 0, 10, 1, 1);
  maker.memory(512, 0);
  maker.event(EventKind::Call, 20, 5, 2, 1);
  maker.slot(0, 17);
  maker.event(EventKind::Call, 30, 5, 1, 1);
  maker.memory(0, 512);
  const Tracks tracks = testing::tracksOf(maker.snapshot());
  EXPECT_EQ(tracks.liveBytes().valueAt(10), 512);
  EXPECT_FALSE(tracks.liveBytes().valueAt(9).has_value());
  EXPECT_EQ(tracks.liveBytes().valueAt(35), 0);
  ASSERT_EQ(tracks.slotSeries().size(), 1u);
  EXPECT_EQ(tracks.slotSeries().begin()->second.valueAt(25), 17);
}

TEST(Tracks, TenThousandLevelsDeep) {
  const auto model = testing::recursiveModel(10'000);
  const Tracks tracks = testing::tracksOf(model.trace);
  EXPECT_EQ(tracks.maxDepth(), 19'999u);
  // One row per depth for calls, and the body of the entry function; inner bodies are covered by their calls.
  EXPECT_EQ(tracks.rows().size(), 10'001u);
  const LaneLayout layout = layoutLanes(tracks, {});
  EXPECT_EQ(layout.bands.size(), 10'001u);
  EXPECT_GT(layout.height, 10'000 * 18);
}

TEST(Tracks, StepsAlongARow) {
  const Tracks tracks = testing::tracksOf(testing::bulkTrace(600));
  const SlicePlace first{1, 0};
  EXPECT_EQ(tracks.step(first, false).slice, 1u);
  EXPECT_FALSE(tracks.step(first, true).valid());
  const SlicePlace last{1, static_cast<uint32_t>(tracks.rows()[1]->slices.size() - 1)};
  EXPECT_FALSE(tracks.step(last, false).valid());
  EXPECT_EQ(tracks.step(last, true).slice, last.slice - 1);
}

TEST(Tracks, SearchesNamesAndWalksTheHitsInOrderOfTime) {
  const auto model = testing::transformerModel(2, 0);
  const Tracks tracks = testing::tracksOf(model.trace);
  EXPECT_TRUE(tracks.findNames("no such call").empty());
  const std::vector<uint32_t> names = tracks.findNames("MATMUL3");
  ASSERT_EQ(names.size(), 1u);
  EXPECT_EQ(tracks.names()[names[0]].count, 4u);  // two layers, two runs
  std::vector<bool> wanted(tracks.names().size(), false);
  wanted[names[0]] = true;
  SlicePlace place;
  int64_t before = -1;
  for (int i = 0; i < 4; ++i) {
    place = tracks.findNext(wanted, place, false);
    ASSERT_TRUE(place.valid());
    const int64_t start = tracks.rows()[place.row]->slices.start(place.slice);
    EXPECT_GT(start, before);
    before = start;
  }
  const SlicePlace wrapped = tracks.findNext(wanted, place, false);
  EXPECT_LT(tracks.rows()[wrapped.row]->slices.start(wrapped.slice), before);
  const SlicePlace back = tracks.findNext(wanted, wrapped, true);
  EXPECT_EQ(tracks.rows()[back.row]->slices.start(back.slice), before);
}

TEST(Tracks, CountsTheCallsOfARange) {
  TraceMaker maker({"main", "k"});
  for (int i = 0; i < 100; ++i) maker.event(EventKind::Call, 10 + i * 10, 6, 1, 1);
  maker.event(EventKind::FunctionBody, 0, 1100, 0, 0);
  const Tracks tracks = testing::tracksOf(maker.snapshot());
  EXPECT_EQ(tracks.totals(0, 2000).calls, 100u);
  EXPECT_EQ(tracks.totals(10, 60).calls, 5u);
  EXPECT_EQ(tracks.totals(11, 12).calls, 1u) << "a call of which a part lies in the range";
  EXPECT_EQ(tracks.totals(16, 20).calls, 0u) << "between calls";
  EXPECT_EQ(tracks.totals(15, 31).calls, 3u);
}

TEST(Tracks, RanksASliceAmongItsPeers) {
  TraceMaker maker({"main", "a", "b"});
  for (int i = 0; i < 10; ++i) maker.event(EventKind::Call, i * 100, 10 + i, 1, 1);
  maker.event(EventKind::Call, 2000, 1, 2, 1);
  const Tracks tracks = testing::tracksOf(maker.snapshot());
  const Tracks::Peers peers = tracks.peers(tracks.rows()[0]->slices.name(0), 15);
  EXPECT_EQ(peers.count, 10u);
  EXPECT_EQ(peers.shorter, 5u);
  EXPECT_DOUBLE_EQ(peers.sum, 145);
}

TEST(Tracks, WarmUpsAreNoPeers) {
  TraceMaker maker({"main", "a"});
  for (int i = 0; i < 10; ++i) maker.event(EventKind::Call, i * 100, 10 + i, 1, 1);
  auto trace = std::make_shared<Trace>(*maker.snapshot());
  for (uint32_t i = 0; i < 5; ++i)
    trace->runs.push_back({i * 200, 190, i, i == 0 || i == 2 ? RunKind::Warmup : RunKind::Measured, 0});
  const Tracks tracks = testing::tracksOf(trace);
  const Tracks::Peers peers = tracks.peers(tracks.rows()[0]->slices.name(0), 17);
  EXPECT_EQ(peers.count, 6u) << "two calls in each of three measured runs";
  EXPECT_DOUBLE_EQ(peers.sum, 12 + 13 + 16 + 17 + 18 + 19);
  EXPECT_EQ(peers.shorter, 3u);
}

TEST(Tracks, CountsOfMeasuredRunsGrowWithTheTrace) {
  TraceMaker maker({"main", "a", "b"}, 2);
  Tracks tracks;
  using Counts = std::vector<uint64_t>;  // of a, of b
  const auto counts = [&] {
    const auto trace = maker.snapshot();
    while (!tracks.advance(trace, 1)) EXPECT_LE(tracks.measuredCounts().size(), 2u);
    EXPECT_EQ(tracks.measuredCounts(), testing::tracksOf(trace).measuredCounts()) << "as if counted at once";
    return tracks.measuredCounts();
  };
  maker.event(EventKind::Call, 10, 5, 1, 1);
  EXPECT_EQ(counts(), Counts{1}) << "all, while no run is measured";
  maker.run(0, 100, true);
  maker.event(EventKind::Call, 110, 5, 1, 1);
  maker.event(EventKind::Call, 120, 5, 2, 1);
  EXPECT_EQ(counts(), (Counts{2, 1}));
  maker.run(100, 100);
  maker.event(EventKind::Call, 210, 5, 1, 1);
  EXPECT_EQ(counts(), (Counts{1, 1})) << "the run of the last call has not ended";
  maker.run(200, 100);
  maker.event(EventKind::Call, 310, 5, 2, 1);
  EXPECT_EQ(counts(), (Counts{2, 1}));
  maker.run(300, 100, true);
  for (const int64_t start : {410, 420, 430, 440}) maker.event(EventKind::Call, start, 5, 2, 1);
  maker.run(400, 100);
  EXPECT_EQ(counts(), (Counts{2, 5}));
}

TEST(Tracks, MeasuredRunsRepeatTheValuesOfTheValuesRun) {
  TraceMaker maker({"main", "a"}, 3);
  for (int run = 0; run < 3; ++run) {  // the last one calls another function
    maker.event(EventKind::Call, run * 100, 10, run == 2 ? 0 : 1, 1);
    if (run == 0) maker.memory(64, 0);
    maker.event(EventKind::Call, run * 100 + 20, 10, 1, 1);
    if (run == 0) maker.slot(0, 5);
    maker.event(EventKind::FunctionBody, run * 100, 40, 0, 0);
  }
  maker.seal();
  auto trace = std::make_shared<Trace>(*maker.snapshot());
  trace->runs = {{0, 50, 0, RunKind::Values}, {100, 50, 0}, {200, 50, 1}};
  const Tracks tracks = testing::tracksOf(trace);
  const StepSeries& live = tracks.liveBytes();
  EXPECT_EQ(live.pointsUntil(1000), 2u) << "the values run and the run that follows it";
  EXPECT_EQ(live.pointsUntil(50), 1u);
  EXPECT_EQ(live.pointsUntil(111), 2u) << "at the end of the same call";
  ASSERT_EQ(tracks.slotSeries().size(), 1u);
  EXPECT_EQ(tracks.slotSeries().begin()->second.pointsUntil(131), 2u);
}

TEST(Tracks, AMillionEvents) {
  const auto trace = testing::bulkTrace(1'000'000);
  const Tracks tracks = testing::tracksOf(trace);
  EXPECT_EQ(tracks.eventsTaken(), trace->eventCount());
  EXPECT_EQ(tracks.callCount(), trace->eventCount() - trace->runs.size());  // one body per run
  std::vector<EventRow::Pixel> out(1600);
  const auto [begin, end] = tracks.extent();
  tracks.rows()[1]->slices.strip(static_cast<double>(begin), static_cast<double>(end), out);
  for (const EventRow::Pixel& pixel : out) EXPECT_GT(pixel.coverage, 0.9f);
}

TEST(Tracks, IndicesOutsideTheTablesGetANumberForAName) {
  TraceMaker maker({"main"});
  maker.event(EventKind::Call, 0, 5, 77, 1);
  maker.event(EventKind::CompiledBuiltin, 10, 5, 4'000'000'000u, 1);
  maker.event(EventKind::Call, 20, 5, kNoIndex, 65'535);
  const Tracks tracks = testing::tracksOf(maker.snapshot());
  EXPECT_EQ(tracks.names()[0].text, "#77");
  EXPECT_EQ(tracks.names()[2].text, "?");
}

/// main calls s, then a and b three times, each on the result of the call before: layers of two calls.
struct LayeredRuns {
  Executable executable;
  LayersOfTrace layers;
  std::shared_ptr<const Trace> trace;
  std::vector<std::pair<int64_t, int64_t>> spans;  ///< of the layers, in order

  explicit LayeredRuns(int runs, size_t eventsPerChunk = 4096) {
    ExecutableBuilder builder;
    builder.beginFunction("main", {"x"});
    const std::vector<std::string> calls = {"s", "a", "b", "a", "b", "a", "b"};
    for (const std::string& call : calls) builder.emitCall(call, {ExecutableBuilder::r(0)}, 0);
    builder.emitRet(0);
    executable = builder.finish();
    layers = std::make_shared<const std::vector<LayerMap>>(*layerMapsOf(executable));
    std::vector<std::string> names;
    for (const Function& function : executable.functions) names.push_back(function.name);
    const auto row = [&](const std::string& name) {
      return static_cast<uint32_t>(executable.findFunction(name).value);
    };
    TraceMaker maker(names, eventsPerChunk);
    int64_t now = 100;
    for (int run = 0; run < runs; ++run) {
      const int64_t start = now;
      for (uint32_t pc = 0; pc < calls.size(); ++pc) {
        const int64_t took = 10 + (run * 7 + pc * 3) % 11;
        maker.event(EventKind::Call, now + 1, took, row(calls[pc]), 1, row("main"), pc);
        if (pc % 2 == 1) spans.emplace_back(now + 1, 0);
        if (pc > 0 && pc % 2 == 0) spans.back().second = now + 1 + took;
        now += took + 2;
      }
      maker.event(EventKind::FunctionBody, start, now - start, row("main"), 0, row("main"), 0);
      maker.run(start, now - start);
      now += 50;
    }
    trace = maker.snapshot();
  }
  Tracks tracks() const {
    Tracks made;
    made.setLayers(layers, {});
    return made;
  }
};

TEST(Tracks, LayersReachFromTheFirstCallToTheEndOfTheLast) {
  const LayeredRuns made(3);
  ASSERT_EQ(made.layers->size(), 1u);
  Tracks tracks = made.tracks();
  EXPECT_TRUE(tracks.advance(made.trace));
  ASSERT_EQ(tracks.rows().size(), 3u) << "body, layers, calls";
  EXPECT_TRUE(tracks.rows()[0]->body);
  ASSERT_TRUE(tracks.rows()[1]->layer);
  EXPECT_EQ(tracks.rows()[2]->slices.size(), 21u);
  const EventRow& row = tracks.rows()[1]->slices;
  ASSERT_EQ(row.size(), made.spans.size());
  for (size_t i = 0; i < row.size(); ++i) {
    EXPECT_EQ(row.start(i), made.spans[i].first);
    EXPECT_EQ(row.end(i), made.spans[i].second);
    EXPECT_EQ(tracks.nameOf(row, static_cast<uint32_t>(i)).text, "layer " + std::to_string(i % 3));
    EXPECT_EQ(tracks.placeOf(row.event(i)).row, 2u) << "an event is drawn as its call";
  }
  EXPECT_EQ(tracks.callCount(), 21u);
  EXPECT_EQ(tracks.totals(0, 1e9).calls, 21u) << "layers are no calls";
  const std::vector<uint32_t> found = tracks.findNames("layer 1");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(tracks.names()[found[0]].count, 3u);
  const LayerCopy* copy = tracks.layerOf(tracks.names()[found[0]]);
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->first.value, 3);
}

TEST(Tracks, LayersComeTheSameEventByEvent) {
  const LayeredRuns made(4, 5);
  Tracks tracks = made.tracks();
  for (uint64_t taken = 0; !tracks.advance(made.trace, 1); ++taken) ASSERT_LT(taken, 1'000u);
  const EventRow& row = tracks.rows()[1]->slices;
  ASSERT_EQ(row.size(), made.spans.size());
  for (size_t i = 0; i < row.size(); ++i) EXPECT_EQ(row.end(i), made.spans[i].second);
  EXPECT_EQ(row.adjusted(), 0u);
}

TEST(Tracks, LayersAreRenamed) {
  const LayeredRuns made(1);
  std::string title = "first ";
  Tracks tracks;
  tracks.setLayers(made.layers,
                   [&](const LayerMap&, const LayerCopy& copy) { return title + std::to_string(copy.copy); });
  tracks.advance(made.trace);
  EXPECT_EQ(tracks.findNames("first 2").size(), 1u);
  const uint32_t before = tracks.namesVersion();
  title = "second ";
  tracks.renameLayers();
  EXPECT_EQ(tracks.findNames("first").size(), 0u);
  EXPECT_EQ(tracks.findNames("second").size(), 3u);
  EXPECT_NE(tracks.namesVersion(), before);
}

TEST(Tracks, LayersOfRecursionAndOfHostileEvents) {
  const LayeredRuns made(1);
  const auto main = static_cast<uint32_t>(made.executable.findFunction("main").value);
  TraceMaker maker({"main", "s", "a", "b"});
  for (int i = 0; i < 5'000; ++i)
    maker.event(i % 7 == 6 ? EventKind::FunctionBody : EventKind::Call, 1'000 - i, 3, static_cast<uint32_t>(i % 4),
                static_cast<uint16_t>(i * 7919), i % 3 == 0 ? main : 77u, static_cast<uint32_t>(i % 9));
  Tracks tracks = made.tracks();
  EXPECT_TRUE(tracks.advance(maker.snapshot()));
  for (const auto& row : tracks.rows())
    if (row->layer) { EXPECT_LT(row->depth, LayerFollower::kMaxDepth); }
}

TEST(LaneLayout, StacksLanesWithoutGapsAndFindsThem) {
  const Tracks tracks = testing::tracksOf(testing::dynamicModel(6).trace);
  LaneOptions options;
  options.load = true;
  const LaneLayout layout = layoutLanes(tracks, options);
  int y = 0;
  for (size_t i = 0; i < layout.lanes.size(); ++i) {
    EXPECT_EQ(layout.lanes[i].y, y);
    EXPECT_EQ(layout.laneAt(y), static_cast<int>(i));
    y += layout.lanes[i].height;
  }
  EXPECT_EQ(layout.height, y);
  EXPECT_EQ(layout.laneAt(y), -1);
  ASSERT_EQ(layout.lanes[0].kind, LaneKind::Load);
  // Four slots of main under one header, then live bytes.
  EXPECT_EQ(layout.lanes[2].kind, LaneKind::SlotGroup);
  EXPECT_EQ(layout.lanes[6].kind, LaneKind::Slot);
  EXPECT_EQ(layout.lanes.back().kind, LaneKind::Live);
  for (size_t b = 0; b < layout.bands.size(); ++b) {
    EXPECT_EQ(layout.bandAt(layout.bands[b].y), static_cast<int>(b));
    EXPECT_EQ(layout.bandAt(layout.bands[b].y + layout.bands[b].height - 1), static_cast<int>(b));
  }
  EXPECT_EQ(layout.bandAt(-1), -1);
}

TEST(LaneLayout, FoldedGroupsAreOneLine) {
  const Tracks tracks = testing::tracksOf(testing::dynamicModel(6).trace);
  const int open = layoutLanes(tracks, {}).height;
  LaneOptions options;
  options.collapsed = {{LaneKind::Thread, 0}, {LaneKind::SlotGroup, 0}};
  const LaneLayout layout = layoutLanes(tracks, options);
  EXPECT_LT(layout.height, open);
  EXPECT_EQ(layout.bands.size(), 1u);
  for (const Lane& lane : layout.lanes) EXPECT_NE(lane.kind, LaneKind::Slot);
}

TEST(LaneLayout, StaticModelsSayThatThereAreNoSlots) {
  const Tracks tracks = testing::tracksOf(testing::transformerModel(1).trace);
  const LaneLayout layout = layoutLanes(tracks, {});
  EXPECT_EQ(layout.lanes.back().kind, LaneKind::NoSlots);
}

TEST(TimeRuler, StepsAreRoundAndLabelsKeepTheirDistance) {
  const TimeRuler ruler = chooseRuler(0, 471'700, 1225);
  EXPECT_DOUBLE_EQ(ruler.stepNs, 50'000);
  EXPECT_FALSE(ruler.offset);
  EXPECT_EQ(ruler.label(0), "0");
  EXPECT_EQ(ruler.label(200'000), "200 µs");
  EXPECT_EQ(ruler.ticks(0, 471'700).size(), 10u);
}

TEST(TimeRuler, CountsFromABaseDeepInsideATrace) {
  const TimeRuler ruler = chooseRuler(4'521'300, 4'596'000, 875);
  EXPECT_TRUE(ruler.offset);
  EXPECT_DOUBLE_EQ(ruler.stepNs, 10'000);
  EXPECT_EQ(ruler.baseLabel, "4.5 ms");
  EXPECT_EQ(ruler.label(4'530'000), "+30 µs");
  EXPECT_EQ(ruler.label(4'500'000), "");
}

TEST(TimeRuler, GoesDownToNanosecondsAndUpToHours) {
  EXPECT_EQ(chooseRuler(0, 10, 1000).label(2), "2 ns");
  const TimeRuler hours = chooseRuler(0, 7.2e12, 1000);
  EXPECT_EQ(hours.unit, std::string("s"));
  EXPECT_LE(hours.ticks(0, 7.2e12).size(), 11u);
}

TEST(TimeWindow, ZoomKeepsTheTimeUnderThePointer) {
  TimeWindow window;
  window.setLimits(0, 1000);
  window.whole();
  window.zoom(0.5, 250);
  EXPECT_DOUBLE_EQ(window.begin, 125);
  EXPECT_DOUBLE_EQ(window.end, 625);
  window.zoom(1e-9, 250);
  EXPECT_DOUBLE_EQ(window.span(), window.minimum);
  window.zoom(1e12, 250);
  EXPECT_DOUBLE_EQ(window.begin, 0);
  EXPECT_DOUBLE_EQ(window.end, 1000);
}

TEST(TimeWindow, StaysInsideItsLimits) {
  TimeWindow window;
  window.setLimits(100, 200);
  window.show(110, 130);
  window.pan(-5);
  EXPECT_DOUBLE_EQ(window.begin, 100);
  EXPECT_DOUBLE_EQ(window.span(), 20);
  window.pan(500);
  EXPECT_DOUBLE_EQ(window.end, 200);
  window.show(50, 400);
  EXPECT_DOUBLE_EQ(window.span(), 100);
}

}  // namespace
}  // namespace relaxscope

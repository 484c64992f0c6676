// SPDX-License-Identifier: Apache-2.0
// What a measurement times: the call, the release of the result before, and nothing that prepares them.
#include <algorithm>
#include <chrono>
#include <map>

#include "tests/unit/vm/recording.h"
#include "vmcore/vm/measurement.h"
#include "vmcore/vm/record/tick_clock.h"

namespace relaxscope::testing {
namespace {

constexpr double kSpunNs = 200'000;

void spin() {
  for (const auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(static_cast<int64_t>(kSpunNs));
       std::chrono::steady_clock::now() < end;) {}
}

/// A value whose release takes a known time.
class SlowToReleaseObj : public ffi::Object {
 public:
  ~SlowToReleaseObj() { spin(); }
  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("test.SlowToRelease", SlowToReleaseObj, ffi::Object);
};

/// main() calls test.make, which returns what `make` does.
std::unique_ptr<VirtualMachine> vmThatMakes(const std::function<ffi::Any()>& make) {
  B builder;
  builder.beginFunction("main", {});
  builder.emitCall("test.make", {}, 0);
  builder.emitRet(0);
  return vmFor(builder, {{"test.make", [make](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = make(); }}});
}

double leastOf(const std::vector<double>& ns) { return *std::ranges::min_element(ns); }

TEST(Measurement, TimesAVm) {
  B b;
  b.beginFunction("main", {"x"});
  b.emitCall("test.add", {B::r(0), B::imm(1)}, 1);
  b.emitRet(1);
  b.beginFunction("bad", {"x"});
  b.emitCall("test.fail", {}, 1);
  b.emitRet(1);
  const auto vm = vmFor(b);
  const PreparedCall call(*vm, "main", {ffi::Any(int64_t{1})}), bad(*vm, "bad", {ffi::Any(int64_t{1})}),
      unknown(*vm, "nothing", {});
  RunResult last;
  MeasuredTimes times;
  Measurement measurement(*vm, callOf(call, last));
  const TimingPlan plan{.warmup = 1, .number = 10, .repeat = 7};
  ASSERT_TRUE(measurement.run(plan, RunRecording::None, false, times));
  EXPECT_EQ(last.value.cast<int64_t>(), 2);
  ASSERT_EQ(times.runNs.size(), 7u);
  EXPECT_EQ(times.number, 10u);
  for (const double ns : times.runNs) EXPECT_GT(ns, 0);
  EXPECT_EQ(vm->counters().calls, 1u + 70u);
  EXPECT_FALSE(Measurement(*vm, callOf(bad, last)).run(plan, RunRecording::None, false, times));
  EXPECT_TRUE(failsWith(last, "ValueError", "on purpose"));
  EXPECT_TRUE(times.runNs.empty());
  EXPECT_FALSE(Measurement(*vm, callOf(unknown, last)).run(plan, RunRecording::None, false, times));
  EXPECT_TRUE(failsWith(last, "ValueError", "nothing"));
}

TEST(Measurement, RecordsWarmUpsAValuesRunAndPairs) {
  const auto vm = vmThatMakes([] { return ffi::Any(int64_t{1}); });
  Recording recorded;
  vm->startTrace(TraceMode::Chained, false, recorded.sink());
  const PreparedCall call(*vm, "main", {});
  RunResult last;
  Measurement measurement(*vm, callOf(call, last));
  std::vector<std::pair<uint32_t, uint32_t>> rounds;
  std::vector<uint32_t> warmups;
  std::map<RunKind, int> before, after;
  measurement.beforeRound = [&](uint32_t done, uint32_t planned) { rounds.emplace_back(done, planned); };
  measurement.beforeWarmup = [&](uint32_t done) { warmups.push_back(done); };
  measurement.beforeRecorded = [&](uint32_t, RunKind kind) { ++before[kind]; };
  measurement.afterRecorded = [&](RunKind kind) { ++after[kind]; };
  MeasuredTimes times;
  ASSERT_TRUE(measurement.run({.warmup = 2, .repeat = 3}, RunRecording::Paired, true, times));
  vm->stopTrace();
  EXPECT_EQ(times.runNs.size(), 3u);
  EXPECT_EQ(times.unrecordedNs.size(), 3u);
  EXPECT_EQ(measurement.unrecordedNs(), times.unrecordedNs);
  EXPECT_EQ(warmups, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(rounds, (std::vector<std::pair<uint32_t, uint32_t>>{{0, 3}, {1, 3}, {2, 3}}));
  std::map<RunKind, int> kept;
  for (const RunSpan& run : recorded.runs) ++kept[run.kind];
  EXPECT_EQ(kept, (std::map<RunKind, int>{{RunKind::Warmup, 2}, {RunKind::Values, 1}, {RunKind::Measured, 3}}))
      << "calls that lead in leave nothing";
  EXPECT_EQ(before, after);
  EXPECT_EQ(before[RunKind::Measured], 3);
}

TEST(Measurement, TheReleaseOfAResultIsInTheRunAndInNoEvent) {
  const auto vm = vmThatMakes([] { return ffi::Any(ffi::ObjectRef(ffi::make_object<SlowToReleaseObj>())); });
  for (const TraceMode mode : {TraceMode::Chained, TraceMode::Precise}) {
    Recording recorded;
    vm->startTrace(mode, false, recorded.sink());
    const PreparedCall call(*vm, "main", {});
    RunResult last;
    MeasuredTimes times;
    Measurement measurement(*vm, callOf(call, last));
    ASSERT_TRUE(measurement.run({.warmup = 1, .repeat = 3}, RunRecording::Paired, false, times));
    vm->stopTrace();
    EXPECT_GE(leastOf(times.runNs), kSpunNs);
    EXPECT_GE(leastOf(times.unrecordedNs), kSpunNs) << "as TVM's time_evaluator, which releases it, too";
    double shortest = kSpunNs;
    for (const Seen& event : recorded.events) shortest = std::min(shortest, tickClock().toNs(event.end - event.start));
    EXPECT_LT(shortest, kSpunNs);
    int longEvents = 0;
    for (const Seen& event : recorded.events) longEvents += tickClock().toNs(event.end - event.start) >= kSpunNs;
    EXPECT_LT(longEvents, 4) << "of 4 runs; single ones may be disturbed";
  }
}

TEST(Measurement, PreparingArgumentsBetweenCallsIsInNoTime) {
  const auto vm = vmThatMakes([] { return ffi::Any(int64_t{1}); });
  const PreparedCall call(*vm, "main", {});
  const auto calls = [&](Measurement& run) {
    for (int i = 0; i < 2; ++i) {
      const auto since = Measurement::Clock::now();
      spin();
      run.exclude(since);
      run.callBegins();
      if (!call().ok()) return false;
    }
    return true;
  };
  MeasuredTimes times;
  ASSERT_TRUE(Measurement(*vm, calls).run({.warmup = 1, .number = 3, .repeat = 5}, RunRecording::None, false, times));
  EXPECT_LT(leastOf(times.runNs), kSpunNs);
  for (const TraceMode mode : {TraceMode::Chained, TraceMode::Precise}) {
    Recording recorded;
    vm->startTrace(mode, false, recorded.sink());
    ASSERT_TRUE(Measurement(*vm, calls).run({.warmup = 1, .repeat = 5}, RunRecording::Paired, false, times));
    vm->stopTrace();
    EXPECT_LT(leastOf(times.runNs), kSpunNs);
    EXPECT_LT(leastOf(times.unrecordedNs), kSpunNs);
    int longEvents = 0;
    for (const Seen& event : recorded.events) longEvents += tickClock().toNs(event.end - event.start) >= kSpunNs;
    EXPECT_LT(longEvents, 10) << "of 10 calls of measured runs";
  }
}

TEST(Measurement, EndsBeforeARunThatIsNotWanted) {
  const auto vm = vmThatMakes([] { return ffi::Any(int64_t{1}); });
  const PreparedCall call(*vm, "main", {});
  RunResult last;
  MeasuredTimes times;
  Measurement measurement(*vm, callOf(call, last));
  int asked = 0;
  measurement.isReady = [&] { return ++asked < 4; };
  EXPECT_FALSE(measurement.run({.warmup = 1, .repeat = 100}, RunRecording::None, false, times));
  EXPECT_EQ(asked, 4);
  EXPECT_EQ(vm->counters().calls, 3u);
}

}  // namespace
}  // namespace relaxscope::testing

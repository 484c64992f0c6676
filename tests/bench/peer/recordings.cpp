// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peer/recordings.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "tests/bench/peer/contest.h"
#include "vmcore/vm/record/tick_clock.h"

namespace relaxscope::bench {
namespace {

/// Limits per Call without values, beyond what the readings of the clock alone add to the same Call: one in chained
/// mode, two in precise. In a Call a reading takes more than in a loop of readings, as the processor does
/// less beside it.
constexpr double kChainedNs = 3, kPreciseNs = 6;
/// Limit of all that recording a Call with two float32 tensors of rank 2 takes.
constexpr double kTwoTensorsNs = 60;
constexpr double kNoLimit = 0;

/// Maximum extra time per recorded Call beyond that of its clock readings, a cost that no recording can avoid.
struct Limit {
  double ns = kNoLimit;
  double readingsNs = 0;
};

struct Recorded {
  uint64_t events = 0, bytes = 0;
  [[nodiscard]] double bytesPerEvent() const {
    return events == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(events);
  }
};

size_t sideBytes(const ValueColumns& side) {
  return side.args.size() * sizeof(ArgRecord) + side.dims.size() * sizeof(int64_t) +
         side.slotChanges.size() * sizeof(SlotChange) + side.memory.size() * sizeof(MemoryRecord) +
         side.uses.size() * sizeof(ArgumentUse);
}
size_t eventBytes(const EventColumns& events) {
  return events.size() *
         (sizeof events.start[0] + sizeof events.duration[0] + sizeof events.pc[0] + sizeof events.function[0] +
          sizeof events.callee[0] + sizeof events.depth[0] + sizeof events.kind[0]);
}

/// Prints the median of the pairs' differences with its interval; returns whether the limit holds.
bool print(const char* name, const std::vector<double>& plain, std::vector<double> added, Limit limit,
           const Recorded& recorded) {
  const Interval cost = medianOf(std::move(added));
  const bool holds = limit.ns == kNoLimit || cost.median <= limit.readingsNs + limit.ns;
  std::string verdict;
  if (limit.ns != kNoLimit && limit.readingsNs == 0)
    verdict = fmt::format("{} at most {:.0f}", holds ? "holds:" : "MISSED:", limit.ns);
  else if (limit.ns != kNoLimit)
    verdict = fmt::format("{:+.1f} beyond the clock's {:.1f}, {} at most {:.0f}", cost.median - limit.readingsNs,
                          limit.readingsNs, holds ? "holds" : "MISSED:", limit.ns);
  fmt::print("{:<46} {:>9.2f} {:>9.2f} {:>9.2f} to {:<8.2f} {:>11.1f}  {}\n", name, medianOf(plain).median, cost.median,
             cost.low, cost.high, recorded.bytesPerEvent(), verdict);
  return holds;
}

bool recording(const char* name, const BenchProgram& program, TraceMode mode, bool values, Limit limit, int pairs) {
  Contest contest(program, false);
  contest.ours();
  std::vector<double> added, plain;
  Recorded recorded;
  std::vector<std::shared_ptr<TraceChunk>> kept;
  contest.vm().startTrace(mode, values, [&](const std::shared_ptr<TraceChunk>& chunk, const std::vector<RunSpan>&) {
    recorded.events += chunk->events.size();
    recorded.bytes += eventBytes(chunk->events) + sideBytes(chunk->values);
    kept.push_back(chunk);
  });
  for (int i = 0; i < pairs; ++i) {
    contest.vm().pauseTrace();
    plain.push_back(contest.ourCall());
    contest.vm().resumeTrace();
    contest.vm().beginRun(static_cast<uint32_t>(i), RunKind::Measured);
    const double traced = contest.ourCall();
    contest.vm().endRun();
    added.push_back(traced - plain.back());
  }
  contest.vm().stopTrace();
  return print(name, plain, std::move(added), limit, recorded);
}

/// Compares a VM that recorded before but does not now with one that never recorded.
void off(const BenchProgram& program, int pairs) {
  Contest never(program, false), before(program, false);
  before.vm().startTrace(TraceMode::Precise, true,
                         [](const std::shared_ptr<TraceChunk>&, const std::vector<RunSpan>&) {});
  before.ours();
  before.vm().stopTrace();
  const Timings timings = takeTurns(pairs, [&] { return before.ours(); }, [&] { return never.ours(); });
  std::vector<double> added;
  for (size_t i = 0; i < timings.ours.size(); ++i) added.push_back(timings.ours[i] - timings.theirs[i]);
  print("off again", timings.theirs, std::move(added), {}, {});
}

/// Prints and returns what a callee that reads the clock adds to an unrecorded Call.
double readings(const char* name, const char* callee, int pairs) {
  Contest reading(callProgram(callee), false), plain(callProgram(), false);
  const Timings timings = takeTurns(pairs, [&] { return reading.ours(); }, [&] { return plain.ours(); });
  std::vector<double> added;
  for (size_t i = 0; i < timings.ours.size(); ++i) added.push_back(timings.ours[i] - timings.theirs[i]);
  const double median = medianOf(added).median;
  print(name, timings.theirs, std::move(added), {}, {});
  return median;
}

/// Prints the cost of one clock reading by `read`.
void printClock(const char* name, int64_t (*read)(), int pairs) {
  constexpr int kReadings = 100'000;
  std::vector<double> ns;
  int64_t sum = 0;
  for (int i = 0; i < pairs; ++i)
    ns.push_back(timeNs([&] {
                   for (int k = 0; k < kReadings; ++k) sum += read();
                 }) /
                 kReadings);
  const Interval cost = medianOf(std::move(ns));
  fmt::print("{:<46} {:>9} {:>9.2f} {:>9.2f} to {:<8.2f}{}\n", name, "", cost.median, cost.low, cost.high,
             sum == 0 ? " it stands still" : "");
}

}  // namespace

bool printRecordings(int pairs) {
  const BenchProgram ints = callProgram(), tensors = tensorProgram();
  fmt::print("{:<46} {:>9} {:>9} {:>21} {:>11}\n", "recording, ns a Call", "plain", "added", "95 % interval",
             "bytes/event");
  off(ints, pairs);
  printClock("a reading of the clock in a loop", [] { return readTicks(); }, pairs);
  const double oneNs = readings("one reading by the called function", "bench.one_reading", pairs);
  const double twoNs = readings("two readings, around its work", "bench.two_readings", pairs);
  bool holds = recording("chained, no values", ints, TraceMode::Chained, false, {kChainedNs, oneNs}, pairs);
  holds = recording("precise, no values", ints, TraceMode::Precise, false, {kPreciseNs, twoNs}, pairs) && holds;
  recording("chained, values, a register and a number", ints, TraceMode::Chained, true, {}, pairs);
  return recording("chained, values, two tensors", tensors, TraceMode::Chained, true, {kTwoTensorsNs}, pairs) && holds;
}

}  // namespace relaxscope::bench

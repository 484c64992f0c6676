// SPDX-License-Identifier: Apache-2.0
// Kernels of known time in a profile: their rows show it, and when one is lengthened its row alone grows.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "tests/bench/truth/checks.h"
#include "tests/bench/truth/planted.h"
#include "tests/bench/truth/recorded_program.h"
#include "tests/bench/truth/trials.h"
#include "vmcore/vm/record/tick_clock.h"

namespace relaxscope::bench {
namespace {

using Clock = std::chrono::steady_clock;

double medianOf(std::vector<double> values) { return quantile(values.begin(), values.end(), 0.5); }
double percent(double ratio) { return 100 * (ratio - 1); }

/// The kernel's own time: its function called directly, in series long enough for the clock.
double directNs(const Kernel& work) {
  const tvm::ffi::Function function = nativeFunction(work);
  const auto series = [&](int count) {
    tvm::ffi::Any ignored;
    const auto start = Clock::now();
    for (int i = 0; i < count; ++i) function.CallPacked(nullptr, 0, &ignored);
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / count;
  };
  const int count = series(3) > 100'000 ? 3 : 300;
  std::vector<double> times;
  for (int i = 0; i < 15; ++i) times.push_back(series(count));
  return medianOf(times);
}

/// What a plain reading of the clock adds to a call.
double readingNs() {
  const tvm::ffi::Function empty = nativeFunction([] {});
  constexpr int kCalls = 1000;
  volatile int64_t sink = 0;
  const auto series = [&](bool reads) {
    tvm::ffi::Any ignored;
    const auto start = Clock::now();
    for (int i = 0; i < kCalls; ++i) {
      empty.CallPacked(nullptr, 0, &ignored);
      if (reads) sink = readTicks();
    }
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / kCalls;
  };
  std::vector<double> differences;
  for (int i = 0; i < 51; ++i) differences.push_back(series(true) - series(false));
  return medianOf(differences);
}

/// Per kernel, the time between plain readings of the clock around its calls in the order of the program: what a
/// recording in chained mode can see. Such a reading does not wait for the work before it, so the end of a chain of
/// multiplications or loads shorter than the reorder buffer shows on the kernel after it.
std::vector<double> boundaryNs(const std::vector<Planted>& kernels, int repeats) {
  std::vector<tvm::ffi::Function> functions;
  for (const Planted& each : kernels) functions.push_back(nativeFunction([&each] { each.work(1); }));
  const double reading = readingNs();
  std::vector<std::vector<double>> times(kernels.size());
  for (int round = 0; round < 15; ++round) {
    std::vector<int64_t> ticks(kernels.size(), 0);
    tvm::ffi::Any ignored;
    int64_t last = readTicks();
    for (int i = 0; i < repeats; ++i)
      for (size_t k = 0; k < functions.size(); ++k) {
        functions[k].CallPacked(nullptr, 0, &ignored);
        const int64_t now = readTicks();
        ticks[k] += now - last;
        last = now;
      }
    for (size_t k = 0; k < kernels.size(); ++k) times[k].push_back(tickClock().toNs(ticks[k]) / repeats - reading);
  }
  std::vector<double> medians;
  for (const auto& each : times) medians.push_back(medianOf(each));
  return medians;
}

}  // namespace

bool plantedIn(const std::vector<Planted>& kernels, int repeats, TraceMode mode) {
  const bool precise = mode == TraceMode::Precise;
  const auto programOf = [&](double first) {
    std::vector<std::pair<std::string, Kernel>> named;
    for (const Planted& each : kernels)
      named.emplace_back(each.name, [&each, part = named.empty() ? first : 1] { each.work(part); });
    return std::make_unique<RecordedProgram>(named, repeats);
  };
  const auto program = programOf(1), longer = programOf(1.3);
  const Trace trace = program->profile(mode, 20), after = longer->profile(mode, 20);
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee),
                        lengthened = computeStatistics(after, Grouping::Callee);
  const std::vector<double> boundaries = precise ? std::vector<double>() : boundaryNs(kernels, repeats);
  bool all = true;
  for (size_t k = 0; k < kernels.size(); ++k) {
    const Planted& each = kernels[k];
    const double direct = directNs([&each] { each.work(1); });
    const double seen = precise ? direct : boundaries[k];
    const StatisticsRow *row = rowOf(statistics, trace, each.name), *now = rowOf(lengthened, after, each.name);
    if (row == nullptr || now == nullptr) return false;
    const double perCall = row->selfNs / static_cast<double>(row->count);
    const double limit = std::max(precise ? 5.0 : 12.0, 0.05 * seen);
    const double growth = percent(lengthened.perRun(now->selfNs) / statistics.perRun(row->selfNs));
    const double uncertainty = 100 * (row->uncertaintyNs + now->uncertaintyNs) / statistics.perRun(row->selfNs);
    // Of the first kernel, the time that was planted is 30 % of its own.
    const double wanted = k == 0 ? 30 * direct / perCall : 0;
    const bool right = std::abs(perCall - seen) <= limit + row->uncertaintyNs / statistics.perRun(row->count);
    const bool grew = std::abs(growth - wanted) <= std::max(3.0, k == 0 ? 0.0 : uncertainty);
    fmt::print(
        "  {:<8} {:<13} direct {:>11.1f} ns{}, row {:>11.1f} ns a call, limit {:.1f}{}; after the lengthening "
        "{:+.1f} %, uncertainty {:.1f}{}\n",
        precise ? "precise" : "chained", each.name, direct,
        precise ? std::string() : fmt::format(", between plain readings {:>11.1f}", seen), perCall, limit,
        right ? "" : "  MISSED", growth, uncertainty, grew ? "" : "  MISSED");
    all = all && right && grew;
  }
  return all;
}

bool plantedTime() {
  const auto multiplied = [](int steps) { return [steps](double part) { multiply(static_cast<int>(steps * part)); }; };
  const std::vector<Planted> shortOnes{{"multiply1000", multiplied(930)},
                                       {"multiply20", multiplied(18)},
                                       {"multiply50", multiplied(45)},
                                       {"chase100", [](double part) { chase(static_cast<int>(60 * part)); }}};
  const std::vector<Planted> longOnes{{"spin1000000", [](double part) { spin(1'000'000 * part); }},
                                      {"multiply10000", multiplied(9300)}};
  bool all = true;
  for (const TraceMode mode : {TraceMode::Chained, TraceMode::Precise}) {
    all = plantedIn(shortOnes, 100, mode) && all;
    all = plantedIn(longOnes, 5, mode) && all;
  }
  return all;
}

}  // namespace relaxscope::bench

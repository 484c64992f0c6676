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
  spin(5'000'000);  // after the wide vector instructions of large copies, processors run slower for a while
  const int count = series(3) > 100'000 ? 3 : 300;
  std::vector<double> times;
  for (int i = 0; i < 15; ++i) times.push_back(series(count));
  return medianOf(times);
}

/// What a reading of the clock adds to a call.
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

/// Per kernel, the time between readings of the clock around its calls in the order of the program, where the others
/// displace its data from the caches: what a recording can see.
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

constexpr double kLonger = 1.3;  ///< the work of the first kernel in the other program

/// What one turn shows of a kernel.
struct Turn {
  double direct = 0, boundary = 0;    ///< ns: called alone; between readings in the order of the program
  double planted = 0;                 ///< ns that lengthening adds to a call alone; of the first kernel
  double row = 0, uncertainty = 0;    ///< ns per call
  double growth = 0, growthHalf = 0;  ///< percent, after the first kernel was lengthened; its uncertainty
};

/// Profiles both programs and measures the kernels by themselves; empty where a row is missing.
std::vector<Turn> turnOf(const std::vector<Planted>& kernels, int repeats, TraceMode mode, RecordedProgram& program,
                         RecordedProgram& longer) {
  const Trace trace = program.profile(mode, 20);
  const std::vector<double> boundaries = boundaryNs(kernels, repeats);
  const Trace after = longer.profile(mode, 20);
  const TraceStatistics statistics = computeStatistics(trace, Grouping::Callee),
                        lengthened = computeStatistics(after, Grouping::Callee);
  std::vector<Turn> turns;
  for (size_t k = 0; k < kernels.size(); ++k) {
    const StatisticsRow *row = rowOf(statistics, trace, kernels[k].name),
                        *now = rowOf(lengthened, after, kernels[k].name);
    if (row == nullptr || now == nullptr) return {};
    const double self = statistics.perRun(row->selfNs);
    const auto alone = [&each = kernels[k]](double part) { return directNs([&each, part] { each.work(part); }); };
    const double direct = alone(1);
    turns.push_back({direct, boundaries[k], k == 0 ? alone(kLonger) - direct : 0,
                     row->selfNs / static_cast<double>(row->count), row->uncertaintyNs / statistics.perRun(row->count),
                     percent(lengthened.perRun(now->selfNs) / self),
                     100 * (row->uncertaintyNs + now->uncertaintyNs) / self});
  }
  return turns;
}

double medianOf(const std::vector<std::vector<Turn>>& turns, size_t kernel, double Turn::* figure) {
  std::vector<double> values;
  for (const std::vector<Turn>& turn : turns) values.push_back(turn[kernel].*figure);
  return medianOf(std::move(values));
}

}  // namespace

bool plantedIn(const std::vector<Planted>& kernels, int repeats, TraceMode mode) {
  constexpr int kTurns = 5;  // the speed of a shared host changes between two profiles
  const char* const modeName = mode == TraceMode::Precise ? "precise" : "chained";
  const auto programOf = [&](double first) {
    std::vector<std::pair<std::string, Kernel>> named;
    for (const Planted& each : kernels)
      named.emplace_back(each.name, [&each, part = named.empty() ? first : 1] { each.work(part); });
    return std::make_unique<RecordedProgram>(named, repeats);
  };
  const auto program = programOf(1), longer = programOf(kLonger);
  std::vector<std::vector<Turn>> turns;
  for (int i = 0; i < kTurns; ++i) {
    turns.push_back(turnOf(kernels, repeats, mode, *program, *longer));
    if (turns.back().empty()) return false;
  }
  bool all = true;
  double rows = 0, readings = 0;
  for (size_t k = 0; k < kernels.size(); ++k) {
    const auto of = [&](double Turn::* figure) { return medianOf(turns, k, figure); };
    const double direct = of(&Turn::direct), row = of(&Turn::row), growth = of(&Turn::growth);
    const double seen = of(&Turn::boundary), limit = std::max(5.0, 0.05 * seen);
    // A kernel's own time is what it takes alone or among the others.
    const double low = std::min(direct, seen), high = std::max(direct, seen);
    // What threads take to begin and end is not lengthened, so the planted time is measured as the kernel's own is.
    const double wanted = k == 0 ? 100 * of(&Turn::planted) / row : 0,
                 growthHalf = k == 0 ? 3 : std::max(3.0, of(&Turn::growthHalf));
    rows += row, readings += seen;
    const double beyond = limit + of(&Turn::uncertainty);
    const bool right = row >= low - beyond && row <= high + beyond;
    const bool grew = std::abs(growth - wanted) <= growthHalf;
    fmt::print(
        "  {:<8} {:<13} alone {:>11.1f} ns, between readings {:>11.1f}, row {:>11.1f} a call, limit {:.1f}{}; "
        "after the lengthening {:+.1f} %, uncertainty {:.1f}{}\n",
        modeName, kernels[k].name, direct, seen, row, limit, right ? "" : "  MISSED", growth, of(&Turn::growthHalf),
        grew ? "" : "  MISSED");
    all = all && right && grew;
  }
  const bool sum = std::abs(rows - readings) <= 0.05 * readings;
  fmt::print("  {:<8} all of them: between readings {:.1f} ns, rows {:.1f}{}\n", modeName, readings, rows,
             sum ? "" : "  MISSED");
  return all && sum;
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

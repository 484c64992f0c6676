// SPDX-License-Identifier: Apache-2.0
// Compares our engine with TVM's VM in one process over the same executables. Each row: processor nanoseconds per unit
// of both, the median ratio of alternating pairs with its 95 % interval, and whether the target is met. Models are
// compiled by the TVM of the project's virtual environment.
//
//   peer_bench [--pairs N] [--only PART-OF-A-NAME]
//
// Exit code: 0 all targets are met, 1 one is missed, 2 the benchmark failed. Without TVM only our own figures are
// printed.
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/bench/large_program.h"
#include "tests/bench/peer/contest.h"
#include "tests/bench/peer/loads.h"
#include "tests/bench/peer/model_runs.h"
#include "tests/bench/peer/recordings.h"
#include "tests/bench/peer/table.h"
#include "vmcore/vm/record/tick_clock.h"

namespace relaxscope::bench {
namespace {

int64_t counter = 0, lastReading = 0;

void registerFunctions() {
  const auto add = [](const char* name, auto body) { ffi::Function::SetGlobal(name, ffi::Function::FromPacked(body)); };
  add("bench.one", [](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = ++counter; });
  add("bench.one_reading", [](const ffi::AnyView*, int32_t, ffi::Any* result) {
    lastReading = readTicks();
    *result = ++counter;
  });
  add("bench.two_readings", [](const ffi::AnyView*, int32_t, ffi::Any* result) {
    lastReading = readTicks();
    *result = ++counter;
    lastReading = readTicks();
  });
  add("bench.void", [](const ffi::AnyView*, int32_t, ffi::Any*) { ++counter; });
  add("bench.less", [](const ffi::AnyView* args, int32_t, ffi::Any* result) {
    *result = static_cast<int64_t>(args[0].cast<int64_t>() < args[1].cast<int64_t>());
  });
  add("bench.decrement",
      [](const ffi::AnyView* args, int32_t, ffi::Any* result) { *result = args[0].cast<int64_t>() - 1; });
}

void compareProgram(Table& table, const BenchProgram& program) {
  if (!table.wants(program.name)) return;
  Contest contest(program, table.withTvm());
  table.row(
      program.name, program.unit, program.target, Judge::Median, [&] { return contest.ours(); },
      [&] { return contest.theirs(); });
}

/// The runtime library of the TVM that the benchmark's Python has; empty if it has none.
const std::string& tvmRuntime() {
  static const std::string path = [] {
    const auto found = linesOf(
        fmt::format("'{}' -c \"import importlib.util as u, os; s = u.find_spec('tvm');"
                    " print(os.path.join(os.path.dirname(s.origin), 'lib', 'libtvm_runtime.so') if s else '')\"",
                    benchPython()));
    return found.empty() ? std::string() : found.front();
  }();
  return path;
}

/// Loads tvmRuntime().
bool loadTvm() {
  if (tvmRuntime().empty()) {
    fmt::print("no TVM in {}: only our own figures follow\n", benchPython());
    return false;
  }
  if (dlopen(tvmRuntime().c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) return true;
  fmt::print("TVM's runtime cannot be loaded: {}\n", dlerror());
  return false;
}

/// Models, the first of which is all dispatch; in the others kernels take the time, which is the same for both. Then
/// the cost of loading each and calling it once.
void compareModels(Table& table) {
  constexpr double kDeep = 1 / 1.5, kKernelBound = 1.02;
  const auto models =
      linesOf(fmt::format("'{}' '{}/peer/models.py' '{}'", benchPython(), RELAXSCOPE_BENCH_SOURCE, scratchFolder()));
  if (models.empty()) stop("TVM did not build the models");
  for (const std::string& path : models) {
    const bool deep = path.find("/deep", path.rfind('/')) != std::string::npos;
    compareModel(table, path, tvmRuntime(), deep ? kDeep : kKernelBound, deep ? Judge::Median : Judge::UpperEnd);
  }
  for (const std::string& path : models) compareFirstCall(table, path, tvmRuntime());
}

}  // namespace
}  // namespace relaxscope::bench

int main(int argc, char** argv) {
  using namespace relaxscope::bench;
  if (argc == 4 && std::strcmp(argv[1], "--first-call") == 0) return firstCall(argv[2], argv[3]);
  if (argc == 5 && std::strcmp(argv[1], "--model") == 0)
    return timeModel(argv[2], argv[3], std::strcmp(argv[4], "ours") == 0);
  int pairs = 31;
  std::string only;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--pairs") == 0 && i + 1 < argc) pairs = std::max(1, std::atoi(argv[++i]));
    else if (std::strcmp(argv[i], "--only") == 0 && i + 1 < argc) only = argv[++i];
    else stop(fmt::format("no option {}", argv[i]));
  }
  try {
    const bool withTvm = loadTvm();
    registerFunctions();
    fmt::print("{} pairs, processor time of the thread; recording reads the {}\n\n", pairs,
               relaxscope::tickClock().source);
    Table table(pairs, withTvm, only);
    for (const BenchProgram& program : benchPrograms()) compareProgram(table, program);
    compareProgram(table, returnProgram());
    compareLoads(table);
    if (withTvm && (only.empty() || only.find(".so") != std::string::npos)) compareModels(table);
    fmt::print("\n");
    const bool recordingHolds = !table.wants("recording") || printRecordings(pairs);
    fmt::print("\n{}\n", table.holds() && recordingHolds ? "everything holds" : "something does not hold");
    return table.holds() && recordingHolds ? 0 : 1;
  } catch (const std::exception& error) { stop(error.what()); }
}

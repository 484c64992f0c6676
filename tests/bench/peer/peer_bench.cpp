// SPDX-License-Identifier: Apache-2.0
// Our engine against TVM's VM in one process, over the same executables. Each row: nanoseconds of processor time a unit
// of both, the median of the ratios of pairs taken in turns with its 95 % interval, and whether it is what is wanted.
// Models are compiled by the TVM of the project's virtual environment.
//
//   peer_bench [--pairs N] [--only PART-OF-A-NAME]
//
// Exit code: 0 everything holds, 1 something does not, 2 the benchmark failed. Without TVM only our own figures are printed.
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
#include "tests/bench/peer/recordings.h"
#include "vmcore/format/vm_executable.h"
#include "vmcore/vm/tick_clock.h"

namespace relaxscope::bench {
namespace {

int64_t counter = 0;

void registerFunctions() {
  const auto add = [](const char* name, auto body) { ffi::Function::SetGlobal(name, ffi::Function::FromPacked(body)); };
  add("bench.one", [](const ffi::AnyView*, int32_t, ffi::Any* result) { *result = ++counter; });
  add("bench.void", [](const ffi::AnyView*, int32_t, ffi::Any*) { ++counter; });
  add("bench.less", [](const ffi::AnyView* args, int32_t, ffi::Any* result) { *result = static_cast<int64_t>(args[0].cast<int64_t>() < args[1].cast<int64_t>()); });
  add("bench.decrement", [](const ffi::AnyView* args, int32_t, ffi::Any* result) { *result = args[0].cast<int64_t>() - 1; });
}

/// How a row is judged: by the median, or where it must not be lost by chance by the upper end of the interval.
enum class Judge { Median, UpperEnd };

class Table {
 public:
  Table(int pairs, bool withTvm, std::string only) : pairs_(pairs), withTvm_(withTvm), only_(std::move(only)) {
    fmt::print("{:<46} {:>10} {:>14} {:>14} {:>7} {:>16}\n", "ns, median", "a", "ours", "TVM", "ratio", "95 % interval");
  }
  [[nodiscard]] bool withTvm() const { return withTvm_; }
  [[nodiscard]] bool wants(std::string_view name) const { return name.find(only_) != std::string_view::npos; }
  [[nodiscard]] bool holds() const { return holds_; }

  /// Times both and prints the row; `target` 0: none is set.
  template <class Ours, class Theirs>
  void row(const std::string& name, const char* unit, double target, Judge judge, const Ours& ours, const Theirs& theirs) {
    if (!withTvm_) {
      const Timings own = takeTurns(pairs_, ours, [] { return 1.0; });
      fmt::print("{:<46} {:>10} {:>14.2f}\n", name, unit, medianOf(own.ours).median);
      return;
    }
    const Timings timings = takeTurns(pairs_, ours, theirs);
    const Interval ratio = medianOf(timings.ratios);
    const bool holds = target == 0 || (judge == Judge::Median ? ratio.median : ratio.high) <= target;
    holds_ = holds_ && holds;
    fmt::print("{:<46} {:>10} {:>14.2f} {:>14.2f} {:>7.3f} {:>7.3f} to {:<5.3f}  {}\n", name, unit, medianOf(timings.ours).median, medianOf(timings.theirs).median, ratio.median,
               ratio.low, ratio.high, target == 0 ? "" : fmt::format("{} at most {:.3f}", holds ? "holds" : "MISSED:", target));
    std::fflush(stdout);
  }

 private:
  int pairs_;
  bool withTvm_, holds_ = true;
  std::string only_;
};

void compareProgram(Table& table, const BenchProgram& program) {
  if (!table.wants(program.name)) return;
  Contest contest(program, table.withTvm());
  table.row(program.name, program.unit, program.target, Judge::Median, [&] { return contest.ours(); }, [&] { return contest.theirs(); });
}

void compareLoad(Table& table) {
  constexpr const char* kName = "load of 100,000 instructions, machine made";
  if (!table.wants(kName)) return;
  const BenchProgram program = callProgram();
  const std::vector<uint8_t> bytes = writeVmExecutable(program.executable);
  table.row(kName, "load", 1, Judge::UpperEnd, [&] { return ourLoad(program, bytes); }, [&] { return theirLoad(bytes); });
}

/// Lines that a command prints; none where it fails.
std::vector<std::string> linesOf(const std::string& command) {
  std::vector<std::string> lines;
  FILE* out = ::popen(command.c_str(), "r");
  if (out == nullptr) return lines;
  std::string line;
  for (int letter = std::fgetc(out); letter != EOF; letter = std::fgetc(out)) {
    if (letter != '\n') line += static_cast<char>(letter);
    else lines.push_back(std::exchange(line, {}));
  }
  if (!line.empty()) lines.push_back(line);
  if (::pclose(out) != 0) lines.clear();
  return lines;
}

/// Models, the first of which is all dispatch; in the others kernels take the time, which is the same for both.
void compareModels(Table& table) {
  constexpr double kDeep = 1 / 1.5, kKernelBound = 1.02;
  const auto models = linesOf(fmt::format("'{}' '{}/peer/models.py' '{}'", benchPython(), RELAXSCOPE_BENCH_SOURCE, scratchFolder()));
  if (models.empty()) stop("TVM did not build the models");
  for (const std::string& path : models) {
    const std::string name = path.substr(path.rfind('/') + 1);
    if (!table.wants(name)) continue;
    const bool deep = name.starts_with("deep");
    Contest contest(path, table.withTvm());
    table.row(name, "run", deep ? kDeep : kKernelBound, deep ? Judge::Median : Judge::UpperEnd, [&] { return contest.ours(); }, [&] { return contest.theirs(); });
  }
}

/// Loads the runtime of the TVM that the benchmark's Python has.
bool loadTvm() {
  const auto found = linesOf(fmt::format("'{}' -c \"import importlib.util as u, os; s = u.find_spec('tvm');"
                                         " print(os.path.join(os.path.dirname(s.origin), 'lib', 'libtvm_runtime.so') if s else '')\"",
                                         benchPython()));
  if (found.empty() || found.front().empty()) {
    fmt::print("no TVM in {}: only our own figures follow\n", benchPython());
    return false;
  }
  if (dlopen(found.front().c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) return true;
  fmt::print("TVM's runtime cannot be loaded: {}\n", dlerror());
  return false;
}

}  // namespace
}  // namespace relaxscope::bench

int main(int argc, char** argv) {
  using namespace relaxscope::bench;
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
    fmt::print("{} pairs, processor time of the thread; recording reads the {}\n\n", pairs, relaxscope::tickClock().source);
    Table table(pairs, withTvm, only);
    for (const BenchProgram& program : benchPrograms()) compareProgram(table, program);
    compareProgram(table, returnProgram());
    compareLoad(table);
    if (withTvm && (only.empty() || only.find(".so") != std::string::npos)) compareModels(table);
    fmt::print("\n");
    const bool recordingHolds = !table.wants("recording") || printRecordings(pairs);
    fmt::print("\n{}\n", table.holds() && recordingHolds ? "everything holds" : "something does not hold");
    return table.holds() && recordingHolds ? 0 : 1;
  } catch (const std::exception& error) {
    stop(error.what());
  }
}

// SPDX-License-Identifier: Apache-2.0
// Prints how much the window's memory grows per recorded event: the resident size of a window that has run a program of
// ten million events, less that of one that has run a tenth of it, once it is settled and at its peak.
// memory_bench [EVENTS].
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace {

using namespace relaxscope;
using B = ExecutableBuilder;

constexpr int kOperators = 1000, kCallsPerOperator = 5;
constexpr long kEventsPerModel = long{kOperators} * kCallsPerOperator;

/// What the compiler makes of a model: per operator a storage, a tensor in it, a use of it and two ends of life, the
/// first `storages` with a storage of their own. `main` runs it `times` times.
Executable program(int storages, long times) {
  B b;
  const auto bytes = B::c(b.addConstant(ShapeConstant{{128}}));
  const auto shape = B::c(b.addConstant(ShapeConstant{{4, 8}}));
  const auto byte = B::c(b.addConstant(DataType{1, 8, 1}));
  const auto f32 = B::c(b.addConstant(DataType{2, 32, 1}));
  const auto scope = B::c(b.addConstant(StringConstant{"global"}));
  b.beginFunction("model", {"x"});
  for (int i = 0; i < kOperators; ++i) {
    if (i < storages) b.emitCall("vm.builtin.alloc_storage", {B::vm(), bytes, B::imm(0), byte, scope}, 1);
    else b.emitCall("vm.builtin.copy", {B::r(1)}, 1);
    b.emitCall("vm.builtin.alloc_tensor", {B::r(1), B::imm(0), shape, f32}, 2);
    b.emitCall("vm.builtin.reshape", {B::r(2), shape}, 3);
    b.emitCall("vm.builtin.null_value", {}, 2);
    b.emitCall("vm.builtin.null_value", {}, 3);
  }
  b.emitRet(0);
  b.beginFunction("main", {"x"});
  for (long i = 0; i < times; ++i) b.emitCall("model", {B::r(0)}, 1);
  b.emitRet(1);
  return b.finish();
}

bool write(const std::string& file, const Executable& executable) {
  const std::vector<uint8_t> bytes = writeVmExecutable(executable);
  std::FILE* out = std::fopen(file.c_str(), "wb");
  if (out == nullptr) return false;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
  return std::fclose(out) == 0 && written;
}

/// Resident bytes of a process, by the fields of /proc/PID/status.
struct Resident {
  double now = -1, peak = -1;
};
Resident residentOf(pid_t process) {
  Resident resident;
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) resident.now = std::atof(line.c_str() + 6) * 1024;
    if (line.starts_with("VmHWM:")) resident.peak = std::atof(line.c_str() + 6) * 1024;
  }
  return resident;
}

/// Waits until the size of a process has not changed by more than a MiB for three seconds.
Resident settled(pid_t process) {
  constexpr double kSame = 1 << 20;
  Resident before = residentOf(process);
  for (int quiet = 0; quiet < 30;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const Resident resident = residentOf(process);
    if (resident.now < 0) return resident;
    quiet = std::abs(resident.now - before.now) > kSame ? 0 : quiet + 1;
    if (quiet == 0) before = resident;
  }
  return residentOf(process);
}

/// The size of a window that has made `runs` runs of a main of `times` models.
Resident sizeOfWindow(const std::string& folder, int storages, long times, long runs, const char* values) {
  const std::string file = folder + "/program.vm";
  if (!write(file, program(storages, times))) return {};
  std::vector<std::string> words = {RELAXSCOPE_PROGRAM,   "--view",        "timeline", "--warmup", "0", "--repeat",
                                    std::to_string(runs), "--no-reference"};
  if (*values != 0) words.emplace_back(values);
  words.insert(words.end(), {"--input", "x=0", "--run", file});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    setenv("XDG_DATA_HOME", (folder + "/data").c_str(), 1);      // where the window stores the profiles of its runs
    setenv("XDG_CONFIG_HOME", (folder + "/config").c_str(), 1);  // and its recent files
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  const Resident resident = settled(child);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return resident;
}

}  // namespace

int main(int argc, char** argv) {
  const long events = argc > 1 ? std::max(100'000L, std::atol(argv[1])) : 10'000'000;
  const std::string folder =
      std::filesystem::temp_directory_path() / ("relaxscope-memory-bench-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  bool measured = true;
  /// Growth per event from a tenth of the models to all of them, each a run or all in one.
  const auto grown = [&](int storages, bool inRuns, const char* values) {
    const long models = events / kEventsPerModel, few = models / 10;
    const auto size = [&](long count) {
      return inRuns ? sizeOfWindow(folder, storages, 1, count, values)
                    : sizeOfWindow(folder, storages, count, 1, values);
    };
    const Resident least = size(few), most = size(models);
    measured &= least.now > 0 && most.now > 0;
    const double more = static_cast<double>(models - few) * kEventsPerModel;
    return Resident{(most.now - least.now) / more, (most.peak - least.peak) / more};
  };
  std::printf("growth of the window's memory, %ld events, bytes an event      settled    peak\n", events);
  const auto print = [](int storages, const char* what, Resident resident) {
    std::printf("  %4d storages a run: %-42s %8.1f %7.1f\n", storages, what, resident.now, resident.peak);
  };
  for (const int storages : {10, kOperators}) {
    const Resident times = grown(storages, true, "--no-values");
    print(storages, "runs without values", times);
    print(storages, "runs that show those of a values run", grown(storages, true, ""));
    // One long values run, and one measured run of as many events, whose part is taken out.
    const Resident both = grown(storages, false, "");
    print(storages, "a long run with values", {both.now - times.now, both.peak - times.peak});
  }
  std::filesystem::remove_all(folder);
  if (!measured) std::fprintf(stderr, "memory_bench: %s could not run the program\n", RELAXSCOPE_PROGRAM);
  return measured ? 0 : 2;
}

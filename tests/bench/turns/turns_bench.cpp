// SPDX-License-Identifier: Apache-2.0
// Executables recorded in turns: two runs of one are no difference in at least 19 of 20 trials, and a kernel slowed by
// 5 % is found in at least 19 of 20.
//
//   turns_bench [TRIALS]
//
// Exit code: 0 both hold, 1 one does not.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace {

using namespace relaxscope;
using Json = nlohmann::json;

constexpr int64_t kFirstSteps = 4000, kSecondSteps = 4000;
constexpr int kRepeats = 10;

/// main calls both kernels in turn.
Executable program(int64_t firstSteps) {
  ExecutableBuilder b;
  b.beginFunction("main", int64_t{0});
  for (int i = 0; i < kRepeats; ++i) {
    b.emitCall("planted_first", {ExecutableBuilder::imm(firstSteps)}, 0);
    b.emitCall("planted_second", {ExecutableBuilder::imm(kSecondSteps)}, 0);
  }
  b.emitRet(0);
  return b.finish();
}

std::string write(const std::filesystem::path& folder, const std::string& name, const Executable& executable) {
  const std::vector<uint8_t> bytes = writeVmExecutable(executable);
  const std::string path = (folder / name).string();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return path;
}

Json compare(const std::string& old, const std::string& now) {
  const std::string command =
      fmt::format("'{}' diff --run '{}' '{}' --load '{}' --json 2>/dev/null", TURNS_RSCOPE, old, now, TURNS_KERNELS);
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  std::array<char, 65536> part;
  while (const size_t n = std::fread(part.data(), 1, part.size(), pipe)) text.append(part.data(), n);
  pclose(pipe);
  return Json::parse(text, nullptr, false);
}

/// How often the run is not different, or the row of the first kernel is slower.
bool trials(const char* what, int count, const std::string& old, const std::string& now, bool slowed) {
  int right = 0, otherRows = 0;
  for (int i = 0; i < count; ++i) {
    const Json report = compare(old, now);
    if (!report.is_object() || !report.contains("run")) {
      fmt::print("  trial {}: no report\n", i + 1);
      continue;
    }
    const Json& run = report["run"]["run_ns"];
    std::string mark;
    for (const Json& row : report["run"]["rows"]) {
      if (row["old"] == "planted_first") mark = row["mark"];
      else otherRows += row["mark"] == "=" ? 0 : 1;
    }
    const bool holds = slowed ? mark == "slower" : run["mark"] == "=";
    right += holds ? 1 : 0;
    fmt::print("  {:<12} run {:+.2f} % ({:+.2f} to {:+.2f}) {:<7} planted_first {}{}\n", what,
               100 * run["ratio_difference"].get<double>(), 100 * run["low"].get<double>(),
               100 * run["high"].get<double>(), run["mark"].get<std::string>(), mark, holds ? "" : "  MISSED");
    std::fflush(stdout);
  }
  fmt::print("{}: {} of {} right; rows of other callees marked: {}\n", what, right, count, otherRows);
  return 20 * right >= 19 * count;
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 20;
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("turns_{}", getpid());
  std::filesystem::create_directories(folder);
  const std::string base = write(folder, "base.bin", program(kFirstSteps)),
                    slow = write(folder, "slow.bin", program(kFirstSteps * 105 / 100));
  const bool same = trials("same", count, base, base, false);
  const bool slower = trials("5 % slower", count, base, slow, true);
  std::filesystem::remove_all(folder);
  return same && slower ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peer/model_runs.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>

#include "tests/bench/large_program.h"

namespace relaxscope::bench {
namespace {

constexpr int kProcesses = 48;
constexpr int kPairsAnOpening = 8;

}  // namespace

void compareModel(Table& table, const std::string& path, const std::string& tvmRuntime, double target, Judge judge) {
  const std::string name = path.substr(path.rfind('/') + 1);
  if (!table.wants(name)) return;
  const std::string out = scratchFolder() + "/model_run";
  const std::string pairs = std::to_string(std::max(kPairsAnOpening, table.pairs() / 6));
  Timings timings;
  for (int i = 0; i < kProcesses; ++i) {
    if (!runProcess({"/proc/self/exe", "--model", tvmRuntime, path, pairs}, out)) stop(name + " failed");
    std::ifstream lines(out);
    for (double ours = 0, theirs = 0; lines >> ours >> theirs;) {
      timings.ours.push_back(ours);
      timings.theirs.push_back(theirs);
      timings.ratios.push_back(ours / theirs);
    }
  }
  table.row(name, "run", target, judge, timings);
}

int timeModel(const std::string& tvmRuntime, const std::string& path, int pairs) {
  if (dlopen(tvmRuntime.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) stop(dlerror());
  bool oursFirst = false;
  for (int done = 0; done < pairs; done += kPairsAnOpening) {
    oursFirst = !oursFirst;
    Contest contest(path, true, oursFirst);
    const Timings timings = takeTurns(std::min(kPairsAnOpening, pairs - done), [&] { return contest.ours(); }, [&] { return contest.theirs(); });
    for (size_t i = 0; i < timings.ours.size(); ++i) fmt::print("{} {}\n", timings.ours[i], timings.theirs[i]);
  }
  return 0;
}

}  // namespace relaxscope::bench

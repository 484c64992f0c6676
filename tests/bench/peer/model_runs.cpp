// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/peer/model_runs.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <fstream>

#include "tests/bench/large_program.h"

namespace relaxscope::bench {
namespace {

constexpr int kPairsAProcess = 16;

}  // namespace

void compareModel(Table& table, const std::string& path, const std::string& tvmRuntime, double target, Judge judge) {
  const std::string name = path.substr(path.rfind('/') + 1);
  if (!table.wants(name)) return;
  const std::string out = scratchFolder() + "/model_run";
  Timings timings;
  for (int i = 0; i < table.pairs(); ++i) {
    double ours = 0, theirs = 0, ratio = 0;
    if (!runProcess({"/proc/self/exe", "--model", tvmRuntime, path, i % 2 == 0 ? "ours" : "theirs"}, out) ||
        !(std::ifstream(out) >> ours >> theirs >> ratio))
      stop(name + " failed");
    timings.ours.push_back(ours);
    timings.theirs.push_back(theirs);
    timings.ratios.push_back(ratio);
  }
  table.row(name, "run", target, judge, timings);
}

int timeModel(const std::string& tvmRuntime, const std::string& path, bool oursFirst) {
  if (dlopen(tvmRuntime.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) stop(dlerror());
  Contest contest(path, true, oursFirst);
  const Timings timings = takeTurns(kPairsAProcess, [&] { return contest.ours(); }, [&] { return contest.theirs(); });
  fmt::print("{} {} {}\n", medianOf(timings.ours).median, medianOf(timings.theirs).median,
             medianOf(timings.ratios).median);
  return 0;
}

}  // namespace relaxscope::bench

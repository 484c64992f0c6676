// SPDX-License-Identifier: Apache-2.0
#include "tests/models/timed_pair.h"

#include <algorithm>

#include "tests/models/program.h"

namespace relaxscope::testing {
namespace {

constexpr uint32_t kTurnsOfProcess = 2, kRunsOfTurn = 4;
constexpr int64_t kOwnNs = 40;  ///< of main itself

std::shared_ptr<const Executable> executableOf(const TimedCalls& calls) {
  std::string text = "fn main(x)\n";
  int reg = 0;
  for (const auto& [callee, ns] : calls) {
    text += "  call " + callee + " %" + std::to_string(reg) + " -> %" + std::to_string(reg + 1) + "\n";
    ++reg;
  }
  text += "  ret %" + std::to_string(reg) + "\n";
  return std::make_shared<const Executable>(program(text));
}

std::vector<std::string> namesOf(const Executable& executable) {
  std::vector<std::string> names;
  for (const Function& function : executable.functions) names.push_back(function.name);
  return names;
}

/// The same for both sides of a pair of turns, so that it cancels in their difference, but for a small part.
int64_t disturbed(int64_t ns, uint32_t process, uint32_t run, bool large) {
  const int64_t common = ns * (process % 3) / 50, own = large ? static_cast<int64_t>((process * 5 + run * 3) % 4) : 0;
  return ns + common + own;
}

}  // namespace

SyntheticModel timedModel(const TimedCalls& calls, uint32_t processes) {
  const auto executable = executableOf(calls);
  TraceMaker maker(namesOf(*executable));
  TraceInfo& info = maker.info();
  info.clock.nsPerTick = 1.0;
  info.entry = "main";
  info.mode = "chained";
  if (processes > 0) info.session = "a test";
  const uint32_t runs = std::max(1u, processes) * kTurnsOfProcess * kRunsOfTurn;
  const auto entry = static_cast<uint32_t>(executable->findFunction("main").value);
  std::vector<double> unrecorded;
  int64_t now = 1000;
  for (uint32_t run = 0; run < runs; ++run) {
    const uint32_t process = run / (kTurnsOfProcess * kRunsOfTurn);
    const int64_t start = now;
    now += kOwnNs / 2;
    for (uint32_t pc = 0; pc < calls.size(); ++pc) {
      const auto& [callee, ns] = calls[pc];
      const int64_t length = disturbed(ns, process, run, ns >= 1000);
      maker.event(EventKind::Call, now, length, static_cast<uint32_t>(executable->findFunction(callee).value), 1, entry,
                  pc);
      now += length;
    }
    now += kOwnNs / 2;
    maker.event(EventKind::FunctionBody, start, now - start, entry, 0, entry, 0);
    maker.run(start, now - start);
    unrecorded.push_back(static_cast<double>(now - start) - 25);
    now += 100;
  }
  auto trace = std::make_shared<Trace>(*maker.snapshot());
  trace->unrecordedNs = std::move(unrecorded);
  for (uint32_t turn = 0; turn < processes * kTurnsOfProcess; ++turn)
    trace->turns.push_back({turn * kRunsOfTurn, kRunsOfTurn, turn / kTurnsOfProcess, turn});
  return {executable, trace};
}

TimedPair::TimedPair(uint32_t processes)
    : old(timedModel({{"vm.builtin.alloc_tensor", 60},
                      {"transpose", 1500},
                      {"vm.builtin.alloc_tensor", 60},
                      {"matmul", 4000},
                      {"softmax", 900}},
                     processes)),
      now(timedModel({{"vm.builtin.alloc_tensor", 60}, {"matmul", 4200}, {"softmax", 900}, {"copy", 300}}, processes)) {
}

}  // namespace relaxscope::testing

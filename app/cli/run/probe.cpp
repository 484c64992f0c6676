// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/probe.h"

#include <cstdio>
#include <set>
#include <utility>

#include "app/cli/output.h"
#include "vmcore/analysis/shape_program.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/text.h"
#include "vmcore/trace/slot_values.h"

namespace relaxscope::cli {
namespace {

using Site = std::pair<uint32_t, uint32_t>;  ///< function, pc

std::set<Site> callsOf(const Trace& trace) {
  std::set<Site> calls;
  for (const auto& chunk : trace.chunks())
    for (size_t i = 0; i < chunk->size(); ++i)
      if (const EventSite& site = chunk->site(i); site.kind == EventKind::Call) calls.emplace(site.function, site.pc);
  return calls;
}

/// A heap begins with zeros, so a slot whose writers ran without a change is 0.
SlotValues valuesOf(const Trace& trace, const Executable& executable, const std::set<HeapSlot>& wanted) {
  const auto recorded = recordedSlots(trace, wanted);
  const std::set<Site> calls = callsOf(trace);
  SlotValues values;
  FuncIndex function;
  ShapeProgram program;
  for (const HeapSlot& slot : wanted) {
    if (const auto found = recorded.find(slot); found != recorded.end()) {
      if (found->second) values.emplace(slot, *found->second);
      continue;
    }
    if (slot.function != std::exchange(function, slot.function))
      program = shapeProgram(executable, function, shapeSlots(executable, function));
    for (const InstrIndex writer : program.writersOf(static_cast<size_t>(slot.slot)))
      if (calls.contains({static_cast<uint32_t>(function.value), static_cast<uint32_t>(writer.value)}))
        values.emplace(slot, 0);
  }
  return values;
}

}  // namespace

std::optional<SlotValues> probeSlots(RunOptions options, const Executable& executable, const MemoryPlan& plan,
                                     int& exitCode) {
  options.function = executable.functions[plan.function.at()].name;
  options.dims = {plan.sizes.begin(), plan.sizes.end()};
  RunRequest run;
  run.trace = TraceMode::Chained;
  run.wantResults = false;
  auto prepared = prepareRun(options, run);
  if (!prepared) {
    exitCode = fail(options.file, prepared.error());
    return std::nullopt;
  }
  prepared->load.digest = sha256Hex(prepared->file.bytes);
  const auto print = [](const std::string& text, bool) { std::fputs(printable(text, false).c_str(), stderr); };
  const auto outcome = performRun(options, *prepared, {}, print, exitCode);
  if (!outcome) return std::nullopt;
  std::set<HeapSlot> wanted;
  for (const PlannedSlot& row : plan.heapSlots) wanted.insert(row.slot);
  return valuesOf(*outcome->trace, executable, wanted);
}

}  // namespace relaxscope::cli

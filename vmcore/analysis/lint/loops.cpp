// SPDX-License-Identifier: Apache-2.0
// What every round of a loop repeats, and code that nothing reaches.
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/analysis/lint/subject.h"

namespace relaxscope::linting {
namespace {

/// Whether all operands of an instruction are what they were in the round before: parameters, or values from outside
/// of every loop.
bool isInvariant(const Body& body, InstrIndex pc) {
  const Definitions& definitions = body.definitions;
  return std::ranges::all_of(definitions.usesAt(pc), [&](const Use& use) {
    if (!use.value.valid()) return false;
    const FlowValue& value = definitions.values[use.value.at()];
    if (value.kind == ValueKind::Parameter) return true;
    return value.kind == ValueKind::Result && value.block.valid() &&
           definitions.cfg.blocks[value.block.at()].loopDepth == 0;
  });
}

}  // namespace

void findLoopWork(Subject& subject, const Body& body) {
  Finding checks(LintRule::CheckInLoop, body.function), allocations(LintRule::AllocationInLoop, body.function);
  for (const BasicBlock& block : body.definitions.cfg.blocks) {
    if (!block.reachable || block.loopDepth == 0) continue;
    for (int64_t at = block.begin.value; at < block.end.value; ++at) {
      const InstrIndex pc(at);
      const Instruction instruction = subject.executable.code.at(pc);
      const BuiltinRow* const row = subject.builtins.of(instruction);
      if (row == nullptr || !isInvariant(body, pc)) continue;
      const std::string name = calleeText(subject.executable, instruction);
      if (row->effects.checks && row->effects.writes.empty()) checks.add(name, {}, siteOf(body, pc));
      if (row->id == BuiltinId::AllocStorage) allocations.add(name, {}, siteOf(body, pc));
    }
    if (subject.stop.stop_requested()) return;
  }
  checks.report(subject, "1 check in a loop is of a value that does not change in it.",
                "{} checks in loops are of values that do not change in them.");
  allocations.report(subject, "1 allocation in a loop has the same size in each round.",
                     "{} allocations in loops have the same size in each round.");
}

void findUnreachable(Subject& subject, const Body& body) {
  if (body.definitions.cfg.truncated) return;
  Finding finding(LintRule::UnreachableBlock, body.function);
  int64_t instructions = 0;
  const auto& blocks = body.definitions.cfg.blocks;
  for (size_t i = 1; i < blocks.size(); ++i) {
    if (blocks[i].reachable) continue;
    instructions += blocks[i].end.value - blocks[i].begin.value;
    finding.add(functionText(subject.executable, body.function), {}, siteOf(body, blocks[i].begin));
  }
  finding.report(subject, instructions == 1 ? std::string("No jump leads to 1 instruction.")
                                            : fmt::format("No jump leads to {} instructions.", instructions));
}

}  // namespace relaxscope::linting

// SPDX-License-Identifier: Apache-2.0
// Checks that were made before.
#include <set>
#include <vector>

#include "vmcore/analysis/lint/subject.h"

namespace relaxscope::linting {

void findRepeatedChecks(Subject& subject, const Body& body) {
  constexpr size_t kMaxOperands = 16;
  Finding finding(LintRule::CheckRepeated, body.function);
  std::set<std::vector<int64_t>> seen;
  BlockIndex block;
  CodeWalk(subject.executable).run(body.range, [&](int64_t at, const Instruction& instruction) {
    const InstrIndex pc(at);
    const BuiltinRow* const row = subject.builtins.of(instruction);
    const size_t count = row != nullptr ? instruction.callArgCount() : 0;
    if (row == nullptr || !row->effects.checks || !row->effects.writes.empty() || count < 2 || count > kMaxOperands)
      return true;
    if (const BlockIndex here = body.definitions.cfg.blockAt(pc); here != block) {
      seen.clear();
      block = here;
    }
    // The last operand is the text of the message.
    std::vector<int64_t> key{static_cast<int64_t>(row->id)};
    for (size_t i = 0; i + 1 < count; ++i) {
      const Arg arg = instruction.callArg(i);
      key.push_back(static_cast<int64_t>(arg.kind()));
      key.push_back(arg.value());
      if (arg.kind() != ArgKind::Register) continue;
      const ValueIndex value = body.valueAt(pc, static_cast<uint32_t>(instruction.row->listWord + i));
      if (!value.valid()) return true;
      key.back() = value.value;
    }
    if (!seen.insert(std::move(key)).second)
      finding.add(calleeText(subject.executable, instruction), {}, siteOf(body, pc));
    return !subject.stop.stop_requested();
  });
  finding.report(subject, "1 check repeats one that the same value has passed.",
                 "{} checks repeat one that the same value has passed.");
}

}  // namespace relaxscope::linting

// SPDX-License-Identifier: Apache-2.0
// Results that nothing reads.
#include "vmcore/analysis/lint/subject.h"

namespace relaxscope::linting {

void findUnreadResults(Subject& subject, const Body& body) {
  Finding dead(LintRule::DeadCall, body.function);
  CodeWalk(subject.executable).run(body.range, [&](int64_t at, const Instruction& instruction) {
    const InstrIndex pc(at);
    if (!body.reaches(pc) || !isPure(instruction, subject.builtins)) return true;
    const ValueIndex result = body.definitions.resultOf(pc);
    if (!result.valid()) return true;
    if (!body.definitions.usesOf(result).empty() || !body.definitions.mergesOf(result).empty()) return true;
    dead.add(calleeText(subject.executable, instruction), {}, siteOf(body, pc));
    return !subject.stop.stop_requested();
  });
  dead.report(subject, "1 call makes a result that is never read.", "{} calls make results that are never read.");
}

}  // namespace relaxscope::linting

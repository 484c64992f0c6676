// SPDX-License-Identifier: Apache-2.0
// Register files that are much larger than what is alive at once.
#include <fmt/format.h>

#include "vmcore/analysis/lint/subject.h"

namespace relaxscope::linting {

void findRegisterPressure(Subject& subject, const Body& body) {
  // Each call of the function clears its registers, 16 bytes each; below a page the difference is not measurable.
  constexpr int64_t kMinSpare = 256;
  const Liveness& liveness = body.liveness;
  if (!liveness.complete || liveness.registerFileSize > (int64_t{1} << 20)) return;
  const int64_t needed = liveness.needed;
  if (liveness.registerFileSize < 2 * needed || liveness.registerFileSize - needed < kMinSpare) return;
  Finding finding(LintRule::RegisterPressure, body.function);
  finding.add(functionText(subject.executable, body.function), {}, siteOf(body, liveness.peakPc));
  finding.report(subject, fmt::format("{} registers, at most {} alive at once.", liveness.registerFileSize, needed));
}

void findUnwritten(Subject& subject, const Body& body) {
  Finding finding(LintRule::RegisterNeverWritten, body.function);
  const Definitions& definitions = body.definitions;
  for (size_t v = 0; v < definitions.values.size(); ++v) {
    // A register that was cleared holds None, which may be meant.
    const FlowValue& value = definitions.values[v];
    if (value.kind != ValueKind::Empty || value.pc.valid()) continue;
    for (const uint32_t use : definitions.usesOf(ValueIndex(static_cast<int64_t>(v)))) {
      const InstrIndex pc = definitions.uses[use].pc;
      finding.add(fmt::format("%{}", value.reg.value), calleeText(subject.executable, subject.executable.code.at(pc)),
                  siteOf(body, pc));
    }
  }
  finding.report(subject, "1 operand reads a register that no path to it writes.",
                 "{} operands read a register that no path to them writes.");
}

}  // namespace relaxscope::linting

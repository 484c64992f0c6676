// SPDX-License-Identifier: Apache-2.0
// Register files that are much larger than what is alive at once, and registers whose contents depend on the path.
#include <fmt/format.h>

#include <optional>

#include "vmcore/analysis/lint/subject.h"
#include "vmcore/analysis/value_types.h"

namespace relaxscope::linting {
namespace {

/// Whether no instruction that takes one of the values can take the other.
bool areOfTwoKinds(const StaticType& a, const StaticType& b) {
  using Kind = StaticType::Kind;
  const auto kindOf = [](const StaticType& type) {
    return type.kind == Kind::Closure ? Kind::Function : type.kind == Kind::LateBound ? Kind::Unknown : type.kind;
  };
  return kindOf(a) != kindOf(b) && kindOf(a) != Kind::Unknown && kindOf(b) != Kind::Unknown;
}

}  // namespace

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

void findTwoKinds(Subject& subject, const Body& body) {
  Finding finding(LintRule::RegisterOfTwoKinds, body.function);
  const Definitions& definitions = body.definitions;
  if (!definitions.complete) return;
  std::optional<ValueTypes> types;  // made for the first merge
  for (size_t v = 0; v < definitions.values.size() && !subject.stop.stop_requested(); ++v) {
    const ValueIndex merge(static_cast<int64_t>(v));
    if (definitions.values[v].kind != ValueKind::Merge) continue;
    if (!types) types.emplace(subject.executable, body.function, definitions, subject.results);
    StaticTypeRef first, other;
    for (const MergeInput& input : definitions.inputsOf(merge)) {
      const StaticTypeRef type = types->of(input.value);
      if (type == nullptr) continue;
      if (first == nullptr) first = type;
      else if (areOfTwoKinds(*first, *type)) other = type;
    }
    if (other == nullptr) continue;
    const auto uses = definitions.usesOf(merge);
    const InstrIndex pc = uses.empty() ? definitions.values[v].pc : definitions.uses[uses.front()].pc;
    finding.add(fmt::format("%{}", definitions.values[v].reg.value),
                fmt::format("{} / {}", first->text(), other->text()), siteOf(body, pc));
  }
  finding.report(subject, "1 register holds values of different kinds where paths meet.",
                 "{} registers hold values of different kinds where paths meet.");
}

}  // namespace relaxscope::linting

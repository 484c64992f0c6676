// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/lint/subject.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope::linting {

bool Body::reaches(InstrIndex pc) const {
  const BlockIndex block = definitions.cfg.blockAt(pc);
  return block.valid() && (block.value == 0 || definitions.cfg.blocks[block.at()].reachable);
}

const TypedCall* Body::callAt(InstrIndex pc) const {
  const auto found = std::ranges::lower_bound(calls.calls, pc, {}, &TypedCall::pc);
  return found != calls.calls.end() && found->pc == pc ? &*found : nullptr;
}

ValueIndex Body::valueAt(InstrIndex pc, uint32_t word) const {
  const auto uses = definitions.usesAt(pc);
  const auto found = std::ranges::lower_bound(uses, word, {}, &Use::word);
  return found != uses.end() && found->word == word ? found->value : ValueIndex();
}

Instruction Body::definer(const Executable& executable, ValueIndex value) const {
  if (!value.valid() || definitions.values[value.at()].kind != ValueKind::Result) return {};
  return executable.code.at(definitions.values[value.at()].pc);
}

std::optional<Body> bodyOf(Subject& subject, FuncIndex function) {
  const Executable& executable = subject.executable;
  std::optional<Definitions> definitions = definitionsOf(executable, function, subject.stop);
  if (!definitions) return std::nullopt;
  std::optional<Aliases> aliases = aliasesOf(executable, function, *definitions, subject.stop);
  if (!aliases) return std::nullopt;
  std::optional<Liveness> liveness = livenessOf(executable, function, *definitions, subject.stop);
  if (!liveness) return std::nullopt;
  std::optional<CallTypes> calls = callTypes(executable, function, *definitions, subject.results, subject.stop);
  if (!calls) return std::nullopt;
  std::optional<Traffic> traffic = trafficOf(executable, *definitions, *aliases, *calls, subject.stop);
  if (!traffic) return std::nullopt;
  return Body{function,
              existingRange(executable, executable.functions[function.at()]),
              std::move(*definitions),
              std::move(*aliases),
              std::move(*liveness),
              std::move(*calls),
              std::move(*traffic)};
}

void Finding::add(const std::string& what, const std::string& detail, LintSite site) {
  ++finding_.count;
  auto place = parts_.find({what, detail});
  if (place == parts_.end()) {
    if (finding_.parts.size() == LintFinding::kMaxParts) return;
    place = parts_.emplace(std::pair(what, detail), finding_.parts.size()).first;
    finding_.parts.push_back({what, detail, 0, {}});
  }
  LintPart& part = finding_.parts[place->second];
  ++part.count;
  if (kept_ == LintFinding::kMaxSites) return;
  ++kept_;
  part.sites.push_back(std::move(site));
}

void Finding::report(Subject& subject, const char* one, const char* more) {
  report(subject, finding_.count == 1 ? one : fmt::format(fmt::runtime(more), finding_.count));
}

void Finding::report(Subject& subject, std::string message) {
  if (finding_.count == 0) return;
  finding_.message = std::move(message);
  std::ranges::stable_sort(finding_.parts, std::greater(), &LintPart::count);
  subject.findings.all.push_back(std::move(finding_));
}

std::string calleeText(const Executable& executable, const Instruction& instruction) {
  if (!instruction.isCall()) return instruction.row != nullptr ? instruction.row->mnemonic : "";
  const Function* const callee = executable.function(FuncIndex(instruction.callFunction()));
  return callee != nullptr ? printable(callee->name) : "";
}

std::string functionText(const Executable& executable, FuncIndex function) {
  const Function* const row = executable.function(function);
  return row != nullptr ? printable(row->name) : std::string();
}

std::string conversionText(const TypedCall& call) {
  const auto first = [&](CallOperand::Direction direction) {
    const auto found = std::ranges::find(call.operands, direction, &CallOperand::direction);
    return found == call.operands.end() ? std::string() : typeText(found->type);
  };
  const std::string from = first(CallOperand::Direction::In), to = first(CallOperand::Direction::Out);
  return from.empty() || to.empty() ? std::string() : fmt::format("{} -> {}", from, to);
}

}  // namespace relaxscope::linting

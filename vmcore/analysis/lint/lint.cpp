// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "vmcore/analysis/lint/subject.h"

namespace relaxscope {
namespace {

using namespace linting;

constexpr void (*kBodyRules[])(Subject&, const Body&) = {
    findConvertedWeights, findUnreadResults,  findRepeatedCalls, findChains,         findUnfused,          findTuples,
    findDeviceCopies,     findRepeatedChecks, findLoopWork,      findUnreachable,    findRegisterPressure, findSlots,
    findUnwritten,        findTwoKinds,       findWrongCalls,    findTensorsOutside, findLayers,
};
constexpr void (*kLintRules[])(Subject&) = {findUnsharedStorages, findConstants, findUncalled};

}  // namespace

LintSite LintFinding::place() const {
  for (const LintPart& part : parts)
    if (!part.sites.empty()) return part.sites.front();
  return {function, {}, {}, {}};
}

size_t LintFindings::count(Severity severity) const {
  return static_cast<size_t>(std::ranges::count_if(
      all, [&](const LintFinding& finding) { return lintRule(finding.rule).severity == severity; }));
}

std::string LintFindings::incompleteReason() const {
  if (complete) return {};
  if (compiled == 1) return "1 function is compiled and has no instructions";
  if (compiled != 0) return fmt::format("{} functions are compiled and have no instructions", compiled);
  return "some code is unknown or too large to be followed";
}

/// Whether every instruction of a function is known: what an unknown one reads and writes is not. Longer functions than
/// compilers make would take all memory.
static bool isReadable(const Executable& executable, FuncIndex function) {
  constexpr int64_t kMaxInstructions = 3'000'000;  // at about 600 bytes each
  const PcRange range = existingRange(executable, executable.functions[function.at()]);
  if (range.end - range.begin > kMaxInstructions) return false;
  int64_t read = 0;
  CodeWalk(executable).run(range, [&](int64_t, const Instruction& instruction) {
    ++read;
    return instruction.statedCount() ==
           static_cast<int64_t>(instruction.row->listWord != 0 ? instruction.callArgCount() : 0);
  });
  return read == range.end - range.begin;
}

std::optional<LintFindings> lint(const FunctionFacts& facts, const LoadedFile* file, const std::stop_token& stop) {
  Subject subject{.facts = facts, .file = file, .stop = stop};
  const std::vector<FuncIndex> functions = walkableFunctions(subject.executable);
  const auto bytecode = std::ranges::count_if(subject.executable.functions, &Function::isBytecode);
  subject.readable = std::cmp_equal(bytecode, functions.size());
  subject.findings.compiled =
      static_cast<uint64_t>(std::ranges::count_if(subject.executable.functions, &Function::isVmTir));
  if (subject.findings.compiled != 0) subject.findings.complete = subject.readable = false;
  for (const FuncIndex function : functions) {
    if (!isReadable(subject.executable, function)) {
      subject.findings.complete = subject.readable = false;
      continue;
    }
    const std::optional<Body> body = bodyOf(subject, function);
    if (!body) return std::nullopt;
    subject.findings.complete = subject.findings.complete && body->isComplete();
    for (const auto rule : kBodyRules) {
      if (stop.stop_requested()) return std::nullopt;
      rule(subject, *body);
    }
  }
  for (const auto rule : kLintRules) {
    if (stop.stop_requested()) return std::nullopt;
    rule(subject);
  }
  if (stop.stop_requested()) return std::nullopt;
  std::ranges::stable_sort(subject.findings.all, {},
                           [](const LintFinding& finding) { return std::pair(finding.rule, finding.function); });
  return std::move(subject.findings);
}

}  // namespace relaxscope

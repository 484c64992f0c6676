// SPDX-License-Identifier: Apache-2.0
#include "tests/diff/verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope::test {
namespace {

/// Collects what is reported at the place of one edit.
class Judge {
 public:
  Judge(const Edit& edit, const Executable& old, const Executable& now, const Places& places)
      : edit_(edit), old_(old), now_(now), places_(places) {}

  Verdict run(const ExecutableDiff& diff) {
    for (const FunctionPair& pair : diff.functions) judge(pair);
    for (const ConstantPair& pair : diff.constants) judge(pair);
    for (const KernelPair& pair : diff.kernels) judge(pair);
    return std::move(verdict_);
  }

 private:
  void report(ChangeKind kind) {
    verdict_.found = true;
    verdict_.right = verdict_.right || holds(edit_.kinds, kind);
    verdict_.reported.push_back(kind);
  }
  [[nodiscard]] bool isOf(FuncIndex old, FuncIndex now) const {
    const bool ofOld = old.valid() && edit_.function < old_.functions.size() && old.at() == edit_.function;
    return ofOld || (now.valid() && now == places_.function(edit_.function));
  }
  void judge(const FunctionPair& pair) {
    if (edit_.function == kNoId) return;
    if (edit_.wholeFunction) {
      if (!isOf(pair.old, pair.now)) return;
      if (pair.state == PairState::Added) report(ChangeKind::FunctionAdded);
      if (pair.state == PairState::Removed) report(ChangeKind::FunctionRemoved);
      for (const Change& change : pair.changes) report(change.kind);
      return;
    }
    for (const Change& change : pair.changes) {
      if (touches(change)) {
        report(change.kind);
        verdict_.width = std::max(verdict_.width, change.old.size() + change.now.size());
      } else if (change.kind != ChangeKind::Rewired) {
        ++verdict_.elsewhere;
      }
    }
  }
  [[nodiscard]] bool touches(const Change& change) const {
    const auto isOld = [&](uint32_t id) { return holds(change.old, InstrIndex(id)); };
    const auto isNow = [&](uint32_t id) {
      const InstrIndex pc = places_.pc(id);
      return pc.valid() && holds(change.now, pc);
    };
    return std::ranges::any_of(edit_.oldInstructions, isOld) || std::ranges::any_of(edit_.nowInstructions, isNow);
  }
  void judge(const ConstantPair& pair) {
    if (edit_.constant == kNoId || pair.state == PairState::Same) return;
    const bool ofOld = pair.old.valid() && pair.old.at() == edit_.constant;
    if (ofOld || (pair.now.valid() && pair.now == places_.constant(edit_.constant))) report(pair.kind);
  }
  void judge(const KernelPair& pair) {
    if (!edit_.wholeFunction || pair.state == PairState::Same) return;
    const FuncIndex now = places_.function(edit_.function);
    if (now.valid() && now_.function(now)->isPacked() && pair.now == now_.function(now)->name) return report(pair.kind);
    if (edit_.function < old_.functions.size() && pair.old == old_.functions[edit_.function].name) report(pair.kind);
  }

  const Edit& edit_;
  const Executable &old_, &now_;
  const Places& places_;
  Verdict verdict_;
};

/// Whether the rows of one side are [startInstr, endInstr).
bool isComplete(const FunctionPair& pair, InstrIndex InstructionRow::* side, const Function* function) {
  if (function == nullptr || !function->isBytecode()) return true;
  int64_t next = function->startInstr;
  for (const InstructionRow& row : pair.rows)
    if ((row.*side).valid() && (row.*side).value != next++) return false;
  return next == function->endInstr;
}

/// Whether a row's state says which sides it has, and a moved one's partner is on the other side.
bool isConsistent(const InstructionRow& row) {
  switch (row.state) {
    case RowState::Same:
    case RowState::Changed: return row.old.valid() && row.now.valid();
    case RowState::Removed: return row.old.valid() && !row.now.valid();
    case RowState::Added: return !row.old.valid() && row.now.valid();
    case RowState::Moved: return row.old.valid() != row.now.valid() && row.partner.valid();
  }
  return false;
}

std::string nameOf(const Executable& executable, FuncIndex index) {
  const Function* const function = executable.function(index);
  return function == nullptr ? "-" : printable(function->name);
}

std::string pcsOf(const std::vector<InstrIndex>& pcs) {
  std::string text;
  for (const InstrIndex pc : pcs) text += (text.empty() ? "" : ",") + std::to_string(pc.value);
  return "[" + text + "]";
}

}  // namespace

Verdict verdictOf(const ExecutableDiff& diff, const Edit& edit, const Executable& old, const Executable& now,
                  const Places& places) {
  return Judge(edit, old, now, places).run(diff);
}

std::string rowProblem(const ExecutableDiff& diff, const Executable& old, const Executable& now) {
  for (const FunctionPair& pair : diff.functions) {
    const std::string name = nameOf(pair.now.valid() ? now : old, pair.now.valid() ? pair.now : pair.old);
    if (!isComplete(pair, &InstructionRow::old, old.function(pair.old)) ||
        !isComplete(pair, &InstructionRow::now, now.function(pair.now)))
      return name + ": rows are not the instructions";
    for (const InstructionRow& row : pair.rows)
      if (!isConsistent(row))
        return fmt::format("{}: row {} -> {} has a wrong state", name, row.old.value, row.now.value);
  }
  return "";
}

std::vector<std::string> linesOf(const ExecutableDiff& diff, const Executable& old, const Executable& now,
                                 size_t most) {
  std::vector<std::string> lines;
  lines.push_back(diff.same ? "same" : "different");
  for (const FunctionPair& pair : diff.functions) {
    if (pair.state == PairState::Same && pair.changes.empty()) continue;
    lines.push_back(fmt::format("function {} -> {}: {}, {}", nameOf(old, pair.old), nameOf(now, pair.now),
                                pairStateName(pair.state), matchReasonText(pair.reason)));
    for (const Change& change : pair.changes)
      lines.push_back(fmt::format("  {} {} -> {} \"{}\" -> \"{}\"", changeKindName(change.kind), pcsOf(change.old),
                                  pcsOf(change.now), printable(change.oldText), printable(change.nowText)));
  }
  for (const ConstantPair& pair : diff.constants)
    if (pair.state != PairState::Same)
      lines.push_back(fmt::format("constant {} -> {}: {} {}", pair.old.value, pair.now.value, pairStateName(pair.state),
                                  changeKindName(pair.kind)));
  for (const KernelPair& pair : diff.kernels)
    if (pair.state != PairState::Same)
      lines.push_back(fmt::format("kernel {} -> {}: {} {}", printable(pair.old), printable(pair.now),
                                  pairStateName(pair.state), changeKindName(pair.kind)));
  for (const MemoryChange& change : diff.memory)
    if (!change.same)
      lines.push_back(
          fmt::format("memory of {}: peak {} -> {}", nameOf(now, change.now), change.oldPeak, change.nowPeak));
  if (lines.size() > most) {
    const size_t left = lines.size() - most;
    lines.resize(most);
    lines.push_back(fmt::format("... {} lines more", left));
  }
  return lines;
}

}  // namespace relaxscope::test

// SPDX-License-Identifier: Apache-2.0
#include "tests/models/diff_support.h"

#include <gtest/gtest.h>

#include <QTest>

#include <map>
#include <sstream>

#include "tests/models/program.h"

namespace relaxscope::testing {
namespace {

InstrIndex pcOf(const std::string& text, int64_t start) {
  return text == "." ? InstrIndex() : InstrIndex(start + std::stoll(text));
}

RowState stateOf(const std::string& sign) {
  switch (sign.front()) {
    case '~': return RowState::Changed;
    case '-': return RowState::Removed;
    case '+': return RowState::Added;
    case 'm': return RowState::Moved;
    default: return RowState::Same;
  }
}

}  // namespace

FunctionPair rowsOf(std::string_view lines, int64_t oldStart, int64_t nowStart) {
  FunctionPair pair;
  pair.state = PairState::Changed;
  pair.reason = MatchReason::SameNameChangedCode;
  std::map<std::string, uint32_t> groups;
  std::istringstream in{std::string(lines)};
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string old, sign, now, kind, group;
    if (!(words >> old >> sign >> now)) continue;
    InstructionRow row;
    row.old = pcOf(old, oldStart);
    row.now = pcOf(now, nowStart);
    row.state = stateOf(sign);
    if (words >> kind) {
      words >> group;
      const auto known = groups.find(group);
      row.change = !group.empty() && known != groups.end() ? known->second : static_cast<uint32_t>(pair.changes.size());
      if (row.change == pair.changes.size()) {
        Change change;
        change.kind = changeKindOfName(kind).value();
        pair.changes.push_back(change);
        if (!group.empty()) groups[group] = row.change;
      }
      Change& change = pair.changes[row.change];
      if (row.old.valid()) change.old.push_back(row.old);
      if (row.now.valid()) change.now.push_back(row.now);
    }
    pair.rows.push_back(row);
  }
  return pair;
}

Comparison::Engine engineOf(ExecutableDiff made) {
  return [made = std::move(made)](const DiffSide&, const DiffSide&, const DiffOptions&, const std::stop_token&) {
    return Result<ExecutableDiff>(made);
  };
}

bool waitForDiff(Comparison& comparison) {
  return QTest::qWaitFor(
      [&] { return !comparison.isPending() && (comparison.diff() || !comparison.error().isEmpty()); }, 20'000);
}

bool compareAndWait(Comparison& comparison, DocumentData old, DocumentData now) {
  comparison.setData(Side::Old, std::move(old));
  comparison.setData(Side::New, std::move(now));
  return waitForDiff(comparison);
}

FusedPair::FusedPair()
    : old(program(R"(const "global"
fn main(x, w)
  call vm.builtin.null_value -> %5
  call matmul %0 %1 -> %2
  call vm.builtin.alloc_storage %2 c0 -> %3
  call add %2 c0 -> %3
  call vm.builtin.null_value -> %2
  call relu %3 -> %4
  call softmax %4 -> %5
  ret %5
fn gone(z)
  ret %0
fn kept(z)
  ret %0
)")),
      now(program(R"(const "global"
fn main(x, w)
  call vm.builtin.null_value -> %4
  call fused_matmul_add_relu %0 %1 c0 -> %2
  call softmax %2 i1 -> %3
  ret %3
fn kept(z)
  ret %0
)")) {
  FunctionPair main = rowsOf(R"(0 = 0
1 ~ . fused a
2 - . removed
3 ~ . fused a
4 m .
5 ~ 1 fused a
6 ~ 2 operands
7 = 3
)");
  main.old = old.findFunction("main");
  main.now = now.findFunction("main");
  main.score = 0.4;
  main.changes[0].oldText = "matmul + add + relu";
  main.changes[0].nowText = "fused_matmul_add_relu";
  main.changes[2].operands.push_back({InstrIndex(6), InstrIndex(2), 0, now.code.at(InstrIndex(2)).row->listWord + 1u});
  FunctionPair gone = rowsOf("0 - .\n", 8);
  gone.old = old.findFunction("gone");
  gone.state = PairState::Removed;
  gone.reason = MatchReason::None;
  FunctionPair kept = rowsOf("0 = 0\n", 9, 4);
  kept.old = old.findFunction("kept");
  kept.now = now.findFunction("kept");
  kept.state = PairState::Same;
  kept.reason = MatchReason::SameNameSameCode;
  kept.score = 1;
  diff.functions = {main, gone, kept};
  diff.counts[static_cast<size_t>(ChangeKind::Fused)] = 1;
  diff.summary = {{SummaryTopic::Fusion, "3 kernel calls became 1: matmul + add + relu -> fused_matmul_add_relu"},
                  {SummaryTopic::Functions, "gone is removed"}};
}

}  // namespace relaxscope::testing

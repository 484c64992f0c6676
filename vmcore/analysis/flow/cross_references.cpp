// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/cross_references.h"

#include <algorithm>
#include <utility>

#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/work_limits.h"

namespace relaxscope {
namespace {

/// Visits every mention of an existing function or constant: visit(isFunction, row, reference). Returns false when
/// stopped.
template <class Visit>
bool eachMention(const Executable& executable, const std::stop_token& stop, Visit&& visit) {
  CodeWalk walk(executable);
  size_t seen = 0;
  for (const FuncIndex owner : walkableFunctions(executable)) {
    walk.run(existingRange(executable, *executable.function(owner)), [&](int64_t pc, const Instruction& instruction) {
      instruction.forEachOperand([&](const Operand& operand) {
        const bool function = operand.kind == ArgKind::Function;
        if (!function && operand.kind != ArgKind::Constant) return;
        const size_t rows = function ? executable.functions.size() : executable.constants.size();
        if (operand.value < 0 || static_cast<uint64_t>(operand.value) >= rows) return;
        const ReferenceKind kind = operand.role == OperandRole::Callee ? ReferenceKind::Call : ReferenceKind::Value;
        visit(function, static_cast<size_t>(operand.value), Reference{InstrIndex(pc), owner, kind});
      });
      return ++seen % kStopEvery != 0 || !stop.stop_requested();
    });
    if (stop.stop_requested()) return false;
  }
  return true;
}

}  // namespace

std::optional<CrossReferences> CrossReferences::build(const Executable& executable, const std::stop_token& stop) {
  CrossReferences out;
  Rows* tables[] = {&out.constants_, &out.functions_};
  out.functions_.begin.assign(executable.functions.size() + 1, 0);
  out.constants_.begin.assign(executable.constants.size() + 1, 0);
  // Two passes: count the references of each row, then store them. A row's last pc detects repeats.
  std::vector<int64_t> last[] = {std::vector<int64_t>(executable.constants.size(), -1),
                                 std::vector<int64_t>(executable.functions.size(), -1)};
  if (!eachMention(executable, stop, [&](bool function, size_t row, const Reference& reference) {
        if (std::exchange(last[function ? 1 : 0][row], reference.pc.value) != reference.pc.value)
          ++tables[function ? 1 : 0]->begin[row + 1];
      }))
    return std::nullopt;
  for (Rows* table : tables) {
    for (size_t row = 1; row < table->begin.size(); ++row) table->begin[row] += table->begin[row - 1];
    table->all.resize(table->begin.back());
  }
  std::vector<uint64_t> next[] = {out.constants_.begin, out.functions_.begin};
  for (auto& pcs : last) std::fill(pcs.begin(), pcs.end(), -1);
  if (!eachMention(executable, stop, [&](bool function, size_t row, const Reference& reference) {
        const size_t table = function ? 1 : 0;
        if (std::exchange(last[table][row], reference.pc.value) != reference.pc.value)
          tables[table]->all[next[table][row]++] = reference;
      }))
    return std::nullopt;
  return out;
}

std::span<const Reference> CrossReferences::at(const Rows& rows, int64_t row) {
  if (row < 0 || static_cast<size_t>(row) + 1 >= rows.begin.size()) return {};
  const auto at = static_cast<size_t>(row);
  return std::span(rows.all).subspan(rows.begin[at], rows.begin[at + 1] - rows.begin[at]);
}

std::vector<Reference> registerReferences(const Executable& executable, FuncIndex function, RegIndex reg) {
  std::vector<Reference> out;
  const Function* body = executable.function(function);
  if (body == nullptr || !body->isBytecode() || isSpecialRegister(reg.value)) return out;
  CodeWalk walk(executable);
  walk.run(existingRange(executable, *body), [&](int64_t pc, const Instruction& instruction) {
    bool reads = false, writes = false;
    instruction.forEachOperand([&](const Operand& operand) {
      if (operand.kind != ArgKind::Register || operand.value != reg.value || operand.role == OperandRole::Ignored)
        return;
      const bool defines = operand.role == OperandRole::Def || operand.role == OperandRole::Output;
      (defines ? writes : reads) = true;
    });
    if (reads) out.push_back({InstrIndex(pc), function, ReferenceKind::Use});
    if (writes) out.push_back({InstrIndex(pc), function, ReferenceKind::Definition});
    return true;
  });
  return out;
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/function_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>
#include <variant>

#include "vmcore/analysis/diff/align/operations.h"
#include "vmcore/analysis/diff/difference_kind.h"
#include "vmcore/analysis/diff/removed_reason.h"
#include "vmcore/analysis/diff/side_by_side.h"

namespace relaxscope::diffing {
namespace {

class ChangeMaker {
 public:
  ChangeMaker(const FunctionCode& old, const FunctionCode& now, const Alignment& alignment, const CodeContext& context,
              FunctionPair& out)
      : old_(old),
        now_(now),
        alignment_(alignment),
        context_(context),
        out_(out),
        oldPurposes_(old.purposes),
        nowPurposes_(now.purposes),
        kinds_(old, now, alignment, oldPurposes_, context.newSignature),
        oldChange_(old.instructions.size(), kNoChange),
        nowChange_(now.instructions.size(), kNoChange),
        inPlace_(old.instructions.size()) {
    for (const auto& [row, partner] : longestAscending(alignment_.instructions, weightsOf(oldPurposes_)))
      inPlace_[row] = true;
  }

  void run() {
    addGroups();
    addOperands();
    addFlow();
    addReordered();
    addLone();
    sortChanges();
    out_.rows = sideBySide(old_, now_, alignment_, {oldChange_, nowChange_, changedOld_, weightsOf(oldPurposes_)});
    finish();
  }

 private:
  [[nodiscard]] InstrIndex oldPc(uint32_t row) const { return InstrIndex(old_.instructions[row].pc); }
  [[nodiscard]] InstrIndex nowPc(uint32_t row) const { return InstrIndex(now_.instructions[row].pc); }
  uint32_t add(Change change, std::span<const uint32_t> old, std::span<const uint32_t> now) {
    const auto number = static_cast<uint32_t>(out_.changes.size());
    for (const uint32_t row : old) {
      change.old.push_back(oldPc(row));
      oldChange_[row] = number;
    }
    for (const uint32_t row : now) {
      change.now.push_back(nowPc(row));
      nowChange_[row] = number;
    }
    out_.changes.push_back(std::move(change));
    return number;
  }

  static std::string namesOf(const FunctionCode& code, const std::vector<uint32_t>& rows) {
    constexpr size_t kMost = 12;
    std::string text;
    for (size_t i = 0; i < rows.size() && i < kMost; ++i) text += (i == 0 ? "" : " + ") + operationName(code, rows[i]);
    return rows.size() > kMost ? text + fmt::format(" + {} more", rows.size() - kMost) : text;
  }
  static bool anyLibrary(const FunctionCode& code, const std::vector<uint32_t>& rows) {
    return std::ranges::any_of(rows, [&](uint32_t row) {
      return isLibraryFunction(*code.executable, FuncIndex(code.instructions[row].callee));
    });
  }
  void addGroups() {
    for (const OperationGroup& group : alignment_.groups) {
      Change change;
      change.kind = group.old.size() > group.now.size()   ? ChangeKind::Fused
                    : group.old.size() < group.now.size() ? ChangeKind::Split
                                                          : ChangeKind::Replaced;
      if (anyLibrary(old_, group.old) != anyLibrary(now_, group.now)) change.kind = ChangeKind::LibraryCall;
      change.oldText = namesOf(old_, group.old);
      change.nowText = namesOf(now_, group.now);
      add(std::move(change), group.old, group.now);
    }
  }

  OperandChange operandChange(const OperandDifference& difference) const {
    OperandChange out{oldPc(difference.old), nowPc(difference.now)};
    if (difference.oldOperand != kNone) out.oldWord = old_.operands[difference.oldOperand].word;
    if (difference.nowOperand != kNone) out.nowWord = now_.operands[difference.nowOperand].word;
    return out;
  }
  void addOperands() {
    const std::vector<OperandDifference>& all = alignment_.comparison.operands;
    std::vector<bool> isBlamed;
    isBlamed.reserve(all.size());
    for (const OperandDifference& difference : all) isBlamed.push_back(blameDestination(difference));
    for (size_t from = 0; from < all.size();) {
      size_t to = from;
      while (to < all.size() && all[to].old == all[from].old) ++to;
      const std::span<const OperandDifference> differences = std::span(all).subspan(from, to - from);
      Change change;
      change.kind = kinds_.of(differences);
      const bool isPlain = change.kind == ChangeKind::Operands || change.kind == ChangeKind::Rewired;
      if (isPlain && !inPlace_[all[from].old] && oldPurposes_[all[from].old] == Purpose::Operation)
        change.kind = ChangeKind::Reordered;
      for (const OperandDifference& difference : differences) change.operands.push_back(operandChange(difference));
      const auto first = isBlamed.begin() + static_cast<std::ptrdiff_t>(from);
      const auto last = isBlamed.begin() + static_cast<std::ptrdiff_t>(to);
      if (change.kind == ChangeKind::Operands && std::find(first, last, false) == last)
        change.kind = ChangeKind::Rewired;
      if (change.kind == ChangeKind::Reordered) change.oldText = operationName(old_, all[from].old);
      if (change.kind == ChangeKind::Replaced || change.kind == ChangeKind::LibraryCall) {
        change.oldText = operationName(old_, all[from].old);
        change.nowText = operationName(now_, all[from].now);
      }
      changedOld_.insert(all[from].old);
      add(std::move(change), std::array{all[from].old}, std::array{all[from].now});
      from = to;
    }
    addDestinations();
  }
  /// A use names the same register as before, but other instructions write it: those write to another destination.
  bool blameDestination(const OperandDifference& difference) {
    if (difference.oldOperand == kNone || difference.nowOperand == kNone) return false;
    const CodeOperand &before = old_.operands[difference.oldOperand], &after = now_.operands[difference.nowOperand];
    if (before.kind != CodeOperand::Kind::Value || after.kind != CodeOperand::Kind::Value) return false;
    if (registerAt(old_, difference.old, before.word) != registerAt(now_, difference.now, after.word)) return false;
    const uint32_t was = old_.values[static_cast<size_t>(before.value)].instruction;
    const uint32_t is = now_.values[static_cast<size_t>(after.value)].instruction;
    const bool blamesOld = was != kNone && blame(was);
    const bool blamesNow =
        is != kNone && alignment_.instructions.toOld[is] != kNone && blame(alignment_.instructions.toOld[is]);
    return blamesOld || blamesNow;
  }
  /// Whether the instruction and its partner write to registers of other numbers.
  bool blame(uint32_t row) {
    const uint32_t partner = alignment_.instructions.toNow[row];
    if (partner == kNone) return false;
    const uint32_t word = destinationWord(old_, row), nowWord = destinationWord(now_, partner);
    if (word == 0 || nowWord == 0) return false;
    if (registerAt(old_, row, word) == registerAt(now_, partner, nowWord)) return false;
    blamed_.insert(row);
    return true;
  }
  static int64_t registerAt(const FunctionCode& code, uint32_t row, uint32_t word) {
    int64_t found = -1;
    code.instructionAt(row).forEachOperand([&](const Operand& operand) {
      if (operand.wordIndex == word) found = operand.value;
    });
    return found;
  }
  static uint32_t destinationWord(const FunctionCode& code, uint32_t row) {
    for (const CodeOperand& operand : code.operandsOf(row))
      if (operand.role == OperandRole::Def) return operand.word;
    return 0;
  }
  void addDestinations() {
    for (const uint32_t row : blamed_) {
      const uint32_t partner = alignment_.instructions.toNow[row];
      if (oldChange_[row] != kNoChange) continue;
      Change change;
      change.kind = oldPurposes_[row] == Purpose::Memory ? ChangeKind::Memory : ChangeKind::Operands;
      change.operands.push_back(
          {oldPc(row), nowPc(partner), destinationWord(old_, row), destinationWord(now_, partner)});
      changedOld_.insert(row);
      add(std::move(change), std::array{row}, std::array{partner});
    }
  }

  void addFlow() {
    for (const auto& [row, partner] : alignment_.comparison.flow) {
      if (oldChange_[row] != kNoChange && out_.changes[oldChange_[row]].kind == ChangeKind::ControlFlow) continue;
      Change change;
      change.kind = ChangeKind::ControlFlow;
      changedOld_.insert(row);
      add(std::move(change), std::array{row}, std::array{partner});
    }
  }
  /// Only those that stand elsewhere: what they passed is affected too, and stays in place.
  void addReordered() {
    const std::vector<uint32_t>& all = alignment_.comparison.reordered;
    const size_t before = out_.changes.size();
    const bool replanned =
        std::ranges::any_of(out_.changes, [](const Change& change) { return change.kind == ChangeKind::Memory; });
    const bool anyMoved = std::ranges::any_of(all, [&](uint32_t row) { return !inPlace_[row]; });
    for (const uint32_t row : all) {
      if ((anyMoved && inPlace_[row]) || oldChange_[row] != kNoChange) continue;
      Change change;
      change.kind = kindOfReordered(row, replanned);
      change.oldText = operationName(old_, row);
      changedOld_.insert(row);
      add(std::move(change), std::array{row}, std::array{alignment_.instructions.toNow[row]});
    }
    const bool isPlanned = std::any_of(
        out_.changes.begin() + static_cast<std::ptrdiff_t>(before), out_.changes.end(), [](const Change& change) {
          return change.kind == ChangeKind::Memory || change.kind == ChangeKind::IndependentOrder;
        });
    if (isPlanned) addIndependent();
  }
  /// Of what depends on another through its tensors, or only through a storage that both used.
  [[nodiscard]] ChangeKind kindOfReordered(uint32_t row, bool replanned) const {
    if (oldPurposes_[row] == Purpose::Memory) return ChangeKind::Memory;
    if (!context_.dependent) return replanned ? ChangeKind::Memory : ChangeKind::Reordered;
    const bool isDependent = std::ranges::binary_search(*context_.dependent, row);
    return isDependent || oldPurposes_[row] != Purpose::Operation ? ChangeKind::Reordered
                                                                  : ChangeKind::IndependentOrder;
  }
  /// Calls that passed others and depend on none of them, where storages are planned for that order.
  void addIndependent() {
    for (uint32_t row = 0; row < old_.instructions.size(); ++row) {
      const uint32_t partner = alignment_.instructions.toNow[row];
      if (partner == kNone || inPlace_[row] || oldChange_[row] != kNoChange ||
          oldPurposes_[row] != Purpose::Operation || !old_.instructions[row].isCall)
        continue;
      Change change;
      change.kind = ChangeKind::IndependentOrder;
      change.oldText = operationName(old_, row);
      add(std::move(change), std::array{row}, std::array{partner});
    }
  }

  void addLone() {
    const RemovedReasons reasons(old_, now_, alignment_, oldPurposes_, nowPurposes_);
    for (uint32_t row = 0; row < old_.instructions.size(); ++row) {
      if (alignment_.instructions.toNow[row] != kNone || oldChange_[row] != kNoChange) continue;
      Change change;
      change.kind = reasons.ofRemoved(row);
      change.oldText = operationName(old_, row);
      add(std::move(change), std::array{row}, {});
    }
    for (uint32_t row = 0; row < now_.instructions.size(); ++row) {
      if (alignment_.instructions.toOld[row] != kNone || nowChange_[row] != kNoChange) continue;
      Change change;
      change.kind = reasons.ofInserted(row);
      change.nowText = operationName(now_, row);
      add(std::move(change), {}, std::array{row});
    }
  }

  /// By place in the new code, removed ones where their neighbours are.
  void sortChanges() {
    std::vector<int64_t> anchors(old_.instructions.size() + 1);
    int64_t last = -1;
    for (size_t row = 0; row < old_.instructions.size(); ++row) {
      if (alignment_.instructions.toNow[row] != kNone)
        last = std::max<int64_t>(last, alignment_.instructions.toNow[row]);
      anchors[row] = last;
    }
    std::vector<uint32_t> order(out_.changes.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto placeOf = [&](uint32_t number) {
      const Change& change = out_.changes[number];
      if (change.now.empty()) return std::pair(anchors[static_cast<size_t>(change.old.front().value - old_.begin)], 1);
      return std::pair(change.now.front().value - now_.begin, 0);
    };
    std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return placeOf(a) < placeOf(b); });
    std::vector<uint32_t> numbers(order.size());
    std::vector<Change> sorted;
    sorted.reserve(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) {
      numbers[order[i]] = i;
      sorted.push_back(std::move(out_.changes[order[i]]));
    }
    out_.changes = std::move(sorted);
    for (std::vector<uint32_t>* rows : {&oldChange_, &nowChange_})
      for (uint32_t& number : *rows)
        if (number != kNoChange) number = numbers[number];
  }

  void finish() {
    size_t equal = 0;
    for (uint32_t row = 0; row < old_.instructions.size(); ++row)
      if (alignment_.instructions.toNow[row] != kNone && !changedOld_.contains(row)) ++equal;
    const size_t all = old_.instructions.size() + now_.instructions.size();
    out_.score = all == 0 ? 1 : 2.0 * static_cast<double>(equal) / static_cast<double>(all);
    const auto moved = std::ranges::count_if(
        out_.rows, [](const InstructionRow& row) { return row.state == RowState::Moved && row.old.valid(); });
    const auto reordered =
        std::ranges::count_if(out_.changes, [](const Change& change) { return change.kind == ChangeKind::Reordered; });
    out_.independentMoves = static_cast<uint32_t>(std::max<std::ptrdiff_t>(moved - reordered, 0));
    out_.renumbered = isRenumbered();
    if (!alignment_.comparison.isSame()) out_.state = PairState::Changed;
  }
  [[nodiscard]] bool isRenumbered() const {
    if (old_.instructions.size() != now_.instructions.size() || old_.begin != now_.begin) return true;
    for (size_t row = 0; row < old_.instructions.size(); ++row) {
      const WordView a = old_.instructionAt(row).words, b = now_.instructionAt(row).words;
      if (a.size() != b.size()) return true;
      for (size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i]) return true;
    }
    return false;
  }

  const FunctionCode& old_;
  const FunctionCode& now_;
  const Alignment& alignment_;
  const CodeContext& context_;
  FunctionPair& out_;
  const std::vector<Purpose>&oldPurposes_, &nowPurposes_;
  DifferenceKinds kinds_;
  std::vector<uint32_t> oldChange_, nowChange_;  ///< by instruction: its change
  std::vector<bool> inPlace_;                    ///< old instructions that no pair crosses
  std::unordered_set<uint32_t> changedOld_;      ///< paired instructions that differ
  std::unordered_set<uint32_t> blamed_;
};

}  // namespace

void describeCode(const FunctionCode& old, const FunctionCode& now, const Alignment& alignment,
                  const CodeContext& context, FunctionPair& out) {
  ChangeMaker(old, now, alignment, context, out).run();
}

void addRows(const FunctionCode& code, Side side, FunctionPair& out) {
  for (const CodeInstruction& instruction : code.instructions) {
    InstructionRow row;
    (side == Old ? row.old : row.now) = InstrIndex(instruction.pc);
    row.state = side == Old ? RowState::Removed : RowState::Added;
    out.rows.push_back(row);
  }
}

}  // namespace relaxscope::diffing

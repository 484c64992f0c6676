// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/diff_entry.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "tests/fuzz/entries.h"
#include "tests/fuzz/random.h"
#include "vmcore/analysis/diff/diff.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/format/loader.h"

namespace relaxscope::fuzz {
namespace {

/// Counts that each row of a table is there once.
class Once {
 public:
  explicit Once(size_t rows) : seen_(rows, 0) {}
  template <class Tag>
  void add(Index<Tag> index) {
    if (!index.valid()) return;
    promise(index.at() < seen_.size(), "a row of a diff exists in its table");
    ++seen_[index.at()];
  }
  [[nodiscard]] size_t of(size_t row) const { return seen_[row]; }
  [[nodiscard]] bool all() const {
    return std::ranges::all_of(seen_, [](size_t count) { return count == 1; });
  }

 private:
  std::vector<size_t> seen_;
};

void checkStates(PairState state, bool old, bool now) {
  promise(old || now, "a pair has a side");
  promise((state == PairState::Added) == !old, "what only the new side has is added");
  promise((state == PairState::Removed) == !now, "what only the old side has is removed");
}

/// Instructions of one side are in order, and none is missing of what exists.
void checkSide(const Executable& executable, FuncIndex function, const std::vector<InstrIndex>& pcs) {
  for (size_t i = 0; i < pcs.size(); ++i) {
    promise(pcs[i].at() < executable.code.size(), "an aligned instruction exists");
    promise(i == 0 || pcs[i - 1] < pcs[i], "instructions of a side are in order");
  }
  if (function.valid() && executable.functions[function.at()].isBytecode()) {
    const PcRange range = existingRange(executable, executable.functions[function.at()]);
    promise(pcs.size() <= static_cast<size_t>(range.end - range.begin),
            "a function has no more rows than instructions");
  }
}

void checkFunction(const FunctionPair& pair, const Executable& a, const Executable& b) {
  checkStates(pair.state, pair.old.valid(), pair.now.valid());
  promise(pair.score >= 0 && pair.score <= 1, "a score is a share");
  promise(pair.state != PairState::Same || pair.changes.empty(), "a function that is the same has no changes");
  std::vector<InstrIndex> old, now;
  for (const InstructionRow& row : pair.rows) {
    if (row.old.valid()) old.push_back(row.old);
    if (row.now.valid()) now.push_back(row.now);
    promise(row.old.valid() || row.now.valid(), "a row has an instruction");
    promise(row.change == kNoChange || row.change < pair.changes.size(), "a row's change exists");
  }
  checkSide(a, pair.old, old);
  checkSide(b, pair.now, now);
  for (const Change& change : pair.changes) {
    promise(std::ranges::is_sorted(change.old) && std::ranges::is_sorted(change.now), "a change's instructions ascend");
    for (const InstrIndex pc : change.old)
      promise(pc.valid() && pc.at() < a.code.size(), "a changed instruction exists");
    for (const InstrIndex pc : change.now)
      promise(pc.valid() && pc.at() < b.code.size(), "a changed instruction exists");
  }
}

void checkRows(const ExecutableDiff& diff, const Executable& a, const Executable& b) {
  Once oldFunctions(a.functions.size()), nowFunctions(b.functions.size());
  for (const FunctionPair& pair : diff.functions) {
    oldFunctions.add(pair.old);
    nowFunctions.add(pair.now);
    checkFunction(pair, a, b);
  }
  const auto covers = [](const Executable& executable, const Once& once) {
    for (size_t i = 0; i < executable.functions.size(); ++i) {
      const Function& function = executable.functions[i];
      const bool wanted = function.isBytecode() || function.isVmTir();
      if (once.of(i) > 1 || (wanted && once.of(i) == 0)) return false;
    }
    return true;
  };
  promise(covers(a, oldFunctions) && covers(b, nowFunctions), "each function is in one pair");
  Once oldConstants(a.constants.size()), nowConstants(b.constants.size());
  for (const ConstantPair& pair : diff.constants) {
    oldConstants.add(pair.old);
    nowConstants.add(pair.now);
    checkStates(pair.state, pair.old.valid(), pair.now.valid());
  }
  promise(oldConstants.all() && nowConstants.all(), "each constant is in one pair");
  for (const MemoryChange& change : diff.memory)
    promise(change.old.valid() && change.now.valid(), "memory is compared of matched functions");
}

bool checkOne(const DiffSide& a, const DiffSide& b) {
  const auto diff = diffExecutables(a, b);
  if (!diff.ok()) {
    promise(!diff.error().message.empty(), "an error has a message");
    promise(a.executable->code.set->family != b.executable->code.set->family,
            "executables of one instruction set are compared");
    return false;
  }
  checkRows(*diff, *a.executable, *b.executable);
  const uint64_t counted = std::accumulate(diff->counts.begin(), diff->counts.end(), uint64_t{0});
  promise(!diff->same || counted == 0, "what is the same has no differences");
  promise(!diff->identical || diff->same, "what is identical is the same");
  promise(!diff->summary.empty() && diff->summary.size() <= 5, "a summary has one to five lines");
  return diff->same;
}

}  // namespace

bool checkDiff(const std::shared_ptr<const Executable>& a, const std::shared_ptr<const Executable>& b) {
  const DiffSide sideA{a, nullptr}, sideB{b, nullptr};
  const bool same = checkOne(sideA, sideB);
  promise(checkOne(sideB, sideA) == same, "two executables are the same in both directions");
  return same;
}

Executable damagedCopy(const Executable& executable, uint64_t seed) {
  Random random(seed);
  Executable copy = executable;
  std::vector<int64_t>& words = copy.code.words.edit();
  const auto number = [&] {
    const auto any = static_cast<int64_t>(random.next());
    return random.oneIn(3) ? any : any % 24;
  };
  for (size_t n = 1 + random.below(6); n > 0; --n) {
    switch (random.below(8)) {
      case 0:
        if (!copy.code.offsets.empty()) random.of(copy.code.offsets) = number();
        break;
      case 1:
        if (!copy.functions.empty()) random.of(copy.functions).startInstr = number();
        break;
      case 2:
        if (!copy.functions.empty()) random.of(copy.functions).endInstr = number();
        break;
      case 3:
        if (!copy.functions.empty()) random.of(copy.functions).registerFileSize = number();
        break;
      case 4:
        if (!copy.functions.empty()) copy.functions.push_back(random.of(copy.functions));
        break;
      case 5:
        if (!copy.constants.empty()) std::swap(random.of(copy.constants), random.of(copy.constants));
        break;
      default:
        if (!words.empty()) random.of(words) = number();
    }
  }
  return copy;
}

void runDiff(const Bytes& input) {
  const auto file = loadBytes(input, "input");
  if (!file.ok() || file->executable == nullptr) return;
  const auto& executable = file->executable;
  promise(checkDiff(executable, executable), "an executable is the same as itself");
  for (uint64_t seed = 1; seed <= 2; ++seed)
    checkDiff(executable, std::make_shared<Executable>(damagedCopy(*executable, seed + input.size())));
}

}  // namespace relaxscope::fuzz

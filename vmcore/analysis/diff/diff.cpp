// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/diff.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "vmcore/analysis/diff/align/alignment.h"
#include "vmcore/analysis/diff/constant_pairs.h"
#include "vmcore/analysis/diff/figures.h"
#include "vmcore/analysis/diff/file_facts.h"
#include "vmcore/analysis/diff/function_changes.h"
#include "vmcore/analysis/diff/function_match.h"
#include "vmcore/analysis/diff/kernel_pairs.h"
#include "vmcore/analysis/diff/signature.h"
#include "vmcore/analysis/diff/summary.h"
#include "vmcore/analysis/diff/swapped_names.h"
#include "vmcore/model/library_names.h"

namespace relaxscope {
namespace diffing {
namespace {

Error stopped() { return Error("cancelled"); }

class Differ {
 public:
  Differ(const DiffSide& old, const DiffSide& now, const DiffOptions& options, const std::stop_token& stop)
      : old_(old),
        now_(now),
        options_(options),
        stop_(stop),
        oldFacts_(*old.executable),
        nowFacts_(*now.executable),
        oldResults_(*old.executable),
        nowResults_(*now.executable) {}

  Result<ExecutableDiff> run() {
    RS_CHECK(checkOptions());
    std::optional<ConstantClasses> classes = constantClasses(oldExe(), nowExe(), stop_);
    if (!classes) return stopped();
    constants_ = std::move(*classes);
    std::vector<FunctionMatch> renamed = renamedKernels(old_, now_);
    std::ranges::copy(swappedNames(oldExe(), nowExe()), std::back_inserter(renamed));
    std::optional<FunctionMatches> matches = matchFunctions(oldExe(), nowExe(), constants_, options_, renamed, stop_);
    if (!matches) return stopped();
    matches_ = std::move(*matches);
    RS_CHECK(compareFunctions());
    RS_CHECK(compareRest());
    count();
    out_.summary = summaryOf(old_, now_, out_);
    return std::move(out_);
  }

 private:
  [[nodiscard]] const Executable& oldExe() const { return *old_.executable; }
  [[nodiscard]] const Executable& nowExe() const { return *now_.executable; }

  Result<void> checkOptions() const {
    if (isRelay(oldExe().variant) != isRelay(nowExe().variant))
      return Error(std::string("cannot compare executables of two instruction sets: ") + vmName(oldExe().variant) +
                   " and " + vmName(nowExe().variant));
    const auto check = [](const Executable& executable, const std::string& name) -> bool {
      return executable.findFunction(name).valid();
    };
    for (const std::string& name : options_.functions)
      if (!check(oldExe(), name) && !check(nowExe(), name)) return Error("no function is named " + name);
    for (const auto& [from, to] : options_.matched) {
      if (!check(oldExe(), from)) return Error("no function of the old executable is named " + from);
      if (!check(nowExe(), to)) return Error("no function of the new executable is named " + to);
    }
    return {};
  }

  [[nodiscard]] bool isAskedFor(const FunctionMatch& match) const {
    if (options_.functions.empty()) return true;
    const auto isNamed = [&](const Executable& executable, FuncIndex function) {
      const Function* const row = executable.function(function);
      return row != nullptr && std::ranges::find(options_.functions, row->name) != options_.functions.end();
    };
    return isNamed(oldExe(), match.old) || isNamed(nowExe(), match.now);
  }

  Result<void> compareFunctions() {
    EditedConstants edited(constants_, oldExe(), nowExe());
    for (const FunctionMatch& match : matches_.functions) {
      if (!isAskedFor(match)) continue;
      RS_TRY(FunctionPair pair, compareFunction(match, edited));
      out_.functions.push_back(std::move(pair));
    }
    const bool ignored = options_.ignoreConstants;
    std::optional<std::vector<ConstantPair>> constants =
        pairConstants(oldExe(), nowExe(), constants_, edited, links_, ignored, stop_);
    if (!constants) return stopped();
    out_.constants = std::move(*constants);
    for (ConstantPair& pair : out_.constants) pair.isOperand = isOperand(pair);
    return {};
  }

  /// Whether code that names the constant differs with it.
  [[nodiscard]] bool isOperand(const ConstantPair& pair) const {
    const auto isNamed = [&](const Executable& executable, Side side, ConstIndex row) {
      if (!row.valid()) return true;
      return !std::holds_alternative<TensorConstant>(executable.constants[row.at()].value) &&
             constantsMentioned_[side].contains(constants_.of[side][row.at()]);
    };
    return isNamed(oldExe(), Old, pair.old) && isNamed(nowExe(), Now, pair.now);
  }

  Result<FunctionPair> compareFunction(const FunctionMatch& match, EditedConstants& edited) {
    FunctionPair pair;
    pair.old = match.old;
    pair.now = match.now;
    pair.reason = match.reason;
    const Symbols oldSymbols{Old, &constants_, &matches_.classes, &texts_},
        nowSymbols{Now, &constants_, &matches_.classes, &texts_};
    std::optional<FunctionCode> before, after;
    if (match.old.valid() && !(before = functionCode(oldExe(), match.old, oldSymbols, stop_))) return stopped();
    if (match.now.valid() && !(after = functionCode(nowExe(), match.now, nowSymbols, stop_))) return stopped();
    if (before) mention(*before, Old);
    if (after) mention(*after, Now);
    if (!before || !after) {
      pair.state = before ? PairState::Removed : PairState::Added;
      addRows(before ? *before : *after, before ? Old : Now, pair);
      return pair;
    }
    const Function &was = oldExe().functions[match.old.at()], &is = nowExe().functions[match.now.at()];
    std::optional<Change> signature = signatureChange(oldFacts_, pair.old, nowFacts_, pair.now, options_.ignoreNames);
    if (was.kind != is.kind) {
      addRows(*before, Old, pair);
      addRows(*after, Now, pair);
      Change change;
      change.kind = ChangeKind::FunctionCompiled;
      addFirst(std::move(change), pair);
    } else {
      const std::optional<Alignment> alignment = align(*before, *after, pairParameters(was, is), edited, stop_);
      if (!alignment) return stopped();
      link(*before, *after, *alignment);
      CodeContext context{signature.has_value(), {}};
      if (isAnyMoved(*before, *alignment)) {
        const auto byTensor = functionCode(oldExe(), match.old, oldSymbols, stop_, MemoryUnit::Tensor);
        if (!byTensor) return stopped();
        if (byTensor->tracedTensors)
          context.dependent = reorderedOf(*byTensor, *after, alignment->instructions, alignment->blocks, true);
      }
      describeCode(*before, *after, *alignment, context, pair);
    }
    if (std::optional<Change> result = changedResult(pair)) addFirst(std::move(*result), pair);
    if (signature) addFirst(std::move(*signature), pair);
    pair.renamed = was.name != is.name;
    if (pair.reason == MatchReason::SameNameChangedCode && pair.state == PairState::Same)
      pair.reason = MatchReason::SameNameSameCode;
    if (pair.reason == MatchReason::SameCodeOtherName && pair.score < 1) pair.reason = MatchReason::Structure;
    pair.renumbered = pair.renumbered || pair.old != pair.now;
    return pair;
  }
  /// Whether an operation passed one that conflicts with it.
  static bool isAnyMoved(const FunctionCode& code, const Alignment& alignment) {
    return std::ranges::any_of(alignment.comparison.reordered,
                               [&](uint32_t row) { return code.purposes[row] == Purpose::Operation; });
  }
  /// Of a function whose code differs, as otherwise it returns the same.
  std::optional<Change> changedResult(const FunctionPair& pair) {
    constexpr size_t kMostRows = 20'000;
    if (pair.changes.empty() || pair.rows.size() > kMostRows) return std::nullopt;
    return resultChange(oldResults_, pair.old, nowResults_, pair.now);
  }
  static void addFirst(Change change, FunctionPair& pair) {
    for (InstructionRow& row : pair.rows)
      if (row.change != kNoChange) ++row.change;
    pair.changes.insert(pair.changes.begin(), std::move(change));
    pair.state = PairState::Changed;
  }

  /// Constants that paired instructions name at the same place.
  void link(const FunctionCode& before, const FunctionCode& after, const Alignment& alignment) {
    for (const OperandDifference& difference : alignment.comparison.operands) {
      if (difference.oldOperand == kNone || difference.nowOperand == kNone) continue;
      const CodeOperand &was = before.operands[difference.oldOperand], &is = after.operands[difference.nowOperand];
      if (was.kind == CodeOperand::Kind::Constant && is.kind == CodeOperand::Kind::Constant)
        links_.emplace_back(static_cast<uint32_t>(was.value), static_cast<uint32_t>(is.value));
    }
  }
  /// Notes what code names.
  void mention(const FunctionCode& code, Side side) {
    for (const uint32_t cls : code.textConstants) constantsMentioned_[side].insert(cls);
    for (const CodeOperand& operand : code.operands) {
      if (operand.kind == CodeOperand::Kind::Constant)
        constantsMentioned_[side].insert(static_cast<uint32_t>(operand.value));
      if (operand.kind == CodeOperand::Kind::Function)
        functionsMentioned_[side].insert(static_cast<uint32_t>(operand.value));
    }
  }

  Result<void> compareRest() {
    KernelPairs kernels = pairKernels(old_, now_, matches_, options_);
    out_.kernels = std::move(kernels.pairs);
    out_.native = {nativeCode(old_), nativeCode(now_)};
    markCompiled();
    if (!options_.functions.empty()) keepMentioned();
    std::optional<std::vector<MemoryChange>> memory = memoryChanges(oldFacts_, nowFacts_, out_.functions, stop_);
    std::optional<std::vector<LayerChange>> layers = layerChanges(oldFacts_, nowFacts_, out_.functions, stop_);
    if (!memory || !layers) return stopped();
    out_.memory = std::move(*memory);
    out_.layers = std::move(*layers);
    out_.facts = differingFacts(old_, now_, options_);
    sayUncompared(kernels.untold);
    return {};
  }
  /// A function of compiled mode is the same if its machine code is.
  void markCompiled() {
    std::unordered_set<std::string> changed;
    for (const KernelPair& pair : out_.kernels)
      if (pair.state == PairState::Changed && !pair.ignored && pair.now.starts_with(kCompiledPrefix))
        changed.insert(pair.now.substr(kCompiledPrefix.size()));
    for (FunctionPair& pair : out_.functions) {
      if (!isCompiledIn(nowExe(), pair.now) || !changed.contains(nowExe().functions[pair.now.at()].name)) continue;
      pair.state = PairState::Changed;
      pair.score = 0;
      if (pair.reason == MatchReason::SameNameSameCode) pair.reason = MatchReason::SameNameChangedCode;
    }
  }
  static bool isCompiledIn(const Executable& executable, FuncIndex function) {
    const Function* const row = executable.function(function);
    return row != nullptr && row->isVmTir();
  }

  void sayUncompared(bool untold) {
    sayCompiled(untold);
    if (constants_.dataOmitted)
      out_.notCompared.emplace_back("contents of tensor constants: a profile keeps their types only");
    const auto lacksCode = [](const DiffSide& side) { return side.file == nullptr || !side.file->library; };
    if (lacksCode(old_) || lacksCode(now_))
      out_.notCompared.emplace_back("code of kernels: not both files are libraries");
    else
      for (std::string& reason : uncomparedCode(old_, now_, out_.kernels))
        out_.notCompared.push_back(std::move(reason));
    const auto isUnknown = [](const Constant& constant) {
      return std::holds_alternative<UnknownConstant>(constant.value);
    };
    if (std::ranges::any_of(oldExe().constants, isUnknown) || std::ranges::any_of(nowExe().constants, isUnknown))
      out_.notCompared.emplace_back("constants of unknown value: a text dump does not hold them");
  }
  /// What machine code does not tell.
  void sayCompiled(bool untold) {
    std::array<bool, 3> isAny{};  // compiled in the old file only, the new file only, both
    for (const FunctionPair& pair : out_.functions) {
      const bool was = isCompiledIn(oldExe(), pair.old), is = isCompiledIn(nowExe(), pair.now);
      const bool isKnown = was && is && out_.native[Old].known && out_.native[Now].known;
      if ((was || is) && !(isKnown && pair.state == PairState::Same)) isAny[was && is ? 2 : was ? 0 : 1] = true;
    }
    constexpr const char* kTexts[] = {
        "functions compiled in the old file: machine code does not tell their calls, shapes and memory; names, "
        "parameters, constants and kernels are compared",
        "functions compiled in the new file: machine code does not tell their calls, shapes and memory; names, "
        "parameters, constants and kernels are compared",
        "functions compiled in both files: machine code does not tell their calls, shapes and memory; names, "
        "parameters, constants and kernels are compared"};
    for (size_t i = 0; i < isAny.size(); ++i)
      if (isAny[i]) out_.notCompared.emplace_back(kTexts[i]);
    if (untold)
      out_.notCompared.emplace_back("kernels that compiled functions may call: only a library tells which it has");
  }
  void keepMentioned() {
    std::erase_if(out_.constants, [&](const ConstantPair& pair) {
      const bool was = pair.old.valid() && constantsMentioned_[Old].contains(constants_.of[Old][pair.old.at()]);
      const bool is = pair.now.valid() && constantsMentioned_[Now].contains(constants_.of[Now][pair.now.at()]);
      return !was && !is;
    });
    std::unordered_set<std::string> names;
    for (const Side side : {Old, Now}) {
      const Executable& executable = side == Old ? oldExe() : nowExe();
      for (size_t row = 0; row < executable.functions.size(); ++row)
        if (functionsMentioned_[side].contains(matches_.classes[side][row]))
          names.insert(executable.functions[row].name);
    }
    std::erase_if(out_.kernels,
                  [&](const KernelPair& pair) { return !names.contains(pair.old) && !names.contains(pair.now); });
  }

  /// Whether code calls a builtin that only one table has: the calls are differences already.
  [[nodiscard]] bool isCalled(const KernelPair& pair) const {
    const Side side = pair.old.empty() ? Now : Old;
    const Executable& executable = side == Old ? oldExe() : nowExe();
    const FuncIndex row = executable.findFunction(side == Old ? pair.old : pair.now);
    return row.valid() && functionsMentioned_[side].contains(matches_.classes[side][row.at()]);
  }

  void add(ChangeKind kind) { ++out_.counts[static_cast<size_t>(kind)]; }
  void count() {
    bool renumbered = false, ignored = false;
    for (const FunctionPair& pair : out_.functions) {
      if (pair.state == PairState::Added) add(ChangeKind::FunctionAdded);
      if (pair.state == PairState::Removed) add(ChangeKind::FunctionRemoved);
      if (pair.renamed && !options_.ignoreNames) add(ChangeKind::FunctionRenamed);
      for (const Change& change : pair.changes) add(change.kind);
      renumbered = renumbered || pair.renumbered || pair.independentMoves != 0;
      ignored = ignored || (pair.renamed && options_.ignoreNames);
    }
    for (const ConstantPair& pair : out_.constants) {
      if (pair.state != PairState::Same && !pair.ignored && !pair.isOperand) add(pair.kind);
      renumbered = renumbered || pair.old != pair.now;
      ignored = ignored || pair.ignored;
    }
    for (const KernelPair& pair : out_.kernels) {
      if (pair.state != PairState::Same && !pair.ignored && !(pair.builtin && isCalled(pair))) add(pair.kind);
      ignored = ignored || pair.ignored;
    }
    for (const FileFact& fact : out_.facts)
      if (!fact.provenance) add(ChangeKind::Module);
    const bool anyChanged =
        std::ranges::any_of(out_.functions, [](const FunctionPair& pair) { return pair.state != PairState::Same; });
    out_.same = !anyChanged && std::ranges::all_of(out_.counts, [](uint32_t count) { return count == 0; });
    out_.identical = out_.same && !renumbered && !ignored;
  }

  const DiffSide& old_;
  const DiffSide& now_;
  const DiffOptions& options_;
  const std::stop_token& stop_;
  FunctionFacts oldFacts_, nowFacts_;
  FunctionResults oldResults_, nowResults_;
  ConstantClasses constants_;
  FunctionMatches matches_;
  ContextTexts texts_;
  std::vector<std::pair<uint32_t, uint32_t>> links_;                                     ///< classes of constants
  std::array<std::unordered_set<uint32_t>, 2> constantsMentioned_, functionsMentioned_;  ///< classes
  ExecutableDiff out_;
};

}  // namespace
}  // namespace diffing

const char* matchReasonText(MatchReason reason) {
  switch (reason) {
    case MatchReason::SameNameSameCode: return "same name, same code";
    case MatchReason::SameNameChangedCode: return "same name, changed code";
    case MatchReason::SameCodeOtherName: return "same code, other name";
    case MatchReason::CallPosition: return "called at the same places";
    case MatchReason::Structure: return "similar code";
    case MatchReason::ByHand: return "matched by hand";
    case MatchReason::None: break;
  }
  return "only in one file";
}

const char* pairStateName(PairState state) {
  switch (state) {
    case PairState::Same: return "same";
    case PairState::Changed: return "changed";
    case PairState::Added: return "added";
    case PairState::Removed: break;
  }
  return "removed";
}

Result<ExecutableDiff> diffExecutables(const DiffSide& old, const DiffSide& now, const DiffOptions& options,
                                       const std::stop_token& stop) {
  return diffing::Differ(old, now, options, stop).run();
}

std::optional<ByteDifference> byteDifference(const Bytes& old, const Bytes& now) {
  ByteDifference out;
  out.oldSize = old.size();
  out.nowSize = now.size();
  const size_t both = std::min(old.size(), now.size());
  std::optional<uint64_t> first;
  size_t offset = 0;
  std::vector<uint8_t> other;
  old.slice(0, both).forEachPiece([&](std::span<const uint8_t> piece) {
    other.resize(piece.size());
    now.copyTo(offset, other);
    for (size_t i = 0; i < piece.size(); ++i) {
      if (piece[i] == other[i]) continue;
      if (!first) first = offset + i;
      ++out.differing;
    }
    offset += piece.size();
  });
  out.differing += std::max(old.size(), now.size()) - both;
  if (out.differing == 0) return std::nullopt;
  out.offset = first.value_or(both);
  return out;
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "vmcore/base/text/text.h"
#include "vmcore/model/library_names.h"

namespace relaxscope::diffing {
namespace {

constexpr size_t kMostLines = 5, kMostNamed = 4, kMostOfText = 160;

/// "a, b (3 times), c and 4 more".
std::string countedList(const std::vector<std::string>& items) {
  std::vector<std::pair<std::string, uint64_t>> counted;
  std::map<std::string, size_t> rows;
  for (const std::string& item : items) {
    const auto [found, isNew] = rows.emplace(item, counted.size());
    if (isNew) counted.emplace_back(item, 0);
    ++counted[found->second].second;
  }
  std::string text;
  for (size_t i = 0; i < counted.size() && i < kMostNamed; ++i) {
    if (i != 0) text += ", ";
    text += elidedLists(counted[i].first, {}, 2 * kMostOfText).first;
    if (counted[i].second > 1) text += fmt::format(" ({} times)", groupedCount(counted[i].second));
  }
  if (counted.size() > kMostNamed) text += fmt::format(" and {} more", groupedCount(counted.size() - kMostNamed));
  return text;
}
std::string plural(size_t count, const char* noun) {
  return fmt::format("{} {}{}", groupedCount(count), noun, count == 1 ? "" : "s");
}

class Summary {
 public:
  Summary(const DiffSide& old, const DiffSide& now, const ExecutableDiff& diff) : old_(old), now_(now), diff_(diff) {}

  std::vector<SummaryLine> run() {
    if (diff_.same) {
      same();
    } else {
      layers();
      fusion();
      operations();
      shapes();
      functions();
      memory();
      const bool equal = constantsAreEqual();  // of least interest
      if (!equal) constants();
      kernels();
      code();
      if (equal) constants();
    }
    if (lines_.size() > kMostLines) lines_.resize(kMostLines);
    return std::move(lines_);
  }

 private:
  void add(SummaryTopic topic, std::string text) {
    if (!text.empty()) lines_.push_back({topic, std::move(text)});
  }
  [[nodiscard]] size_t countOf(ChangeKind kind) const { return diff_.counts[static_cast<size_t>(kind)]; }
  static void join(std::string& text, const std::string& more) {
    if (more.empty()) return;
    if (!text.empty()) text += "; ";
    text += more;
  }
  [[nodiscard]] std::string nameOf(const FunctionPair& pair) const {
    const Function* const row =
        pair.now.valid() ? now_.executable->function(pair.now) : old_.executable->function(pair.old);
    return row == nullptr ? std::string() : row->name;
  }
  template <class Visit>
  void forEachChange(ChangeKind kind, Visit&& visit) const {
    for (const FunctionPair& pair : diff_.functions)
      for (const Change& change : pair.changes)
        if (change.kind == kind) visit(pair, change);
  }
  [[nodiscard]] std::vector<std::string> texts(ChangeKind kind) const {
    std::vector<std::string> out;
    forEachChange(kind, [&](const FunctionPair&, const Change& change) {
      const auto [old, now] = elidedLists(change.oldText, change.nowText, kMostOfText);
      out.push_back(old.empty() || now.empty() ? old + now : old + " -> " + now);
    });
    return out;
  }

  void same() {
    add(SummaryTopic::Same, diff_.identical ? "the same in all that is compared" : "same up to numbering");
    size_t renumbered = 0, moves = 0;
    for (const FunctionPair& pair : diff_.functions) {
      renumbered += pair.renumbered ? 1 : 0;
      moves += pair.independentMoves;
    }
    std::string text;
    if (renumbered != 0) text = fmt::format("registers, indices or rows differ in {}", plural(renumbered, "function"));
    if (moves != 0) join(text, plural(moves, "independent instruction") + " in another order");
    add(SummaryTopic::Code, text);
    size_t constants = 0, kernels = 0, names = 0;
    for (const ConstantPair& pair : diff_.constants) constants += pair.ignored ? 1 : 0;
    for (const KernelPair& pair : diff_.kernels) kernels += pair.ignored ? 1 : 0;
    for (const FunctionPair& pair : diff_.functions) names += pair.renamed ? 1 : 0;
    if (constants != 0) add(SummaryTopic::Constants, plural(constants, "edited constant") + " ignored");
    if (kernels != 0) add(SummaryTopic::Kernels, plural(kernels, "differing kernel") + " ignored");
    if (names != 0) add(SummaryTopic::Functions, plural(names, "renamed function") + " ignored");
    provenance();
  }
  void provenance() {
    std::string text;
    for (const FileFact& fact : diff_.facts)
      if (fact.provenance) join(text, fmt::format("{}: {} -> {}", fact.what, fact.old, fact.now));
    if (!text.empty()) add(SummaryTopic::Same, "provenance: " + text);
  }

  void layers() {
    std::string text;
    for (const LayerChange& layer : diff_.layers) {
      const std::string what = layer.name.empty() ? "layers" : "copies of " + layer.name;
      join(text, fmt::format("{} {} became {}", groupedCount(layer.oldCount), what, groupedCount(layer.nowCount)));
    }
    add(SummaryTopic::Layers, text);
  }

  void fusion() {
    std::string text;
    for (const ChangeKind kind : {ChangeKind::Fused, ChangeKind::Split}) {
      size_t before = 0, after = 0;
      forEachChange(kind, [&](const FunctionPair&, const Change& change) {
        before += change.old.size();
        after += change.now.size();
      });
      if (before != 0)
        join(text, fmt::format("{} {} {}: {}", plural(before, "kernel call"),
                               kind == ChangeKind::Fused ? "became" : "split into", groupedCount(after),
                               countedList(texts(kind))));
    }
    const std::vector<std::string> library = texts(ChangeKind::LibraryCall);
    if (!library.empty()) join(text, plural(library.size(), "call") + " of a library: " + countedList(library));
    const std::vector<std::string> folded = texts(ChangeKind::ConstantFolded);
    if (!folded.empty()) join(text, plural(folded.size(), "call") + " folded into constants: " + countedList(folded));
    add(SummaryTopic::Fusion, text);
  }

  void operations() {
    std::string text;
    const auto say = [&](ChangeKind kind, const char* noun) {
      std::vector<std::string> all = texts(kind);
      if (all.empty()) return;
      const std::string counted = fmt::format("{} {}", groupedCount(all.size()), noun);
      std::erase(all, std::string());  // of instructions that call nothing
      join(text, all.empty() ? counted : fmt::format("{}: {}", counted, countedList(all)));
    };
    say(ChangeKind::Replaced, "replaced");
    say(ChangeKind::Inserted, "inserted");
    say(ChangeKind::Removed, "removed");
    say(ChangeKind::Reordered, "in another order");
    say(ChangeKind::IndependentOrder, "in another order, independent of each other");
    if (const size_t count = countOf(ChangeKind::ControlFlow)) join(text, plural(count, "change") + " of control flow");
    if (const size_t count = countOf(ChangeKind::Operands))
      join(text, plural(count, "instruction") + " with other operands");
    add(SummaryTopic::Operations, text);
  }

  void shapes() {
    std::string text;
    const size_t specialised = countOf(ChangeKind::ShapeSpecialised),
                 generalised = countOf(ChangeKind::ShapeGeneralised), changed = countOf(ChangeKind::ShapeChanged);
    if (specialised != 0) join(text, "shapes specialised at " + plural(specialised, "instruction"));
    if (generalised != 0) join(text, "shapes generalised at " + plural(generalised, "instruction"));
    if (changed != 0) join(text, "shapes or types changed at " + plural(changed, "instruction"));
    forEachChange(ChangeKind::Signature, [&](const FunctionPair& pair, const Change& change) {
      if (change.oldText.empty()) return;  // a check that says so too
      constexpr std::string_view kReturns = "returns ";
      const bool isResult = change.oldText.starts_with(kReturns);
      const std::string_view was = change.oldText, is = change.nowText;
      const auto [old, now] = elidedLists(isResult ? was.substr(kReturns.size()) : was,
                                          isResult ? is.substr(kReturns.size()) : is, kMostOfText);
      join(text, (isResult ? "result of " : "parameters of ") + nameOf(pair) + ": " + old + " -> " + now);
    });
    add(SummaryTopic::Shapes, text);
  }

  void functions() {
    std::string text;
    std::vector<std::string> addedNames, removed, renamed, compiled, interpreted, recompiled;
    for (const FunctionPair& pair : diff_.functions) {
      if (pair.old.valid() && pair.now.valid() &&
          now_.executable->functions[pair.now.at()].kind != old_.executable->functions[pair.old.at()].kind)
        (now_.executable->functions[pair.now.at()].isVmTir() ? compiled : interpreted).push_back(nameOf(pair));
      if (pair.state == PairState::Added) addedNames.push_back(nameOf(pair));
      if (pair.state == PairState::Removed) removed.push_back(nameOf(pair));
      if (pair.renamed) renamed.push_back(old_.executable->functions[pair.old.at()].name + " -> " + nameOf(pair));
    }
    if (!compiled.empty())
      join(text, plural(compiled.size(), "function") + " compiled instead of bytecode: " + countedList(compiled));
    if (!interpreted.empty())
      join(text, plural(interpreted.size(), "function") + " bytecode instead of compiled: " + countedList(interpreted));
    for (const KernelPair& pair : diff_.kernels)
      if (pair.state == PairState::Changed && !pair.ignored && isFunction(pair))
        recompiled.push_back(pair.now.substr(kCompiledPrefix.size()));
    if (!recompiled.empty())
      join(text,
           plural(recompiled.size(), "compiled function") + " with other machine code: " + countedList(recompiled));
    if (!addedNames.empty()) join(text, plural(addedNames.size(), "function") + " added: " + countedList(addedNames));
    if (!removed.empty()) join(text, plural(removed.size(), "function") + " removed: " + countedList(removed));
    if (!renamed.empty()) join(text, plural(renamed.size(), "function") + " renamed: " + countedList(renamed));
    add(SummaryTopic::Functions, text);
  }

  void memory() {
    std::string text;
    for (const MemoryChange& change : diff_.memory) {
      if (change.same) continue;
      const std::string name = diff_.memory.size() > 1 ? now_.executable->functions[change.now.at()].name + ": " : "";
      std::string part = fmt::format("{}live peak of storages {} -> {} B", name, groupedCount(change.oldPeak),
                                     groupedCount(change.nowPeak));
      const auto [was, is] = elidedLists(change.oldFormula, change.nowFormula, kMostOfText);
      if (!change.exact) part += fmt::format(" ({} -> {}; estimated)", was, is);
      part += fmt::format(", {} -> {} of {} -> {} B", groupedCount(change.oldStorages),
                          plural(change.nowStorages, "storage"), groupedCount(change.oldBytes),
                          groupedCount(change.nowBytes));
      join(text, part);
      if (text.size() > 240) break;
    }
    if (text.empty() && countOf(ChangeKind::Memory) != 0)
      text = plural(countOf(ChangeKind::Memory), "change") + " of the storage plan; peak and storages are the same";
    add(SummaryTopic::Memory, text);
  }

  static std::string typeOf(const Executable& executable, ConstIndex row) {
    return constantSummary(executable.constants[row.at()].value, 40);
  }
  /// " (806 elements differ, by 0.000244 at most)"; empty if elements are not compared.
  [[nodiscard]] std::string elementsOf(ChangeKind kind) const {
    uint64_t differing = 0;
    double largest = 0;
    for (const ConstantPair& pair : diff_.constants) {
      if (pair.state != PairState::Changed || pair.kind != kind || !pair.difference) continue;
      differing += pair.difference->differing;
      largest = std::max(largest, pair.difference->largestAbsolute.value_or(0));
    }
    if (differing == 0) return {};
    return fmt::format(" ({} differ{}, by {:.3g} at most)", plural(differing, "element"), differing == 1 ? "s" : "",
                       largest);
  }
  [[nodiscard]] bool constantsAreEqual() const {
    return std::ranges::all_of(diff_.constants, [](const ConstantPair& pair) { return pair.state == PairState::Same; });
  }
  void constants() {
    std::string text;
    size_t same = 0, moved = 0;
    std::vector<std::string> types;
    for (const ConstantPair& pair : diff_.constants) {
      same += pair.state == PairState::Same ? 1 : 0;
      moved += pair.state == PairState::Same && pair.old != pair.now ? 1 : 0;
      if (pair.state == PairState::Changed && pair.kind == ChangeKind::ConstantRequantised)
        types.push_back(typeOf(*old_.executable, pair.old) + " -> " + typeOf(*now_.executable, pair.now));
    }
    if (const size_t count = countOf(ChangeKind::ConstantEdited))
      join(text, plural(count, "constant") + " edited" + elementsOf(ChangeKind::ConstantEdited));
    if (!types.empty())
      join(text, plural(types.size(), "constant") + " requantised: " + countedList(types) +
                     elementsOf(ChangeKind::ConstantRequantised));
    if (const size_t count = countOf(ChangeKind::ConstantAdded)) join(text, plural(count, "constant") + " added");
    if (const size_t count = countOf(ChangeKind::ConstantRemoved)) join(text, plural(count, "constant") + " removed");
    const size_t all = std::max(old_.executable->constants.size(), now_.executable->constants.size());
    join(text, fmt::format("{} of {} constants equal by content", groupedCount(same), groupedCount(all)));
    if (moved != 0) text += fmt::format(", {} at another index", groupedCount(moved));
    if (all != 0) add(SummaryTopic::Constants, text);
  }

  /// The machine code of a function of compiled mode.
  static bool isFunction(const KernelPair& pair) { return pair.now.starts_with(kCompiledPrefix); }
  /// With the vector sets of all whose sets differ.
  void sayRetuned(std::string& text) const {
    std::vector<std::string> names;
    size_t others = 0;
    VectorSets old = 0, now = 0;
    for (const KernelPair& pair : diff_.kernels) {
      if (pair.state == PairState::Same || pair.kind != ChangeKind::KernelRetuned || pair.ignored || pair.builtin ||
          isFunction(pair))
        continue;
      names.push_back(pair.now);
      if (!pair.hasOtherSets()) continue;
      ++others;
      old |= *pair.oldSets, now |= *pair.nowSets;
    }
    if (names.empty()) return;
    const std::string was = vectorSetText(old), is = vectorSetText(now);
    const std::string what = others == 0 ? " with other code: "
                             : others == names.size()
                                 ? fmt::format(" with other code ({} -> {}): ", was, is)
                                 : fmt::format(" with other code, {} with other vectors ({} -> {}): ", others, was, is);
    join(text, plural(names.size(), "kernel") + what + countedList(names));
  }
  void kernels() {
    std::string text;
    const auto say = [&](ChangeKind kind, const char* what) {
      std::vector<std::string> names;
      for (const KernelPair& pair : diff_.kernels)
        if (pair.state != PairState::Same && pair.kind == kind && !pair.ignored && !pair.builtin && !isFunction(pair))
          names.push_back(kind == ChangeKind::KernelRenamed ? pair.old + " -> " + pair.now
                          : pair.now.empty()                ? pair.old
                                                            : pair.now);
      if (!names.empty())
        join(text, fmt::format("{} {}: {}", plural(names.size(), "kernel"), what, countedList(names)));
    };
    say(ChangeKind::KernelInterface, "with other parameters, or in another order");
    sayRetuned(text);
    say(ChangeKind::KernelRenamed, "renamed");
    say(ChangeKind::KernelAdded, "added");
    say(ChangeKind::KernelRemoved, "removed");
    for (const FileFact& fact : diff_.facts)
      if (!fact.provenance)
        join(text, fmt::format("{}: {} -> {}", fact.what, fact.old.empty() ? "none" : fact.old,
                               fact.now.empty() ? "none" : fact.now));
    add(SummaryTopic::Kernels, text);
  }

  void code() {
    size_t instructions[2] = {0, 0}, registers[2] = {0, 0};
    for (const FunctionPair& pair : diff_.functions) {
      const Function* const sides[] = {old_.executable->function(pair.old), now_.executable->function(pair.now)};
      for (size_t side = 0; side < 2; ++side) {
        if (sides[side] == nullptr) continue;
        registers[side] += static_cast<size_t>(std::max<int64_t>(sides[side]->registerFileSize, 0));
      }
      for (const InstructionRow& row : pair.rows) {
        instructions[0] += row.old.valid() ? 1 : 0;
        instructions[1] += row.now.valid() ? 1 : 0;
      }
    }
    const NativeCode &old = diff_.native[0], &now = diff_.native[1];
    std::string machineCode;
    if (old.known && now.known && old.functions + now.functions != 0)
      machineCode =
          fmt::format("; machine code of functions {} -> {} B, of kernels {} -> {} B", groupedCount(old.functionBytes),
                      groupedCount(now.functionBytes), groupedCount(old.kernelBytes), groupedCount(now.kernelBytes));
    add(SummaryTopic::Code,
        fmt::format("instructions {} -> {}, registers {} -> {}, executable {} -> {} B", groupedCount(instructions[0]),
                    groupedCount(instructions[1]), groupedCount(registers[0]), groupedCount(registers[1]),
                    groupedCount(old_.executable->byteSize), groupedCount(now_.executable->byteSize)) +
            machineCode);
  }

  const DiffSide& old_;
  const DiffSide& now_;
  const ExecutableDiff& diff_;
  std::vector<SummaryLine> lines_;
};

}  // namespace

std::vector<SummaryLine> summaryOf(const DiffSide& old, const DiffSide& now, const ExecutableDiff& diff) {
  return Summary(old, now, diff).run();
}

}  // namespace relaxscope::diffing

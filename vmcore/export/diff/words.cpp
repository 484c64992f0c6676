// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/diff/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxShownName = 200, kMaxLaunch = 16;

char signOfPair(PairState state) {
  switch (state) {
    case PairState::Same: return '=';
    case PairState::Changed: return '~';
    case PairState::Added: return '+';
    case PairState::Removed: break;
  }
  return '-';
}

/// Adds rows up to the limit and counts the others.
class LineList {
 public:
  void add(DiffLine line) {
    if (found_.lines.size() < kMaxDiffLines) found_.lines.push_back(std::move(line));
    else ++found_.leftOut;
  }
  DiffLines take() { return std::move(found_); }

 private:
  DiffLines found_;
};

std::string times(uint64_t count, const char* what) {
  return fmt::format("{} {}{}", groupedCount(count), what, count == 1 ? "" : "s");
}

/// "fused, operands 3": the kinds of the function's changes that are shown.
std::string kindsText(const DiffReport& report, const FunctionPair& pair) {
  std::array<uint32_t, kChangeKinds> counts{};
  for (const Change& change : pair.changes)
    if (report.shows(change.kind)) ++counts[static_cast<size_t>(change.kind)];
  std::string text;
  for (size_t i = 0; i < kChangeKinds; ++i) {
    if (counts[i] == 0) continue;
    text += (text.empty() ? "" : ", ") + std::string(changeKindName(static_cast<ChangeKind>(i)));
    if (counts[i] != 1) text += " " + groupedCount(counts[i]);
  }
  return text;
}

std::string constantTypeText(const DiffSide& side, ConstIndex index) {
  const Constant* const constant = side.executable ? side.executable->constant(index) : nullptr;
  return constant == nullptr ? std::string() : printable(constantSummary(constant->value, 60));
}
std::string constantName(ConstIndex index) { return index.valid() ? fmt::format("c[{}]", index.value) : ""; }

std::string differingElements(const ElementDifference& d) {
  std::string text = fmt::format("{} of {} differ", groupedCount(d.differing), times(d.elements, "element"));
  if (d.largestAbsolute) text += fmt::format(", by {:.4g} at most", *d.largestAbsolute);
  if (d.largestRelative) text += fmt::format(" (relative {:.4g})", *d.largestRelative);
  if (d.nanOld != d.nanNow) text += fmt::format(", NaN {} -> {}", groupedCount(d.nanOld), groupedCount(d.nanNow));
  return text;
}

bool isPlainNumber(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }
/// "matmul + add -> fused_matmul_add".
std::string becameText(const Change& change) {
  constexpr size_t kMostOfText = 400;
  const auto [old, now] = elidedLists(change.oldText, change.nowText, kMostOfText);
  return diffNames(printable(old), printable(now));
}

/// "; softmax_kernel shared memory: value 3 added".
std::string launchText(const LaunchChange& change) {
  const std::string what = fmt::format("; {} {}: ", shownDiffName(change.kernel), shownDiffName(change.what));
  if (change.old.empty()) return what + shownDiffName(change.now) + " added";
  if (change.now.empty()) return what + shownDiffName(change.old) + " removed";
  return what + diffNames(shownDiffName(change.old), shownDiffName(change.now));
}

std::string bytesOf(uint64_t bytes) { return byteSizeText(static_cast<int64_t>(bytes)); }

}  // namespace

std::string shownDiffName(std::string_view name) {
  std::string text = printable(name.substr(0, kMaxShownName));
  if (name.size() > kMaxShownName) text += "...";
  return text;
}

std::string diffFunctionName(const DiffSide& side, FuncIndex function) {
  const Function* const row = side.executable ? side.executable->function(function) : nullptr;
  return row != nullptr ? shownDiffName(row->name) : std::string();
}

const char* summaryTopicText(SummaryTopic topic) {
  switch (topic) {
    case SummaryTopic::Same: return "Same";
    case SummaryTopic::Functions: return "Functions";
    case SummaryTopic::Fusion: return "Fusion";
    case SummaryTopic::Operations: return "Operations";
    case SummaryTopic::Shapes: return "Shapes";
    case SummaryTopic::Memory: return "Memory";
    case SummaryTopic::Code: return "Code";
    case SummaryTopic::Constants: return "Constants";
    case SummaryTopic::Kernels: return "Kernels";
    case SummaryTopic::Layers: break;
  }
  return "Layers";
}

std::string diffHeadline(const DiffReport& report) {
  if (report.differs())
    return report.diff.same && report.kinds.empty() ? "same up to numbering, other bytes" : "different";
  if (!report.kinds.empty() && !report.diff.same) return "no difference of these kinds";
  const std::string same = report.diff.identical ? "identical" : "same up to numbering";
  return report.diff.notCompared.empty() ? same : same + ", but not all was compared";
}

std::vector<SummaryLine> summaryLines(const DiffReport& report) {
  if (!report.kinds.empty()) return {};
  std::vector<SummaryLine> lines = report.diff.summary;
  std::erase_if(lines, [&](const SummaryLine& line) {
    return line.topic == SummaryTopic::Same &&
           (line.text == "the same in all that is compared" || line.text == "same up to numbering");
  });
  return lines;
}

std::string diffNames(const std::string& old, const std::string& now, const char* arrow) {
  return old == now || now.empty() ? old : old.empty() ? now : old + arrow + now;
}

std::string changeText(const Change& change) {
  const std::string became = becameText(change);
  return changeKindName(change.kind) + (became.empty() ? "" : ": " + became);
}

std::vector<uint32_t> changeNumbers(const FunctionPair& pair) {
  std::vector<uint32_t> numbers;
  uint32_t count = 0;
  for (const Change& change : pair.changes)
    numbers.push_back(change.oldText.empty() || change.nowText.empty() ? 0 : ++count);
  return numbers;
}

std::string numberedKind(const FunctionPair& pair, const std::vector<uint32_t>& numbers, uint32_t change) {
  const char* const kind = changeKindName(pair.changes[change].kind);
  return numbers[change] == 0 ? kind : fmt::format("{} {}", kind, numbers[change]);
}

std::string numberedText(const FunctionPair& pair, const std::vector<uint32_t>& numbers, uint32_t change) {
  return numberedKind(pair, numbers, change) + ": " + becameText(pair.changes[change]);
}

std::string functionPairText(const FunctionPair& pair) {
  if (pair.state == PairState::Added || pair.state == PairState::Removed) return pairStateName(pair.state);
  return fmt::format("{}{}, {:.2f} equal ({})", pairStateName(pair.state), pair.renamed ? ", renamed" : "", pair.score,
                     matchReasonText(pair.reason));
}

bool isShownFunction(const DiffReport& report, const FunctionPair& pair) {
  if (report.kinds.empty()) return pair.state != PairState::Same || pair.renamed;
  if (pair.renamed && report.shows(ChangeKind::FunctionRenamed)) return true;
  if (pair.state == PairState::Added) return report.shows(ChangeKind::FunctionAdded);
  if (pair.state == PairState::Removed) return report.shows(ChangeKind::FunctionRemoved);
  return std::ranges::any_of(pair.changes, [&](const Change& change) { return report.shows(change.kind); });
}

std::vector<size_t> changesWithoutRows(const DiffReport& report, const FunctionPair& pair) {
  std::vector<bool> has(pair.changes.size(), false);
  for (const InstructionRow& row : pair.rows)
    if (row.change < has.size()) has[row.change] = true;
  std::vector<size_t> found;
  for (size_t i = 0; i < has.size(); ++i)
    if (!has[i] && report.shows(pair.changes[i].kind)) found.push_back(i);
  return found;
}

DiffLines functionLines(const DiffReport& report) {
  LineList list;
  for (const FunctionPair& pair : report.diff.functions) {
    if (!isShownFunction(report, pair)) continue;
    const std::string kinds = kindsText(report, pair);
    list.add({signOfPair(pair.state), diffFunctionName(report.old, pair.old), diffFunctionName(report.now, pair.now),
              functionPairText(pair) + (kinds.empty() ? "" : ": " + kinds)});
  }
  return list.take();
}

DiffLines constantLines(const DiffReport& report) {
  LineList list;
  for (const ConstantPair& pair : report.diff.constants) {
    if (pair.state == PairState::Same || !report.shows(pair.kind)) continue;
    std::string what = diffNames(constantTypeText(report.old, pair.old), constantTypeText(report.now, pair.now));
    what += fmt::format(" {}", changeKindName(pair.kind));
    if (pair.difference) what += ": " + differingElements(*pair.difference);
    if (pair.ignored) what += " (ignored)";
    if (pair.isOperand) what += " (counts at the instructions that name it)";
    list.add({pair.ignored || pair.isOperand ? '=' : signOfPair(pair.state), constantName(pair.old),
              constantName(pair.now), what});
  }
  return list.take();
}

DiffLines kernelLines(const DiffReport& report) {
  LineList list;
  for (const KernelPair& pair : report.diff.kernels) {
    if (pair.state == PairState::Same || !report.shows(pair.kind)) continue;
    std::string what = changeKindName(pair.kind);
    if (pair.builtin) what = "builtin, " + what;
    if (pair.ignored) what += " (ignored)";
    for (size_t i = 0; i < std::min(pair.launch.size(), kMaxLaunch); ++i) what += launchText(pair.launch[i]);
    constexpr size_t kMostOfDetail = 800;
    const auto [was, is] = elidedLists(pair.oldDetail, pair.nowDetail, kMostOfDetail);
    list.add({pair.ignored ? '=' : signOfPair(pair.state), shownDiffName(pair.old), shownDiffName(pair.now), what,
              printable(was), printable(is)});
  }
  return list.take();
}

DiffLines memoryLines(const DiffReport& report) {
  LineList list;
  if (!report.shows(ChangeKind::Memory)) return {};
  for (const MemoryChange& change : report.diff.memory) {
    if (change.same) continue;
    std::string what = "peak " + diffNames(bytesOf(change.oldPeak), bytesOf(change.nowPeak));
    if (change.oldFormula != change.nowFormula &&
        !(isPlainNumber(change.oldFormula) && isPlainNumber(change.nowFormula)))
      what += fmt::format(" ({} -> {})", shownDiffName(change.oldFormula), shownDiffName(change.nowFormula));
    what += fmt::format(", storages {}, {} in all",
                        diffNames(groupedCount(change.oldStorages), groupedCount(change.nowStorages)),
                        diffNames(bytesOf(change.oldBytes), bytesOf(change.nowBytes)));
    if (!change.exact) what += "; sizes are assumed";
    list.add({'~', diffFunctionName(report.old, change.old), diffFunctionName(report.now, change.now), what});
  }
  return list.take();
}

DiffLines layerLines(const DiffReport& report) {
  LineList list;
  if (!report.kinds.empty()) return {};
  for (const LayerChange& change : report.diff.layers)
    list.add({'~', diffFunctionName(report.old, change.old), diffFunctionName(report.now, change.now),
              fmt::format("{}: {} -> {} copies", shownDiffName(change.name), groupedCount(change.oldCount),
                          groupedCount(change.nowCount))});
  return list.take();
}

DiffLines factLines(const DiffReport& report) {
  LineList list;
  for (const FileFact& fact : report.diff.facts) {
    if (!fact.provenance && !report.shows(ChangeKind::Module)) continue;
    if (fact.provenance && !report.kinds.empty()) continue;
    const char sign = fact.provenance ? '=' : fact.old.empty() ? '+' : fact.now.empty() ? '-' : '~';
    list.add({sign, shownDiffName(fact.old), shownDiffName(fact.now),
              shownDiffName(fact.what) + (fact.provenance ? " (no difference)" : "")});
  }
  return list.take();
}

DiffLines reservationLines(const DiffReport& report) {
  LineList list;
  if (!report.kinds.empty()) return {};
  for (const FunctionPair& pair : report.diff.functions) {
    std::string what;
    if (pair.renumbered) what = "registers, slots, pcs or rows of tables have other numbers";
    if (pair.independentMoves != 0)
      what +=
          (what.empty() ? "" : "; ") + times(pair.independentMoves, "independent instruction") + " in another order";
    if (pair.renamed && report.diff.same) what += (what.empty() ? "" : "; ") + std::string("another name");
    if (!what.empty())
      list.add({'=', diffFunctionName(report.old, pair.old), diffFunctionName(report.now, pair.now), what});
  }
  return list.take();
}

std::span<const DiffTable> diffTables() {
  static constexpr DiffTable kTables[] = {
      {"Constants", constantLines}, {"Kernels", kernelLines}, {"Memory", memoryLines},
      {"Layers", layerLines},       {"Files", factLines},     {"Other numbers", reservationLines},
  };
  return kTables;
}

std::vector<std::string> exactLines(const DiffReport& report) {
  if (!report.compareBytes) return {};
  if (!report.exact) return {"all bytes are equal"};
  const ByteDifference& bytes = report.exact->bytes;
  std::vector<std::string> lines;
  lines.push_back(fmt::format("first at byte {} (0x{:x}) of {} and {}; {} in all", groupedCount(bytes.offset),
                              bytes.offset, groupedCount(bytes.oldSize), groupedCount(bytes.nowSize),
                              times(bytes.differing, "byte")));
  const auto place = [](const char* side, const std::string& text) {
    return fmt::format("{}: {}", side, text.empty() ? "no field of the file" : printable(text));
  };
  lines.push_back(place("old", report.exact->oldPlace));
  lines.push_back(place("new", report.exact->nowPlace));
  return lines;
}

}  // namespace relaxscope

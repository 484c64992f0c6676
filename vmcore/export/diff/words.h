// SPDX-License-Identifier: Apache-2.0
// Internal to export. The sentences of a comparison, shared by its forms. All texts are printable: names of the files
// are escaped, on one line and of bounded length.
#pragma once

#include <string>
#include <vector>

#include "vmcore/export/diff/exporter.h"

namespace relaxscope {

/// A row of a table of differences.
struct DiffLine {
  char sign = '~';       ///< '-' removed, '+' added, '~' changed, '=' no difference
  std::string old, now;  ///< names or numbers; empty where a side has none
  std::string what;
  std::string oldDetail = {}, nowDetail = {};  ///< what differs, where it is long: signatures of kernels
};
struct DiffLines {
  std::vector<DiffLine> lines;
  size_t leftOut = 0;  ///< rows beyond the limit
};
inline constexpr size_t kMaxDiffLines = 2000;

/// A name of a file, printable and shortened.
std::string shownDiffName(std::string_view name);
std::string diffFunctionName(const DiffSide& side, FuncIndex function);
/// "Fusion".
const char* summaryTopicText(SummaryTopic topic);
/// "identical", "same up to numbering, but not all was compared", "different".
std::string diffHeadline(const DiffReport& report);
/// The lines of the summary, without one that only repeats the headline; none if only some kinds are shown.
std::vector<SummaryLine> summaryLines(const DiffReport& report);
/// "fused: matmul + add -> fused_matmul_add".
std::string changeText(const Change& change);
/// By change of the function: its number among those that say what became what, from 1 on; 0 for the others, which are
/// named at their instructions only.
std::vector<uint32_t> changeNumbers(const FunctionPair& pair);
/// "fused 1": the kind, and the number if it has one.
std::string numberedKind(const FunctionPair& pair, const std::vector<uint32_t>& numbers, uint32_t change);
/// "fused 1: matmul + add -> fused_matmul_add".
std::string numberedText(const FunctionPair& pair, const std::vector<uint32_t>& numbers, uint32_t change);
/// "changed, 0.71 equal (same name, changed code)".
std::string functionPairText(const FunctionPair& pair);
/// "old", "old -> new".
std::string diffNames(const std::string& old, const std::string& now, const char* arrow = " -> ");
/// Whether the function is a difference of a kind that the report shows.
bool isShownFunction(const DiffReport& report, const FunctionPair& pair);
/// Rows of FunctionPair::changes that are shown and that no instruction belongs to, such as another signature.
std::vector<size_t> changesWithoutRows(const DiffReport& report, const FunctionPair& pair);

DiffLines functionLines(const DiffReport& report);
DiffLines constantLines(const DiffReport& report);
DiffLines kernelLines(const DiffReport& report);
DiffLines memoryLines(const DiffReport& report);
DiffLines layerLines(const DiffReport& report);
DiffLines factLines(const DiffReport& report);
/// What is no difference but not identical: renumbered functions, independent order, ignored differences.
DiffLines reservationLines(const DiffReport& report);

/// The tables of a report below its functions, in order; empty ones too.
struct DiffTable {
  const char* title;
  DiffLines (*lines)(const DiffReport&);
};
std::span<const DiffTable> diffTables();
/// "byte 1234 (0x4d2) of 5678 and 5680; 12 bytes differ", then a line per side with its place.
std::vector<std::string> exactLines(const DiffReport& report);

}  // namespace relaxscope

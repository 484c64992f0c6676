// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/diff/kernel_texts.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"
#include "vmcore/export/diff/words.h"

namespace relaxscope {
namespace {

bool isAskedFor(const DiffReport& report, const KernelPair& pair) {
  if (report.kernels.empty())
    return pair.state == PairState::Changed && pair.kind == ChangeKind::KernelRetuned && !pair.ignored &&
           report.shows(pair.kind);
  const auto isNamed = [&](const std::string& name) {
    return !name.empty() && std::ranges::find(report.kernels, name) != report.kernels.end();
  };
  return isNamed(pair.old) || isNamed(pair.now);
}

std::string namesOf(const ShownKernelText& kernel) {
  return diffNames(shownDiffName(kernel.pair->old), shownDiffName(kernel.pair->now));
}

uint32_t firstLine(const KernelTextHunk& hunk, uint32_t KernelTextRow::* side) {
  for (const KernelTextRow& row : hunk.rows)
    if (row.*side != 0) return row.*side;
  return 0;
}
size_t linesOf(const KernelTextHunk& hunk, uint32_t KernelTextRow::* side) {
  return static_cast<size_t>(
      std::ranges::count_if(hunk.rows, [&](const KernelTextRow& row) { return row.*side != 0; }));
}
std::string lineText(uint32_t line, size_t width) {
  return fmt::format("{:>{}}", line == 0 ? std::string() : std::to_string(line), width);
}

}  // namespace

ShownKernelTexts shownKernelTexts(const DiffReport& report, size_t mostKernels, size_t mostRows) {
  ShownKernelTexts out;
  KernelTextLimits limits;
  limits.mostRows = mostRows;
  for (const KernelPair& pair : report.diff.kernels) {
    if (!isAskedFor(report, pair)) continue;
    if (report.kernels.empty() && out.kernels.size() == mostKernels) {
      ++out.leftOut;
      continue;
    }
    out.kernels.push_back({&pair, kernelTextDiff(report.old, report.now, pair, {}, limits)});
    for (const KernelTextPart& part : out.kernels.back().text.parts)
      for (const KernelTextHunk& hunk : part.hunks) limits.mostRows -= std::min(limits.mostRows, hunk.rows.size());
    // What is the same in all that has a text: the table says what differs.
    if (report.kernels.empty() && out.kernels.back().text.parts.empty()) out.kernels.pop_back();
  }
  return out;
}

std::string kernelPartText(const ShownKernelText& kernel, const KernelTextPart& part) {
  return fmt::format("{}: {}, {} {} removed, {} added of {} and {}", namesOf(kernel), shownDiffName(part.title),
                     groupedCount(part.removed), part.removed == 1 ? "line" : "lines", groupedCount(part.added),
                     groupedCount(part.oldLines), groupedCount(part.nowLines));
}

std::string equalKernelText(const ShownKernelText& kernel) {
  const bool both = !kernel.pair->old.empty() && !kernel.pair->now.empty();
  return namesOf(kernel) + (both ? ": equal in all code that was compared" : ": only in one file");
}

std::string kernelPartNote(const KernelTextPart& part) {
  std::string text = part.note.empty() ? "" : "not compared: " + printable(part.note);
  if (part.leftOut != 0)
    text += fmt::format("{}{} more {} left out", text.empty() ? "" : "; ", groupedCount(part.leftOut),
                        part.leftOut == 1 ? "row is" : "rows are");
  return text;
}

void writeKernelPart(const KernelTextPart& part, const std::function<bool(DiffRole, const std::string&)>& line) {
  const size_t width = std::to_string(std::max(part.oldLines, part.nowLines)).size();
  for (const KernelTextHunk& hunk : part.hunks) {
    const std::string range = fmt::format(
        "@@ -{},{} +{},{} @@", firstLine(hunk, &KernelTextRow::oldLine), linesOf(hunk, &KernelTextRow::oldLine),
        firstLine(hunk, &KernelTextRow::nowLine), linesOf(hunk, &KernelTextRow::nowLine));
    if (!line(DiffRole::Hunk, range)) return;
    for (const KernelTextRow& row : hunk.rows) {
      const bool isOld = row.state == RowState::Removed, isNew = row.state == RowState::Added;
      const DiffRole role = isOld ? DiffRole::Removed : isNew ? DiffRole::Added : DiffRole::Plain;
      if (!line(role, fmt::format("{}{} {}  {}",
                                  isOld   ? '-'
                                  : isNew ? '+'
                                          : ' ',
                                  lineText(row.oldLine, width), lineText(row.nowLine, width),
                                  printable(isOld ? row.oldText : row.nowText))))
        return;
    }
  }
  if (const std::string note = kernelPartNote(part); !note.empty()) line(DiffRole::Note, "# " + note);
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"
#include "vmcore/export/diff/hunks.h"
#include "vmcore/export/diff/kernel_texts.h"
#include "vmcore/export/diff/unified_listing.h"
#include "vmcore/export/diff/words.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxTextRows = 200'000;

class DiffTextWriter {
 public:
  DiffTextWriter(const DiffReport& report, const DiffSink& sink) : report_(report), sink_(sink) {}

  void write() {
    put(DiffRole::Heading, fmt::format("--- {}\n", shownDiffName(report_.oldPath)));
    put(DiffRole::Heading, fmt::format("+++ {}\n", shownDiffName(report_.nowPath)));
    put(DiffRole::Heading, diffHeadline(report_) + "\n");
    for (const std::string& line : exactLines(report_)) put(DiffRole::Note, "bytes: " + line + "\n");
    writeSummary();
    if (!report_.summaryOnly) {
      writeFunctions();
      for (const DiffTable& table : diffTables()) writeTable(table);
      if (!report_.kernels.empty()) writeKernelTexts();
    }
    for (const std::string& what : report_.diff.notCompared)
      put(DiffRole::Note, "not compared: " + shownDiffName(what) + "\n");
  }

 private:
  void writeSummary() {
    const std::vector<SummaryLine> lines = summaryLines(report_);
    size_t width = 0;
    for (const SummaryLine& line : lines)
      width = std::max(width, std::string_view(summaryTopicText(line.topic)).size());
    for (const SummaryLine& line : lines)
      put(DiffRole::Plain, fmt::format("{:<{}}  {}\n", summaryTopicText(line.topic), width, printable(line.text)));
  }

  void writeFunctions() {
    UnifiedListing listing(report_, kMaxTextRows);
    for (const FunctionPair& pair : report_.diff.functions) {
      if (stopped_ || !isShownFunction(report_, pair)) continue;
      const std::string names =
          diffNames(diffFunctionName(report_.old, pair.old), diffFunctionName(report_.now, pair.now));
      put(DiffRole::Plain, "\n");
      put(DiffRole::Heading, fmt::format("function {}: {}\n", names, functionPairText(pair)));
      listing.write(pair, [&](DiffRole role, const std::string& line) { return put(role, line + "\n"); });
    }
  }

  void writeTable(const DiffTable& table) {
    const DiffLines lines = table.lines(report_);
    if (lines.lines.empty() || stopped_) return;
    put(DiffRole::Plain, "\n");
    put(DiffRole::Heading, fmt::format("{}\n", table.title));
    for (const DiffLine& line : lines.lines) {
      const DiffRole role = line.sign == '-'   ? DiffRole::Removed
                            : line.sign == '+' ? DiffRole::Added
                            : line.sign == '~' ? DiffRole::Change
                                               : DiffRole::Note;
      if (!put(role, fmt::format("{} {}: {}\n", line.sign, diffNames(line.old, line.now), line.what))) return;
      if (!line.oldDetail.empty()) put(DiffRole::Removed, fmt::format("  - {}\n", line.oldDetail));
      if (!line.nowDetail.empty()) put(DiffRole::Added, fmt::format("  + {}\n", line.nowDetail));
    }
    if (lines.leftOut != 0)
      put(DiffRole::Note, fmt::format("  and {} more\n", groupedNumber(static_cast<int64_t>(lines.leftOut))));
  }

  void writeKernelTexts() {
    const ShownKernelTexts shown = shownKernelTexts(report_, report_.kernels.size(), kMaxTextRows);
    for (const ShownKernelText& kernel : shown.kernels) {
      if (kernel.text.parts.empty()) put(DiffRole::Heading, "\nkernel " + equalKernelText(kernel) + "\n");
      for (const KernelTextPart& part : kernel.text.parts) {
        put(DiffRole::Heading, "\nkernel " + kernelPartText(kernel, part) + "\n");
        writeKernelPart(part, [&](DiffRole role, const std::string& line) { return put(role, line + "\n"); });
      }
    }
  }

  bool put(DiffRole role, const std::string& text) {
    stopped_ = stopped_ || !sink_(role, text);
    return !stopped_;
  }

  const DiffReport& report_;
  const DiffSink& sink_;
  bool stopped_ = false;
};

}  // namespace

void writeDiffText(const DiffReport& report, const DiffSink& sink) { DiffTextWriter(report, sink).write(); }

}  // namespace relaxscope

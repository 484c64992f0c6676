// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "vmcore/export/diff/exporter.h"

namespace relaxscope {
namespace {

void writePlainDiff(const DiffReport& report, const TextSink& sink) {
  writeDiffText(report, [&](DiffRole, std::string_view piece) { return sink(piece); });
}

constexpr DiffExporter kDiffExporters[] = {
    {"text", "Differences as text", ".diff", writePlainDiff},
    {"json", "Differences as JSON", ".json", writeDiffJson},
    {"markdown", "Differences as Markdown", ".md", writeDiffMarkdown},
    {"html", "Differences as a page", ".html", writeDiffHtml},
};

}  // namespace

std::span<const DiffExporter> diffExporters() { return kDiffExporters; }

bool DiffReport::shows(ChangeKind kind) const { return kinds.empty() || std::ranges::find(kinds, kind) != kinds.end(); }

bool DiffReport::differs() const {
  if (exact) return true;
  if (kinds.empty()) return !diff.same;
  return std::ranges::any_of(kinds, [&](ChangeKind kind) { return diff.counts[static_cast<size_t>(kind)] != 0; });
}

}  // namespace relaxscope

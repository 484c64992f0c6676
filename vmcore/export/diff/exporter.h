// SPDX-License-Identifier: Apache-2.0
// A comparison of two executables as text: for a terminal, scripts, code review and a browser. Names and bytes of the
// files are escaped in every form, output is streamed, and what exceeds a form's limit is counted, never dropped
// silently.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/analysis/diff/diff.h"
#include "vmcore/base/text_sink.h"
#include "vmcore/export/diff/section.h"

namespace relaxscope {

class JsonWriter;

/// Where the bytes of two files differ first.
struct ExactDifference {
  ByteDifference bytes;
  std::string oldPlace, nowPlace;  ///< "executable > function table > num_args: 2"; empty if unknown
};

/// All that is written about a comparison.
struct DiffReport {
  DiffSide old, now;
  const ExecutableDiff& diff;
  std::string oldPath, nowPath;               ///< as the user gave them
  std::vector<ChangeKind> kinds = {};         ///< only differences of these; empty: all
  std::vector<std::string> kernels = {};      ///< whose code is shown line by line; empty: those re-tuned, in text none
  bool summaryOnly = false;                   ///< without functions, constants, kernels, memory and layers
  bool compareBytes = false;                  ///< whether `exact` was asked for
  std::optional<ExactDifference> exact = {};  ///< nothing if all bytes are equal, or were not compared
  std::function<void(JsonWriter&)> further = {};  ///< writes further fields of the JSON form
  std::vector<DiffSection> sections = {};         ///< of Markdown and HTML, after the summary

  [[nodiscard]] bool shows(ChangeKind kind) const;
  /// Whether a difference that is not ignored is left in what was asked for.
  [[nodiscard]] bool differs() const;
};

/// Parts of the text form, for colours.
enum class DiffRole : uint8_t { Plain, Heading, Hunk, Removed, Added, Change, Moved, Note };
/// Receives pieces of text in order; returns false to stop the writer.
using DiffSink = std::function<bool(DiffRole, std::string_view)>;
/// As `git diff` prints changes: "-" and "+" lines among lines of context, and the kind of each change before it.
void writeDiffText(const DiffReport& report, const DiffSink& sink);
/// The object of docs/cli.md.
void writeDiffJson(const DiffReport& report, const TextSink& sink);
/// For a review: tables, and a fenced unified diff of each function.
void writeDiffMarkdown(const DiffReport& report, const TextSink& sink);
/// One page that needs nothing from elsewhere and no script.
void writeDiffHtml(const DiffReport& report, const TextSink& sink);

/// Rows for menus and `--format`.
struct DiffExporter {
  const char* id;
  const char* title;
  const char* suffix;
  void (*write)(const DiffReport&, const TextSink&);
};
std::span<const DiffExporter> diffExporters();

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// A comparison of two profiles as text: for a terminal, scripts and tables. Names are escaped in every form.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/base/text_sink.h"
#include "vmcore/export/diff/section.h"
#include "vmcore/trace/compare/trace_comparison.h"

namespace relaxscope {

/// All that is written about it.
struct TimesReport {
  std::string oldName, newName;  ///< of the files
  const TraceComparison& comparison;
  const TraceInfo &old, &now;
  // Of the text alone: lines of the head, and columns at the end of the table, the first two right-aligned.
  std::vector<std::pair<std::string, std::string>> furtherLines = {};
  std::vector<std::string> furtherTitles = {};
  std::function<std::vector<std::string>(const ComparedRow&)> furtherCells = {};
};

/// Parts of the text form, for colours.
enum class TimesRole : uint8_t { Plain, Sum, Less, More };
/// Receives pieces of text in order; returns false to stop the writer.
using TimesSink = std::function<bool(TimesRole, std::string_view)>;
/// The summary, what it is of, and the table: groups with their rows, their sum, what is not attributed, and the run.
void writeTimesText(const TimesReport& report, const TimesSink& sink);
/// The same as a section of the report of a comparison.
DiffSection timesSection(const TimesReport& report);
/// The object of docs/cli.md.
void writeTimesJson(const TimesReport& report, const TextSink& sink);
/// A line per row, in the order of the text, then the sum, what is not attributed, and the run.
void writeTimesCsv(const TimesReport& report, const TextSink& sink);

/// Rows for menus.
struct TimesExporter {
  const char* id;
  const char* title;
  const char* suffix;
  void (*write)(const TimesReport&, const TextSink&);
};
std::span<const TimesExporter> timesExporters();

/// "matmul", "matmul -> matmul1", "matmul at main:7 -> matmul at main:5", with what kind of event it is.
std::string comparedRowText(const TimesReport& report, const ComparedRow& row);

}  // namespace relaxscope

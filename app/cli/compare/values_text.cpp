// SPDX-License-Identifier: Apache-2.0
#include "app/cli/compare/values_text.h"

#include <fmt/format.h>

#include <optional>

#include "vmcore/base/text/text.h"
#include "vmcore/run/compare/row_values.h"

namespace relaxscope::cli {
namespace {

std::string figure(const std::optional<double>& value) { return value ? fmt::format("{:.3g}", *value) : "0"; }
/// Largest absolute and relative error, and counts of NaN and infinities: "1.2e-06", "3e-05", "NaN 0 -> 2".
std::vector<std::string> valueCells(const std::optional<ValueDifference>& values) {
  if (!values) return {};
  if (!values->notCompared.empty()) return {"", "", "not compared: " + values->notCompared};
  const ElementDifference& e = values->elements;
  std::string odd;
  if (e.nanOld + e.nanNow > 0) odd = fmt::format("NaN {} -> {}", e.nanOld, e.nanNow);
  if (values->infinitiesOld + values->infinitiesNew > 0)
    odd += fmt::format("{}inf {} -> {}", odd.empty() ? "" : ", ", values->infinitiesOld, values->infinitiesNew);
  if (e.differing == 0) return {"equal", "", odd};
  return {figure(e.largestAbsolute), figure(e.largestRelative), odd};
}

std::string resultText(const std::string& name, const ValueDifference& difference) {
  if (!difference.notCompared.empty()) return fmt::format("; {}: {}", name, difference.notCompared);
  if (difference.elements.differing == 0) return fmt::format("; {} equal", name);
  return fmt::format("; {} differs by up to {}", name, figure(difference.elements.largestAbsolute));
}
/// "first difference in the order of the run: matmul at main:7, 3 of 64 elements, largest 1.2e-06 (relative 3e-05)".
std::string valuesText(const TraceInfo& old, const ValueComparison& v) {
  const auto number = [](uint64_t value) { return groupedNumber(static_cast<int64_t>(value)); };
  const auto name = [&](uint32_t row) {
    return row < old.functionNames.size() ? old.functionNames[row] : std::string("?");
  };
  std::string text = v.outputs.empty() ? "no output of a call was compared"
                                       : fmt::format("{} outputs of calls are equal", number(v.outputs.size()));
  if (v.firstDivergence) {
    const ComparedOutput& first = v.outputs[*v.firstDivergence];
    const ElementDifference& e = first.difference.elements;
    text = fmt::format("first difference in the order of the run: {} at {}:{}, ", name(first.place.oldCallee),
                       name(first.place.old.function), first.place.old.pc);
    text += !first.difference.notCompared.empty()
                ? first.difference.notCompared
                : fmt::format("{} of {} elements, largest {} (relative {})", number(e.differing), number(e.elements),
                              figure(e.largestAbsolute), figure(e.largestRelative));
  }
  for (const auto& [result, difference] : v.results) text += resultText(result, difference);
  return v.notCaptured > 0 ? text + fmt::format("; {} tensors were not kept", number(v.notCaptured)) : text;
}

}  // namespace

void addValues(TimesReport& report, const ValueComparison& values) {
  report.furtherLines.emplace_back("Values", valuesText(report.old, values));
  report.furtherTitles = {"ERROR", "RELATIVE", ""};
  report.furtherCells = [grouping = report.comparison.grouping, &values](const ComparedRow& row) {
    return valueCells(valuesOfRow(values, row, grouping));
  };
}

}  // namespace relaxscope::cli

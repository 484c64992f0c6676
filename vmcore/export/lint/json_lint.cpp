// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/lint/json_lint.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/json/writer.h"
#include "vmcore/export/json_tables.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;
constexpr size_t kListedSites = 1000;  // of a part

std::string functionNameAt(const Executable& executable, FuncIndex index) {
  const Function* const function = executable.function(index);
  return function == nullptr ? std::string() : function->name;
}

void writePlace(const Executable& executable, const LintSite& place, JsonWriter& json) {
  if (place.function.valid()) json.field("function", functionNameAt(executable, place.function));
  if (place.pc.valid()) json.field("pc", place.pc.value);
  if (place.constant.valid()) json.field("constant", place.constant.value);
  if (!place.kernel.empty()) json.field("kernel", place.kernel);
}

void writePart(const Executable& executable, const LintPart& part, const double* ns, JsonWriter& json) {
  json.beginObject(Layout::Inline).field("what", part.what).field("detail", part.detail).field("count", part.count);
  std::vector<int64_t> pcs, constants;
  std::vector<std::string> names;
  for (const LintSite& site : part.sites) {
    if (pcs.size() + constants.size() + names.size() == kListedSites) break;
    if (site.pc.valid()) pcs.push_back(site.pc.value);
    else if (site.constant.valid()) constants.push_back(site.constant.value);
    else if (!site.kernel.empty()) names.push_back(site.kernel);
    else if (site.function.valid()) names.push_back(functionNameAt(executable, site.function));
  }
  if (!pcs.empty()) json.field("pcs", pcs);
  if (!constants.empty()) json.field("constants", constants);
  if (!names.empty()) json.field("names", names);
  if (ns != nullptr) json.field("cost_ns", *ns);
  json.end();
}

void writeFinding(const FindingsReport& report, size_t row, JsonWriter& json) {
  const LintFinding& finding = report.lint.all[row];
  const LintRuleRow& rule = lintRule(finding.rule);
  const FindingCost* const cost = row < report.costs.size() && report.costs[row] ? &*report.costs[row] : nullptr;
  json.beginObject()
      .field("severity", rule.severity == Severity::Info ? "info" : "warning")
      .field("rule", rule.id)
      .field("title", rule.title);
  json.field("message", finding.message);
  LintSite place = finding.place();
  if (finding.function.valid()) place.function = finding.function;
  writePlace(report.executable, place, json);
  json.field("count", finding.count);
  if (cost != nullptr) json.field("cost_ns", cost->ns).field("share", cost->share);
  json.key("parts").beginArray();
  for (size_t i = 0; i < finding.parts.size(); ++i)
    writePart(report.executable, finding.parts[i], cost != nullptr ? &cost->partsNs[i] : nullptr, json);
  json.end().end();
}

void writeList(const FindingsReport& report, JsonWriter& json) {
  json.beginArray();
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info})
    for (size_t i = 0; i < report.lint.all.size(); ++i)
      if (lintRule(report.lint.all[i].rule).severity == severity) writeFinding(report, i, json);
  json.end();
}

void writeComplete(const FindingsReport& report, JsonWriter& json) {
  json.field("complete", report.lint.complete);
  if (!report.lint.complete) json.field("incomplete_reason", report.lint.incompleteReason());
}

}  // namespace

void writeLintJson(const FindingsReport& report, const TextSink& sink) {
  JsonWriter json(sink);
  json.beginDocument().key("lint");
  writeList(report, json);
  writeComplete(report, json);
  json.end();
}

std::string sitesText(const LintPart& part) {
  const auto text = [&](const LintSite& site) {
    if (site.pc.valid()) return std::to_string(site.pc.value);
    if (site.constant.valid()) return fmt::format("c[{}]", site.constant.value);
    return std::string();
  };
  if (part.sites.empty() || text(part.sites.front()).empty()) return {};
  std::string out = part.sites.front().pc.valid() ? "pc " : "";
  const size_t count = part.sites.size();
  const bool all = part.count == count;
  constexpr size_t kShown = 3;
  for (size_t i = 0; i < std::min(count, kShown); ++i) {
    const bool last = i + 1 == kShown;
    if (last && all && count > kShown) out += ", ...";
    out += (i == 0 ? "" : ", ") + text(last && all ? part.sites.back() : part.sites[i]);
  }
  return all ? out : out + ", ...";
}

void writeReportJson(const FindingsReport& report, const TextSink& sink) {
  JsonWriter json(sink);
  json.beginDocument();
  const auto count = [&](Severity severity) {
    return static_cast<uint64_t>(report.findings.count(severity) + report.lint.count(severity));
  };
  json.field("errors", count(Severity::Error)).field("warnings", count(Severity::Warning));
  json.field("remarks", count(Severity::Info)).key("findings");
  writeFindingsList(report.executable, report.findings, json);
  json.key("lint");
  writeList(report, json);
  writeComplete(report, json);
  json.end();
}

}  // namespace relaxscope

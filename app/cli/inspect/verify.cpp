// SPDX-License-Identifier: Apache-2.0
// rscope verify: prints the findings of the readers, the verifier and the linter.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "app/cli/files.h"
#include "app/cli/inspect/commands.h"
#include "app/cli/output.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/json_tables.h"
#include "vmcore/export/lint/json_lint.h"
#include "vmcore/export/lint/rule_pages.h"
#include "vmcore/run/open.h"

namespace relaxscope::cli {
namespace {

constexpr size_t kShownParts = 8;

const char* colourOfSeverity(Severity severity) {
  switch (severity) {
    case Severity::Error: return "\x1b[1;31m";
    case Severity::Warning: return "\x1b[1;33m";
    case Severity::Info: break;
  }
  return "\x1b[1m";
}

/// Colours are written without the terminal's escaping; text of the file never is.
void writeSeverity(Severity severity, Output& out) {
  if (out.colours()) out.writeColour(colourOfSeverity(severity));
  out.write(severityName(severity));
  if (out.colours()) out.writeColour("\x1b[0m");
}

std::string costText(double ns, double share) { return fmt::format("{}, {:.1f} %", durationText(ns), share * 100); }

/// "  transpose  12x  f32[192, 64] -> f32[64, 192]  pc 14, 104, ..., 984  53.8 µs".
void writeParts(const LintFinding& finding, const FindingCost* cost, Output& out) {
  const size_t shown = std::min(finding.parts.size(), kShownParts);
  std::vector<std::array<std::string, 5>> rows;
  for (size_t i = 0; i < shown; ++i) {
    const LintPart& part = finding.parts[i];
    rows.push_back({part.what, fmt::format("{}x", part.count), part.detail, sitesText(part),
                    cost != nullptr ? durationText(cost->partsNs[i]) : ""});
  }
  std::array<size_t, 5> widths{};
  for (const auto& row : rows)
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  for (const auto& row : rows) {
    std::string line;
    for (size_t c = 0; c < row.size(); ++c)
      if (widths[c] != 0) line += fmt::format("  {:<{}}", row[c], widths[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    out.write(line + "\n");
  }
  if (finding.parts.size() > shown) out.write(fmt::format("  and {} more\n", finding.parts.size() - shown));
}

void writeLint(const FindingsReport& report, size_t row, Output& out) {
  const LintFinding& finding = report.lint.all[row];
  const LintRuleRow& rule = lintRule(finding.rule);
  const FindingCost* const cost = row < report.costs.size() && report.costs[row] ? &*report.costs[row] : nullptr;
  const Function* const function = report.executable.function(finding.function);
  writeSeverity(rule.severity, out);
  out.write(fmt::format(": {}{}. {}", function != nullptr ? printable(function->name) + ": " : "", rule.title,
                        printable(finding.message)));
  if (cost != nullptr)
    out.write(fmt::format(" ({}{})", cost->lowerBound ? "at least " : "", costText(cost->ns, cost->share)));
  out.write(fmt::format(" [{}]\n", rule.id));
  writeParts(finding, cost, out);
}

void writeDiagnostic(const Diagnostic& finding, Output& out) {
  writeSeverity(finding.severity, out);
  const std::string place = finding.byteOffset ? fmt::format(" (byte {})", *finding.byteOffset) : "";
  out.write(fmt::format(": {}{} [{}]\n", printable(finding.message), place, finding.rule));
}

/// One line per finding of the verifier, errors first, and for each of the linter one with its parts below; then the
/// counts.
void writeFindingsText(const FindingsReport& report, Output& out) {
  std::array<size_t, 3> counts{};
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info}) {
    for (const Diagnostic& finding : report.findings.all())
      if (finding.severity == severity) writeDiagnostic(finding, out);
    for (size_t i = 0; i < report.lint.all.size(); ++i)
      if (lintRule(report.lint.all[i].rule).severity == severity) writeLint(report, i, out);
    counts[static_cast<size_t>(severity)] = report.findings.count(severity) + report.lint.count(severity);
  }
  const auto plural = [](size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  out.write(
      fmt::format("{}, {}, {}\n", plural(counts[0], "error"), plural(counts[1], "warning"), plural(counts[2], "note")));
  if (!report.lint.complete)
    out.write(fmt::format("incomplete: {}; findings may be missing\n", report.lint.incompleteReason()));
}

/// The rules of verifier and linter: severity, id, and what they promise or find.
void writeRules(Output& out) {
  TextTable table({"severity", "rule", "summary"});
  for (const RuleRow& rule : verifierRules()) table.add({severityName(rule.severity), rule.id, rule.summary});
  for (const LintRuleRow& rule : lintRules()) table.add({severityName(rule.severity), rule.id, rule.title});
  table.write(out);
}

/// The costs of findings in a profile of the same program; an error if it is of another one.
Result<std::vector<std::optional<FindingCost>>> costsIn(const std::string& profile, const Executable& executable,
                                                        const LintFindings& findings) {
  RS_TRY(const std::shared_ptr<const Trace> trace, recordingOf(profile, executable));
  return findingCosts(findings, computeStatistics(*trace, Grouping::Site));
}

bool isFound(const FindingsReport& report, const std::string& level) {
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info}) {
    if (report.findings.count(severity) + report.lint.count(severity) != 0) return true;
    if (level == (severity == Severity::Info ? "info" : severityName(severity))) return false;
  }
  return false;
}

int writeFindings(const VerifyOptions& options, const FindingsReport& report) {
  return writeOutput("", [&](Output& out) {
    if (options.format == "sarif") writeSarif(report, out.sink());
    else if (options.format == "json" && options.lint) writeReportJson(report, out.sink());
    else if (options.format == "json") writeFindingsJson(report.executable, report.findings, out.sink());
    else writeFindingsText(report, out);
  });
}

int verifyFile(const VerifyOptions& options) {
  return withFile(options.file, [&](const LoadedFile& file) {
    const Diagnostics findings = findingsOf(*file.executable, &file);
    LintFindings found;
    if (options.lint) found = *lint(FunctionFacts(file.executable), &file);
    FindingsReport report{*file.executable, findings, found, {}, options.file, file.executableOffset};
    if (!options.profile.empty()) {
      auto costs = costsIn(options.profile, *file.executable, found);
      if (!costs.ok()) return fail(options.profile, costs.error());
      report.costs = *std::move(costs);
    }
    const int code = writeFindings(options, report);
    return code != kDone ? code : isFound(report, options.failOn) ? kFound : kDone;
  });
}

int explainRule(const std::string& id) {
  const std::string_view page = rulePage(id);
  if (page.empty()) return fail("verify", fmt::format("no rule {}; --rules lists them", id));
  return writeOutput("", [&](Output& out) { out.write(page); });
}

}  // namespace

int verifyCommand(const VerifyOptions& given) {
  VerifyOptions options = given;
  if (options.rules) return writeOutput("", writeRules);
  if (!options.explain.empty()) return explainRule(options.explain);
  if (options.file.empty()) return fail("command line", "FILE is required");
  if (options.asJson) options.format = "json";
  if (!options.lint && (options.format == "sarif" || !options.profile.empty())) options.lint = true;
  return verifyFile(options);
}

}  // namespace relaxscope::cli

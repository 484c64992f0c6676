// SPDX-License-Identifier: Apache-2.0
// rscope verify: prints the findings of the readers, the verifier and the linter.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/inspect/lint_text.h"
#include "app/cli/output.h"
#include "vmcore/export/json_tables.h"
#include "vmcore/export/lint/rule_pages.h"
#include "vmcore/run/open.h"

namespace relaxscope::cli {
namespace {

struct VerifyOptions {
  std::string file, profile, format, failOn = "error", explain;
  bool lint = false, asJson = false, rules = false;
};

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

int writeReport(const VerifyOptions& options, const FindingsReport& report) {
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
    const int code = writeReport(options, report);
    return code != kDone ? code : isFound(report, options.failOn) ? kFound : kDone;
  });
}

int explain(const std::string& id) {
  const LintRuleRow* const rule = findLintRule(id);
  if (rule == nullptr) return fail("verify", fmt::format("no rule {}; --rules lists them", id));
  return writeOutput("", [&](Output& out) { out.write(rulePage(rule->rule)); });
}

int verifyCommand(const VerifyOptions& given) {
  VerifyOptions options = given;
  if (options.rules) return writeOutput("", writeRules);
  if (!options.explain.empty()) return explain(options.explain);
  if (options.file.empty()) return fail("command line", "FILE is required");
  if (options.asJson) options.format = "json";
  if (!options.lint && (options.format == "sarif" || !options.profile.empty())) options.lint = true;
  return verifyFile(options);
}

}  // namespace

Runner configureVerify(CLI::App& command) {
  auto options = std::make_shared<VerifyOptions>();
  command.add_option("FILE", options->file,
                     "Library, executable bytes, text, python or JSON form; - is standard input");
  command.add_flag("--lint", options->lint, "Also what runs without need, and what is likely to be a mistake");
  command.add_option("--format", options->format, "text, json or sarif (SARIF 2.1.0, with --lint)")
      ->check(CLI::IsMember({"text", "json", "sarif"}));
  command.add_flag("--json", options->asJson, "As --format json")->excludes("--format");
  command.add_option("--fail-on", options->failOn, "Exit code 1 from this severity on: error (default), warning, info")
      ->check(CLI::IsMember({"error", "warning", "info"}));
  command.add_option("--profile", options->profile, "Profile of the same program: times of findings, with --lint");
  command.add_flag("--rules", options->rules, "List all rules");
  command.add_option("--explain", options->explain, "Print the page of a rule of the linter");
  command.footer(
      "Exit code 1 where there is an error; --fail-on counts the linter's findings too. JSON fields: errors warnings\n"
      "remarks findings [severity (error, warning, info) rule message function pc constant byte], with --lint also\n"
      "lint [severity rule title message function pc constant kernel count cost_ns share\n"
      "parts [what detail count pcs constants names cost_ns]] complete; unknown parts of the place are omitted.");
  return [options] { return verifyCommand(*options); };
}

}  // namespace relaxscope::cli

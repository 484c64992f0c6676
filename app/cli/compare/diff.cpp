// SPDX-License-Identifier: Apache-2.0
// rscope diff: what changed between two executables; also as git's external diff program.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "app/cli/compare/commands.h"
#include "app/cli/compare/compare.h"
#include "app/cli/compare/run_pair.h"
#include "app/cli/compare/sides.h"
#include "app/cli/output.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/diff/exporter.h"
#include "vmcore/export/diff/function_name.h"
#include "vmcore/export/match_of_diff.h"
#include "vmcore/export/times/exporter.h"

namespace relaxscope::cli {
namespace {

const char* colourOfRole(DiffRole role) {
  switch (role) {
    case DiffRole::Heading: return "\x1b[1m";
    case DiffRole::Hunk: return "\x1b[36m";
    case DiffRole::Removed: return "\x1b[34m";
    case DiffRole::Added: return "\x1b[33m";
    case DiffRole::Change: return "\x1b[35m";
    case DiffRole::Moved:
    case DiffRole::Note: return "\x1b[2m";
    case DiffRole::Plain: break;
  }
  return "";
}

/// Colours are written without the terminal's escaping; text of the files never is.
void writeColoured(const DiffReport& report, Output& out) {
  writeDiffText(report, [&](DiffRole role, std::string_view piece) {
    if (role == DiffRole::Plain || !out.colours()) return out.write(piece);
    // A colour ends before the end of its line, as pagers expect.
    const size_t end = piece.find_last_not_of('\n') + 1;
    out.writeColour(colourOfRole(role));
    out.write(piece.substr(0, end));
    out.writeColour("\x1b[0m");
    return out.write(piece.substr(end));
  });
}

void writeDiff(const DiffCommandOptions& options, const DiffReport& report, Output& out) {
  for (const DiffExporter& row : diffExporters()) {
    if (options.format != row.id) continue;
    if (options.format == "text") writeColoured(report, out);
    else row.write(report, out.sink());
  }
}

/// The arguments of GIT_EXTERNAL_DIFF: path old-file old-hex old-mode new-file new-hex new-mode [new-path similarity].
DiffCommandOptions asGitCalls(const DiffCommandOptions& given) {
  DiffCommandOptions options = given;
  options.byGit = true;
  options.oldTitle = "a/" + given.old;
  options.nowTitle = "b/" + (given.more.size() == 7 ? given.more[5] : given.old);
  options.old = given.now;
  options.now = given.more[2];
  return options;
}

Result<DiffOptions> engineOptions(const DiffCommandOptions& given, const BothSides& sides) {
  DiffOptions options;
  const auto named = [&](const std::string& name) { return functionOfReport(sides.old, sides.now, name); };
  const auto ignores = [&](const char* what) { return std::ranges::find(given.ignored, what) != given.ignored.end(); };
  options.ignoreConstants = ignores("constants");
  options.ignoreNames = ignores("names");
  options.ignoreKernels = ignores("kernels");
  for (const std::string& name : given.functions) options.functions.push_back(named(name));
  for (const std::string& pair : given.matched) {
    const size_t at = pair.find('=');
    if (at == std::string::npos || at == 0 || at + 1 == pair.size())
      return Error(fmt::format("--match {}: must be OLD=NEW, names of two functions", pair));
    options.matched.emplace_back(named(pair.substr(0, at)), named(pair.substr(at + 1)));
  }
  return options;
}

/// git gives up on all other files if this one fails, so the failure is part of the output.
int sayForGit(const DiffCommandOptions& options, const std::string& what) {
  return writeOutput(options.output, [&](Output& out) {
    out.write(fmt::format("--- {}\n+++ {}\nnot compared: {}\n", printable(options.oldTitle),
                          printable(options.nowTitle), printable(what)));
  });
}

bool hasKernel(const ExecutableDiff& diff, const std::string& name) {
  return std::ranges::any_of(diff.kernels,
                             [&](const KernelPair& pair) { return pair.old == name || pair.now == name; });
}

/// The times of two profiles.
DiffSection sectionOfTimes(const DiffReport& report, const BothSides& sides) {
  const Trace &old = *sides.oldTrace, &now = *sides.nowTrace;
  const CallMatch match = callMatchOf(old, sides.old.executable, now, sides.now.executable, &report.diff, {});
  return timesSection(
      {report.oldPath, report.nowPath, compareTraces(old, now, match, Grouping::Callee), old.info, now.info});
}

int compareSides(const DiffCommandOptions& options, const BothSides& sides) {
  const std::string where = fmt::format("{}, {}", options.oldTitle, options.nowTitle);
  const bool haveBytes = sides.old.file != nullptr && sides.now.file != nullptr;
  if (options.exact && !haveBytes)
    return fail(where, "--exact needs two files; a profile holds no bytes of its executable");
  const auto engine = engineOptions(options, sides);
  if (!engine.ok()) return fail("command line", engine.error());
  const auto diff = diffExecutables(sides.old, sides.now, *engine);
  if (!diff.ok()) return options.byGit ? sayForGit(options, diff.error().text()) : fail(where, diff.error());
  DiffReport report{sides.old, sides.now, *diff, options.oldTitle, options.nowTitle};
  for (const std::string& kind : options.kinds) report.kinds.push_back(*changeKindOfName(kind));
  for (const std::string& kernel : options.kernels) {
    report.kernels.push_back(functionOfReport(sides.old, sides.now, kernel));
    if (!hasKernel(*diff, report.kernels.back())) return fail(where, Error("no kernel is named " + kernel));
  }
  report.summaryOnly = options.summaryOnly;
  report.compareBytes = options.exact;
  if (options.exact) report.exact = exactDifference(sides);
  int runCode = kDone;
  std::optional<RunPair> run;
  if (options.runs && !(run = runPair(options.run, runCode))) return runCode;
  if (run) report.further = [&](JsonWriter& json) { writeRunPairJson(*run, json); };
  if (run) report.sections.push_back(runPairSection(options.run, *run));
  else if (sides.oldTrace && sides.nowTrace && (options.format == "html" || options.format == "markdown"))
    report.sections.push_back(sectionOfTimes(report, sides));
  const int code = writeOutput(options.runs ? "-" : options.output, [&](Output& out) {
    writeDiff(options, report, out);
    if (run && options.format == "text") {
      out.write("\n");
      writeRunPairText(options.run, *run, out);
    }
  });
  if (!sides.intact()) return fail(where, "a file changed while it was read; the output is incomplete");
  if (run && code == kDone) runCode = checkSlowdown(options.now, run->times, options.run.failAbove);
  if (code != kDone || runCode != kDone) return code != kDone ? code : runCode;
  return report.differs() && !options.byGit ? kFound : kDone;
}

int diffPrepared(const DiffCommandOptions& given) {
  DiffCommandOptions options = given;
  options.oldTitle = given.old;
  options.nowTitle = given.now;
  if (given.more.size() == 5 || given.more.size() == 7) options = asGitCalls(given);
  else if (!given.more.empty()) return fail("usage", "diff takes OLD and NEW, or the 7 or 9 arguments of git");
  if (given.now.empty()) {
    if (std::getenv("GIT_DIFF_PATH_COUNTER") == nullptr) return fail("usage", "diff takes OLD and NEW");
    return sayForGit(options, "the file is not merged");
  }
  if (options.asJson) options.format = "json";
  std::string where;
  const auto sides = openBoth(options.old, options.now, where);
  if (!sides.ok()) return options.byGit ? sayForGit(options, sides.error().text()) : fail(where, sides.error());
  return compareSides(options, *sides);
}

/// Where the two profiles of -o stand among the arguments that have no option: after OLD and NEW, or before them.
Result<void> prepareToRun(DiffCommandOptions& options) {
  if (options.more.size() == 1 && !options.output.empty()) {
    std::string second = options.more[0];
    if (options.old.ends_with(".rsprof")) {
      second = std::exchange(options.old, options.now);
      options.now = options.more[0];
    }
    options.run.out = {options.output, second};
    options.more.clear();
  } else if (!options.output.empty()) {
    return Error("with --run, -o takes two profiles: -o OLD.rsprof NEW.rsprof");
  }
  options.run.file = options.old;
  options.run.newFile = options.now;
  return {};
}

}  // namespace

int diffCommand(const DiffCommandOptions& given) {
  DiffCommandOptions options = given;
  if (options.runs)
    if (const auto ready = prepareToRun(options); !ready) return fail("usage", ready.error());
  return diffPrepared(options);
}

}  // namespace relaxscope::cli

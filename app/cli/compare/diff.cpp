// SPDX-License-Identifier: Apache-2.0
// rscope diff: what changed between two executables; also as git's external diff program.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/compare/compare.h"
#include "app/cli/compare/run_pair.h"
#include "app/cli/compare/sides.h"
#include "app/cli/output.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/diff/exporter.h"
#include "vmcore/export/diff/function_name.h"

namespace relaxscope::cli {
namespace {

struct CompareOptions {
  std::string old, now, format = "text", output;
  std::vector<std::string> more;  ///< the arguments that git adds
  std::vector<std::string> functions, kernels, ignored, matched, kinds;
  bool asJson = false, summaryOnly = false, exact = false;
  bool runs = false;
  RunPairOptions run;  ///< with `runs`
  // Set by asGitCalls().
  bool byGit = false;  ///< exit code 0 if they differ, which git takes for done
  std::string oldTitle, nowTitle;
};

const char* colourOf(DiffRole role) {
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
    out.writeColour(colourOf(role));
    out.write(piece.substr(0, end));
    out.writeColour("\x1b[0m");
    return out.write(piece.substr(end));
  });
}

void writeReport(const CompareOptions& options, const DiffReport& report, Output& out) {
  for (const DiffExporter& row : diffExporters()) {
    if (options.format != row.id) continue;
    if (options.format == "text") writeColoured(report, out);
    else row.write(report, out.sink());
  }
}

/// The arguments of GIT_EXTERNAL_DIFF: path old-file old-hex old-mode new-file new-hex new-mode [new-path similarity].
CompareOptions asGitCalls(const CompareOptions& given) {
  CompareOptions options = given;
  options.byGit = true;
  options.oldTitle = "a/" + given.old;
  options.nowTitle = "b/" + (given.more.size() == 7 ? given.more[5] : given.old);
  options.old = given.now;
  options.now = given.more[2];
  return options;
}

Result<DiffOptions> engineOptions(const CompareOptions& given, const BothSides& sides) {
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
int sayForGit(const CompareOptions& options, const std::string& what) {
  return writeOutput(options.output, [&](Output& out) {
    out.write(fmt::format("--- {}\n+++ {}\nnot compared: {}\n", printable(options.oldTitle),
                          printable(options.nowTitle), printable(what)));
  });
}

bool hasKernel(const ExecutableDiff& diff, const std::string& name) {
  return std::ranges::any_of(diff.kernels,
                             [&](const KernelPair& pair) { return pair.old == name || pair.now == name; });
}

int compareSides(const CompareOptions& options, const BothSides& sides) {
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
  const int code = writeOutput(options.runs ? "-" : options.output, [&](Output& out) {
    writeReport(options, report, out);
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

int diffPrepared(const CompareOptions& given) {
  CompareOptions options = given;
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
Result<void> prepareToRun(CompareOptions& options) {
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

int diff(const CompareOptions& given) {
  CompareOptions options = given;
  if (options.runs)
    if (const auto ready = prepareToRun(options); !ready) return fail("usage", ready.error());
  return diffPrepared(options);
}

std::vector<std::string> kindNames() {
  std::vector<std::string> names;
  for (size_t i = 0; i < kChangeKinds; ++i) names.emplace_back(changeKindName(static_cast<ChangeKind>(i)));
  return names;
}
std::vector<std::string> formatNames() {
  std::vector<std::string> names;
  for (const DiffExporter& row : diffExporters()) names.emplace_back(row.id);
  return names;
}

/// An option that may be given several times, with one value each.
CLI::Option* addRepeated(CLI::App& command, const char* name, std::vector<std::string>& values, const char* help) {
  return command.add_option(name, values, help)->allow_extra_args(false);
}

/// Adds --run and the options that only count with it, which are returned.
std::vector<const CLI::Option*> addRunFlag(CLI::App& command, CompareOptions& options) {
  command.add_flag("--run", options.runs,
                   "Run both on the same inputs, in turns, and compare what calls write and how long they take");
  const size_t before = command.get_options().size();
  addRunPairOptions(command, options.run);
  const std::vector<CLI::Option*> all = command.get_options();
  std::vector<const CLI::Option*> added;
  for (size_t i = before; i < all.size(); ++i) added.push_back(all[i]->group("With --run"));
  return added;
}

}  // namespace

Runner configureDiff(CLI::App& command) {
  auto options = std::make_shared<CompareOptions>();
  command
      .add_option("OLD", options->old,
                  "Library, executable bytes, text, python or JSON form, or profile; - is standard input")
      ->required();
  command.add_option("NEW", options->now, "The same");
  command.add_option("GIT", options->more, "")->group("");
  command.add_option("--format", options->format, "text, json, markdown or html")->check(CLI::IsMember(formatNames()));
  command.add_flag("--json", options->asJson, "As --format json")->excludes("--format");
  command.add_option("-o", options->output, "Write to this file instead of standard output");
  command.add_flag("--summary", options->summaryOnly, "Only the summary");
  addRepeated(command, "--function", options->functions,
              "Only this function, by its name on either side; may be given several times");
  addRepeated(command, "--kernel", options->kernels,
              "Show the lines of this kernel's code that differ; may be given several times");
  addRepeated(command, "--kind", options->kinds, "Only differences of this kind; may be given several times")
      ->check(CLI::IsMember(kindNames()).description("KIND"));
  addRepeated(command, "--ignore", options->ignored,
              "constants, names or kernels are no difference; may be given several times")
      ->check(CLI::IsMember({"constants", "names", "kernels"}));
  addRepeated(command, "--match", options->matched, "OLD=NEW: compare these functions; may be given several times");
  command.add_flag("--exact", options->exact, "Any other byte is a difference; says where the first one is");
  const std::vector<const CLI::Option*> ofRun = addRunFlag(command, *options);
  command.footer(
      "Exit code 0: no difference but numbering, 1: they differ, 2: error, also for two instruction sets. JSON fields: old\n"
      "new [file variant version instructions] same identical summary summary_topics kinds functions [old new\n"
      "old_index new_index state score reason renamed renumbered independent_moves changes [kind old_pc new_pc old_pcs\n"
      "new_pcs old_text new_text operands [old_pc new_pc old_word new_word old new]]] constants [old new state kind\n"
      "ignored operand old_type new_type elements differing largest_absolute largest_relative nan_old nan_new] kernels [old\n"
      "new state kind ignored builtin reason compared old_detail new_detail launch [kernel what old new]] kernel_texts\n"
      "[old new title old_lines new_lines removed added left_out note rows [state old_line new_line text]]\n"
      "kernel_texts_left_out memory {same functions} layers [old new name old_count new_count] files [what old new\n"
      "provenance] not_compared exact. As git's diff program it takes the 7 arguments of GIT_EXTERNAL_DIFF; the code is\n"
      "then 0 for a difference too. With --run JSON has run [as rscope compare, and values], -o takes OLD.rsprof\n"
      "NEW.rsprof, and times do not change the code without --fail-above.");
  return [options, ofRun, &command] {
    options->run.repeatGiven = command.count("--repeat") > 0;
    for (const CLI::Option* option : ofRun)
      if (!options->runs && option->count() > 0) return fail("usage", option->get_name() + " requires --run");
    return diff(*options);
  };
}

}  // namespace relaxscope::cli

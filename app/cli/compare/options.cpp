// SPDX-License-Identifier: Apache-2.0
// The options of the commands that compare.
#include <CLI/CLI.hpp>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/compare/commands.h"
#include "app/cli/output.h"
#include "app/cli/run/options.h"
#include "vmcore/export/diff/exporter.h"
#include "vmcore/trace/trace.h"

namespace relaxscope::cli {
namespace {

/// --fail-above PERCENT of a command that compares times.
void addFailAbovePercent(CLI::App& command, std::optional<double>& percent) {
  command
      .add_option(
          "--fail-above", percent,
          "Exit with code 1 if the new run takes more than this many percent longer, by the lower end of the interval")
      ->check([](const std::string& text) {
        double value = 0;
        const bool fits = CLI::detail::lexical_cast(text, value) && std::isfinite(value) && value >= 0;
        return fits ? std::string() : text + " must be a number of percent from 0";
      })
      ->type_name("PERCENT");
}

std::vector<std::string> kindNames() {
  std::vector<std::string> names;
  for (size_t i = 0; i < kChangeKinds; ++i) names.emplace_back(changeKindName(static_cast<ChangeKind>(i)));
  return names;
}
std::vector<std::string> diffFormats() {
  std::vector<std::string> names;
  for (const DiffExporter& row : diffExporters()) names.emplace_back(row.id);
  return names;
}

/// An option that may be given several times, with one value each.
CLI::Option* addRepeated(CLI::App& command, const char* name, std::vector<std::string>& values, const char* help) {
  return command.add_option(name, values, help)->allow_extra_args(false);
}

/// The options of a run of two executables but their files and -o.
void addRunPairOptions(CLI::App& command, RunPairOptions& o) {
  o.repeat = 40;
  command.add_option("--call", o.function, "Function to call; default: main, else the only public one")
      ->type_name("FUNCTION");
  addArgumentOptions(command, o);
  addVmOptions(command, o);
  addWorkerOption(command, o);
  command.add_option("--repeat", o.repeat, "Rounds of each executable in each process, divided into eight turns")
      ->check(CLI::Range(uint32_t{1}, uint32_t{100'000}))
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--warmup", o.warmup, "Warm-up runs of each process")->capture_default_str()->type_name("N");
  command.add_flag("--precise", o.precise, "Read the clock before and after each call (default: once per call)");
  command.add_flag("--sites", o.sites, "Times: one row per call in the code instead of one per callee");
  command
      .add_option("--processes", o.processes,
                  "Pairs of worker processes; default: 12, fewer if they take more than half a minute, at least 3")
      ->check(CLI::Range(uint32_t{1}, static_cast<uint32_t>(kMaxProcesses)))
      ->type_name("N");
  command.add_flag("--progress", o.progress,
                   "Write progress as lines to standard error, also where that is no terminal");
  addFailAbovePercent(command, o.failAbove);
}

/// Adds --run and the options that only count with it, which are returned.
std::vector<const CLI::Option*> addRunFlag(CLI::App& command, DiffCommandOptions& options) {
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
  auto options = std::make_shared<DiffCommandOptions>();
  command
      .add_option("OLD", options->old,
                  "Library, executable bytes, text, python or JSON form, or profile; - is standard input")
      ->required();
  command.add_option("NEW", options->now, "The same");
  command.add_option("GIT", options->more, "")->group("");
  command.add_option("--format", options->format, "text, json, markdown or html")->check(CLI::IsMember(diffFormats()));
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
      "ignored operand old_type new_type elements differing largest_absolute largest_relative nan_old nan_new]\n"
      "native_code {old new} kernels [old new state kind ignored builtin reason compared old_detail new_detail old_sets\n"
      "new_sets launch [kernel what old new]] kernel_texts [old new title old_lines new_lines removed added left_out note\n"
      "rows [state old_line new_line text]] kernel_texts_left_out memory {same functions} layers [old new name old_count\n"
      "new_count] files [what old new provenance] not_compared exact. As git's diff program it takes the 7 arguments of\n"
      "GIT_EXTERNAL_DIFF; the code is then 0 for a difference too. With --run JSON has run [as rscope compare, and\n"
      "values], -o takes OLD.rsprof NEW.rsprof, and times do not change the code without --fail-above.");
  return [options, ofRun, &command] {
    options->run.repeatGiven = command.count("--repeat") > 0;
    for (const CLI::Option* option : ofRun)
      if (!options->runs && option->count() > 0) return fail("usage", option->get_name() + " requires --run");
    return diffCommand(*options);
  };
}

Runner configureCompare(CLI::App& command) {
  auto options = std::make_shared<CompareOptions>();
  CompareOptions& o = *options;
  command.add_option("OLD", o.old, "Profile")->required()->type_name("OLD.rsprof");
  command.add_option("NEW", o.now, "Profile to compare with it")->required()->type_name("NEW.rsprof");
  command.add_flag("--sites", o.sites, "One row per call in the code instead of one per callee");
  addFailAbovePercent(command, o.failAbove);
  CLI::Option* csv =
      command.add_flag("--csv", o.asCsv, "Print a line per row, the sum and the run, separated by commas");
  command
      .add_flag("--json", o.asJson,
                "Print an object: old, new, summary, in_turns, turns, processes, runs, run_ns, memory, notes, groups,\n"
                "sum, rows")
      ->excludes(csv);
  return [options] { return compareCommand(*options); };
}

}  // namespace relaxscope::cli

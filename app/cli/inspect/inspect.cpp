// SPDX-License-Identifier: Apache-2.0
// rscope dump and rscope stats.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/inspect/annotate.h"
#include "app/cli/output.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/exporter.h"

namespace relaxscope::cli {
namespace {

struct DumpOptions {
  std::string file, format = "text", output, as, consts, profile;
  std::vector<std::string> functions;
  bool annotate = false;
};

void printWarnings(const std::string& file, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) warn(file, warning);
}

const ExecutableExporter* exporterFor(const std::string& format) {
  for (const ExecutableExporter& row : executableExporters())
    if (format == row.id) return &row;
  return nullptr;
}

std::string formatNames() {
  std::string names;
  for (const ExecutableExporter& row : executableExporters())
    names += (names.empty() ? "" : ", ") + std::string(row.id);
  return names;
}

int noSuchFormat(const DumpOptions& options) {
  return fail(options.file, fmt::format("dump --format {}: must be one of {}", options.format, formatNames()));
}

using WriteForm = void (*)(const Executable&, std::span<const FuncIndex>, const TextSink&, std::vector<std::string>&);

constexpr const char* kModern = "0.27";

/// The vocabulary of TVM 0.27, requested by --as; null where a form has none.
WriteForm modernForm(const std::string& format) {
  if (format == "text") return writeTvmText;
  return format == "python" ? writeTvmPython : nullptr;
}

/// Why the requested form is not available for this executable; empty if it is.
std::string formProblem(const DumpOptions& options, const ExecutableExporter& exporter, const Executable& executable) {
  if (!exporter.fits(executable))
    return fmt::format("dump --format {}: a {} executable does not have this form", options.format,
                       vmName(executable.variant));
  if (options.as.empty()) return {};
  if (options.as != kModern) return fmt::format("--as {}: only {} exists", options.as, kModern);
  if (isRelay(executable.variant)) return fmt::format("--as {}: TVM {} has no Relay VM", options.as, options.as);
  return modernForm(options.format) == nullptr ? fmt::format("--as {} requires --format text or python", options.as)
                                               : std::string();
}

int dump(const DumpOptions& options) {
  if (options.annotate)
    return annotate({options.file, options.profile, options.output, options.consts, options.functions});
  const ExecutableExporter* exporter = exporterFor(options.format);
  if (exporter == nullptr) return noSuchFormat(options);
  return withBoundFile(options.file, options.consts, [&](const LoadedFile& file) {
    if (const std::string problem = formProblem(options, *exporter, *file.executable); !problem.empty())
      return fail(options.file, problem);
    const auto only = functionsNamed(*file.executable, options.functions);
    if (!only.ok()) return fail(options.file, only.error());
    std::vector<std::string> warnings;
    const int code = writeOutput(options.output, [&](Output& out) {
      const TextSink sink = out.sink();
      const WriteForm write = options.as.empty() ? exporter->write : modernForm(options.format);
      write(*file.executable, *only, sink, warnings);
    });
    printWarnings(options.file, warnings);
    return code;
  });
}

void writeStatsJson(const LoadedFile& file, Output& out) {
  const Executable& executable = *file.executable;
  const ExecutableSummary summary = summarize(executable);
  const auto kindCount = [&](bool (Function::*is)() const) {
    return static_cast<int64_t>(std::count_if(executable.functions.begin(), executable.functions.end(),
                                              [&](const Function& f) { return (f.*is)(); }));
  };
  const TextSink sink = out.sink();
  JsonWriter json(sink);
  json.beginDocument();
  json.field("container", file.containerText());
  json.field("variant", variantName(executable.variant)).field("producer", variantProducer(executable.variant));
  json.field("executable_bytes", executable.byteSize);
  json.field("packed_functions", kindCount(&Function::isPacked));
  json.field("bytecode_functions", kindCount(&Function::isBytecode));
  json.field("compiled_functions", kindCount(&Function::isVmTir));
  json.field("instructions", static_cast<uint64_t>(executable.code.size()));
  json.field("calls", summary.callCount).field("rets", summary.retCount);
  json.field("gotos", summary.gotoCount).field("ifs", summary.ifCount);
  json.field("constants", static_cast<uint64_t>(executable.constants.size()));
  json.field("constant_bytes", summary.constantBytes);
  json.field("memory_scopes", static_cast<uint64_t>(executable.memoryScopes.size()));
  json.end();
}

struct StatsOptions {
  std::string file, as, consts;
  bool asJson = false;
};

int stats(const StatsOptions& options) {
  const std::string& path = options.file;
  if (!options.as.empty() && options.as != kModern)
    return fail(path, fmt::format("--as {}: only {} exists", options.as, kModern));
  return withBoundFile(path, options.consts, [&](const LoadedFile& file) {
    if (!options.as.empty() && isRelay(file.executable->variant))
      return fail(path, fmt::format("--as {}: TVM {} has no Relay VM", options.as, options.as));
    std::vector<std::string> warnings;
    const int code = writeOutput("", [&](Output& out) {
      const TextSink sink = out.sink();
      if (options.asJson) writeStatsJson(file, out);
      else if (options.as.empty()) writeEraStats(*file.executable, sink, warnings);
      else writeTvmStats(*file.executable, sink, warnings);
    });
    printWarnings(path, warnings);
    return code;
  });
}

void addEraOptions(CLI::App& command, std::string& as, std::string& consts) {
  command.add_option("--as", as, "0.27: print an early Relax executable as TVM 0.27 would");
  command.add_option("--consts", consts, "File with the late-bound constants of a Relay VM executable");
}

}  // namespace

Runner configureDump(CLI::App& command) {
  auto options = std::make_shared<DumpOptions>();
  command
      .add_option("FILE", options->file, "Library, executable bytes, text, python or JSON form; - is standard input")
      ->required();
  CLI::Option* const format =
      command.add_option("--format", options->format, "One of " + formatNames())->capture_default_str();
  CLI::Option* const annotated = command.add_flag(
      "--annotate", options->annotate,
      "The listing with types of results and names of registers, constants and slots; FILE may be a .rsprof, whose\n"
      "calls, times and shares stand beside the instructions");
  annotated->excludes(format);
  command.add_option("--profile", options->profile, "With --annotate: a profile of the same program")
      ->type_name("FILE.rsprof")
      ->needs(annotated);
  command.add_option("--function", options->functions, "Only this function; may be given several times")
      ->allow_extra_args(false);
  command.add_option("-o", options->output, "Write to this file instead of standard output");
  addEraOptions(command, options->as, options->consts);
  command.get_option("--as")->excludes(annotated);
  command.footer(
      "text, python and stats are as printed by TVM 0.27; for Relay, the Relax prototype and builds before\n"
      "July 2023, as printed by their own release. constants, primitives and virtual-devices are for Relay. JSON fields: variant version functions\n"
      "[name kind start end num_args registers params instructions [pc op dst callee args]]");
  return [options] { return dump(*options); };
}

Runner configureStats(CLI::App& command) {
  auto options = std::make_shared<StatsOptions>();
  command
      .add_option("FILE", options->file, "Library, executable bytes, text, python or JSON form; - is standard input")
      ->required();
  command.add_flag("--json", options->asJson, "Counts as a JSON object");
  addEraOptions(command, options->as, options->consts);
  command.footer(
      "JSON fields: container variant producer executable_bytes packed_functions bytecode_functions\n"
      "compiled_functions instructions calls rets gotos ifs constants constant_bytes memory_scopes");
  return [options] { return stats(*options); };
}

}  // namespace relaxscope::cli

// SPDX-License-Identifier: Apache-2.0
// rscope dump and rscope stats.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli_commands.h"
#include "app/cli_files.h"
#include "app/cli_output.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/json_writer.h"
#include "vmcore/base/text.h"
#include "vmcore/export/exporter.h"

namespace relaxscope::cli {
namespace {

struct DumpOptions {
  std::string file, format = "text", output;
  std::vector<std::string> functions;
};

void printOddities(const std::string& file, const std::vector<std::string>& oddities) {
  for (const std::string& oddity : oddities) warn(file, oddity);
}

const ExecutableExporter* exporterFor(const std::string& format) {
  for (const ExecutableExporter& row : executableExporters())
    if (format == row.id) return &row;
  return nullptr;
}

std::string formatNames() {
  std::string names;
  for (const ExecutableExporter& row : executableExporters()) names += (names.empty() ? "" : ", ") + std::string(row.id);
  return names;
}

int noSuchFormat(const DumpOptions& options) {
  const bool promised = options.format == "dot-cfg" || options.format == "dot-dataflow";
  if (promised) return fail(options.file, fmt::format("dump --format {}: this build does not have it yet", options.format));
  return fail(options.file, fmt::format("dump --format {}: one of {}", options.format, formatNames()));
}

int dump(const DumpOptions& options) {
  const ExecutableExporter* exporter = exporterFor(options.format);
  if (exporter == nullptr) return noSuchFormat(options);
  return withFile(options.file, [&](const LoadedFile& file) {
    const auto only = functionsNamed(*file.executable, options.functions);
    if (!only.ok()) return fail(options.file, only.error());
    std::vector<std::string> oddities;
    const int code = writeOutput(options.output, [&](Output& out) {
      const TextSink sink = out.sink();
      exporter->write(*file.executable, *only, sink, oddities);
    });
    printOddities(options.file, oddities);
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
  json.beginObject();
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

int stats(const std::string& path, bool asJson) {
  return withFile(path, [&](const LoadedFile& file) {
    std::vector<std::string> oddities;
    const int code = writeOutput("", [&](Output& out) {
      const TextSink sink = out.sink();
      if (asJson) writeStatsJson(file, out);
      else writeTvmStats(*file.executable, sink, oddities);
    });
    printOddities(path, oddities);
    return code;
  });
}

}  // namespace

Runner configureDump(CLI::App& command) {
  auto options = std::make_shared<DumpOptions>();
  command.add_option("FILE", options->file, "Library, executable bytes or JSON form; - is standard input")->required();
  command.add_option("--format", options->format, "One of " + formatNames())->capture_default_str();
  command.add_option("--function", options->functions, "Only this function; may be given several times")->allow_extra_args(false);
  command.add_option("-o", options->output, "Write to this file instead of standard output");
  command.footer("text, python and stats are what TVM 0.27 prints. JSON fields: variant version functions\n"
                 "[name kind start end num_args registers params instructions [pc op dst callee args]]");
  return [options] { return dump(*options); };
}

Runner configureStats(CLI::App& command) {
  auto path = std::make_shared<std::string>();
  auto asJson = std::make_shared<bool>(false);
  command.add_option("FILE", *path, "Library, executable bytes or JSON form; - is standard input")->required();
  command.add_flag("--json", *asJson, "Counts as a JSON object");
  command.footer("JSON fields: container variant producer executable_bytes packed_functions bytecode_functions\n"
                 "compiled_functions instructions calls rets gotos ifs constants constant_bytes memory_scopes");
  return [path, asJson] { return stats(*path, *asJson); };
}

}  // namespace relaxscope::cli

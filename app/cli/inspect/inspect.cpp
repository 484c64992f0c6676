// SPDX-License-Identifier: Apache-2.0
// rscope dump and rscope stats.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "app/cli/files.h"
#include "app/cli/inspect/commands.h"
#include "app/cli/output.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/annotated/annotated.h"
#include "vmcore/export/exporter.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope::cli {
namespace {

void printWarnings(const std::string& file, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) warn(file, warning);
}

const ExecutableExporter* exporterFor(const std::string& format) {
  for (const ExecutableExporter& row : executableExporters())
    if (format == row.id) return &row;
  return nullptr;
}

int noSuchFormat(const DumpOptions& options) {
  return fail(options.file, fmt::format("dump --format {}: must be one of {}", options.format, exportFormats()));
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

int writeAnnotation(const DumpOptions& options, const Executable& executable, const Trace* trace) {
  const auto only = functionsNamed(executable, options.functions);
  if (!only.ok()) return fail(options.file, only.error());
  std::optional<TraceStatistics> costs;
  if (trace != nullptr) costs = computeStatistics(*trace, Grouping::Site);
  std::vector<std::string> warnings;
  const int code = writeOutput(options.output, [&](Output& out) {
    writeAnnotated(executable, *only, costs ? &*costs : nullptr, out.sink(), warnings);
  });
  printWarnings(options.file, warnings);
  return code;
}

int annotateProfile(const DumpOptions& options) {
  const auto profile = readTraceFile(options.file);
  if (!profile.ok()) return fail(options.file, profile.error());
  if (profile->executable == nullptr) return fail(options.file, Error("the profile does not hold its executable"));
  return writeAnnotation(options, *profile->executable, profile->trace.get());
}

/// --annotate: the listing with types, names and the costs of a profile. FILE may be a profile: it holds its program.
int annotate(const DumpOptions& options) {
  if (looksLikeTraceFile(options.file)) {
    if (options.profile.empty()) return annotateProfile(options);
    return fail(options.file, Error("--profile: FILE is a profile itself"));
  }
  return withBoundFile(options.file, options.consts, [&](const LoadedFile& file) {
    if (options.profile.empty()) return writeAnnotation(options, *file.executable, nullptr);
    const auto trace = recordingOf(options.profile, *file.executable);
    return trace.ok() ? writeAnnotation(options, *file.executable, trace->get()) : fail(options.profile, trace.error());
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

}  // namespace

std::string exportFormats() {
  std::string names;
  for (const ExecutableExporter& row : executableExporters())
    names += (names.empty() ? "" : ", ") + std::string(row.id);
  return names;
}

int dumpCommand(const DumpOptions& options) {
  if (options.annotate) return annotate(options);
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

int statsCommand(const StatsOptions& options) {
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

}  // namespace relaxscope::cli

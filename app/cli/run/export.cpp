// SPDX-License-Identifier: Apache-2.0
// `rscope export`: prints the figures of a stored profile, and writes it in other forms. Nothing runs.
#include "app/cli/run/export.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "app/cli/output.h"
#include "app/cli/run/commands.h"
#include "app/cli/run/summary.h"
#include "vmcore/base/new_file.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/layers_of_trace.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope::cli {
namespace {

int writeTrace(const std::string& path, const Trace& trace, const Executable* executable,
               void (*write)(const Trace&, const Executable*, const TextSink&)) {
  if (path.empty()) return kDone;
  return writeOutput(path, [&](Output& out) { write(trace, executable, out.sink()); });
}

}  // namespace

Result<void> checkTraceOutputs(const TraceOutputs& o) {
  if (o.out == "-") return Error("-o: a profile is a database and cannot go to standard output");
  return {};
}

TraceStatistics statisticsOf(const TraceOutputs& o, const Trace& trace,
                             const std::shared_ptr<const Executable>& executable) {
  return computeStatistics(trace, o.by, {}, executable,
                           o.by == Grouping::Layer ? siteLayersOf(executable.get()) : nullptr);
}

Result<void> checkWritable(const std::string& path) {
  RS_TRY(const NewFile file, NewFile::create(path));
  return {};
}

int writeRecording(const std::string& path, const Trace& trace, const Executable* executable) {
  const auto written = writeTraceFile(path, trace, executable);
  if (written) return kDone;
  std::error_code failed;
  std::string folder = (std::filesystem::temp_directory_path(failed) / "rscope-XXXXXX").string();
  if (failed || mkdtemp(folder.data()) == nullptr) return fail(path, written.error());
  const std::string elsewhere = (std::filesystem::path(folder) / std::filesystem::path(path).filename()).string();
  if (writeTraceFile(elsewhere, trace, executable))
    return fail(path, fmt::format("{}; the profile is in {}", written.error().text(), printable(elsewhere)));
  rmdir(folder.c_str());
  return fail(path, written.error());
}

int writeTraceOutputs(const TraceOutputs& o, const Trace& trace, const Executable* executable) {
  if (const int code = writeTrace(o.chrome, trace, executable, writeChromeTrace); code != kDone) return code;
  return writeTrace(o.csv, trace, executable, writeTraceCsv);
}

int exportCommand(const ExportOptions& o) {
  if (const auto sound = checkTraceOutputs(o); !sound) return fail(o.file, sound.error());
  auto file = readTraceFile(o.file);
  if (!file) return fail(o.file, file.error());
  if (o.by == Grouping::Shape && !file->trace->info.values)
    return fail(o.file, Error("--by shape needs the shapes, and the profile was recorded without values"));
  if (o.by == Grouping::Layer && file->executable == nullptr)
    return fail(o.file, Error("--by layer needs the executable, which the profile does not hold"));
  const std::shared_ptr<const Trace> trace =
      o.anonymous ? std::make_shared<const Trace>(anonymousCopy(*file->trace)) : file->trace;
  const Executable* executable = file->executable.get();
  if (!o.out.empty())
    if (const auto written = writeTraceFile(o.out, *trace, executable); !written) return fail(o.out, written.error());
  if (const int code = writeTraceOutputs(o, *trace, executable); code != kDone) return code;
  if (!o.printsFigures()) return kDone;
  const TraceStatistics statistics = statisticsOf(o, *trace, file->executable);
  const ProfileSummary summary{*trace, statistics, nullptr, std::nullopt, trace->info.entry, o.raw, {}, executable};
  return writeOutput("-", [&](Output& out) { (o.asJson ? writeSummaryJson : writeSummaryText)(summary, out.sink()); });
}

}  // namespace relaxscope::cli

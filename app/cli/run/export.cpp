// SPDX-License-Identifier: Apache-2.0
// `rscope export`: prints the figures of a stored profile, and writes it in other forms. Nothing runs.
#include <CLI/CLI.hpp>

#include <memory>

#include "app/cli/output.h"
#include "app/cli/run/run.h"
#include "app/cli/run/summary.h"
#include "app/cli/run/trace_output.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope::cli {
namespace {

struct ExportOptions : TraceOutputs {
  std::string file;
};

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
  if (const int code = writeTraceOutputs(o, *trace, executable); code != kDone) return code;
  if (!o.printsFigures()) return kDone;
  const TraceStatistics statistics = statisticsOf(o, *trace, file->executable);
  const ProfileSummary summary{*trace, statistics, nullptr, std::nullopt, trace->info.entry, o.raw, {}, executable};
  return writeOutput("-", [&](Output& out) { (o.asJson ? writeSummaryJson : writeSummaryText)(summary, out.sink()); });
}

}  // namespace

Runner configureExport(CLI::App& command) {
  auto options = std::make_shared<ExportOptions>();
  ExportOptions& o = *options;
  command.add_option("FILE", o.file, "Profile")->required()->type_name("IN.rsprof");
  addTraceOutputs(command, o);
  return [options] { return exportCommand(*options); };
}

}  // namespace relaxscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/trace_output.h"

#include <CLI/CLI.hpp>

#include <map>

#include "app/cli/output.h"
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

void addTraceOutputs(CLI::App& command, TraceOutputs& o) {
  command.add_flag("--anonymous", o.anonymous, "Leave the host's name, the command and folders out of all output");
  command.add_option("-o,--output", o.out, "Write the profile")->type_name("OUT.rsprof");
  command.add_option("--chrome", o.chrome, "Write a trace for Chrome and Perfetto")->type_name("OUT.json");
  command.add_option("--csv", o.csv, "Write one row per event")->type_name("OUT.csv");
  command
      .add_option(
          "--by", o.by,
          "One row per callee, call site, shapes of a callee's arguments, kind of call, layer, or call of a run (of a script)")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Grouping>{{"callee", Grouping::Callee},
                                                                          {"site", Grouping::Site},
                                                                          {"shape", Grouping::Shape},
                                                                          {"kind", Grouping::Kind},
                                                                          {"layer", Grouping::Layer},
                                                                          {"call", Grouping::RunCall}},
                                          CLI::ignore_case)
                      .description(""))
      ->type_name("callee|site|shape|kind|layer|call");
  command.add_flag("--summary", o.summary, "Print the figures even when files are written");
  command.add_flag("--raw", o.raw, "Print times as recorded beside the corrected ones");
  command.add_flag(
      "--json", o.asJson,
      "Print the figures as an object: file, function, runs, run_ns, unrecorded_ns, accuracy, load_ns, memory,\n"
      "recording_ns, calls");
}

Result<void> checkTraceOutputs(const TraceOutputs& o) {
  if (o.out == "-") return Error("-o: a profile is a database and cannot go to standard output");
  return {};
}

TraceStatistics statisticsOf(const TraceOutputs& o, const Trace& trace,
                             const std::shared_ptr<const Executable>& executable) {
  return computeStatistics(trace, o.by, {}, executable,
                           o.by == Grouping::Layer ? siteLayersOf(executable.get()) : nullptr);
}

int writeTraceOutputs(const TraceOutputs& o, const Trace& trace, const Executable* executable) {
  if (!o.out.empty()) {
    const auto written = writeTraceFile(o.out, trace, executable);
    if (!written) return fail(o.out, written.error());
  }
  if (const int code = writeTrace(o.chrome, trace, executable, writeChromeTrace); code != kDone) return code;
  return writeTrace(o.csv, trace, executable, writeTraceCsv);
}

}  // namespace relaxscope::cli

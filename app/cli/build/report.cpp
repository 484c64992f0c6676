// SPDX-License-Identifier: Apache-2.0
#include "app/cli/build/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>

#include "app/cli/output.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/build/pipeline.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::cli {
namespace {

using Layout = JsonWriter::Layout;

void writeStageJson(std::string_view pass, double ms, bool ran, bool changed, const std::vector<std::string>& functions,
                    JsonWriter& json) {
  json.beginObject(Layout::Inline).field("pass", pass).field("ms", ms).field("ran", ran);
  json.field("changed", changed).key("functions").beginArray(Layout::Inline);
  for (const std::string& name : functions) json.value(name);
  json.end().end();
}

void writeStagesJson(const build::Build& built, JsonWriter& json) {
  json.key("stages").beginArray();
  for (const build::Stage& stage : built.pipeline.stages)
    writeStageJson(stage.pass->name, stage.ms, stage.ran, stage.changed, stage.changedFunctions, json);
  json.end();
}

void writeTvmStagesJson(const TvmBuild& tvm, JsonWriter& json) {
  json.key("stages").beginArray();
  for (const TvmStage& stage : tvm.stages)
    writeStageJson(stage.name, stage.ms, true, stage.changed, stage.functions, json);
  json.end();
}

void writeDiagnosticsJson(const BuildReport& report, const build::Build& built, JsonWriter& json) {
  json.key("diagnostics").beginArray();
  for (const ir::Diagnostic& each : built.diagnostics) {
    json.beginObject(Layout::Inline).field("file", report.source).field("line", uint64_t{each.span.line});
    json.field("column", uint64_t{each.span.column}).field("end_line", uint64_t{each.span.endLine});
    json.field("end_column", uint64_t{each.span.endColumn}).field("severity", ir::severityName(each.severity));
    json.field("code", each.code).field("message", each.message).key("notes").beginArray(Layout::Inline);
    for (const ir::DiagnosticNote& note : each.notes) json.value(note.message);
    json.end().end();
  }
  json.end();
}

void writeRegistersJson(const build::Build& built, JsonWriter& json) {
  json.key("registers").beginArray();
  if (built.registers && built.executable)
    for (const build::FunctionRegisters& each : built.registers->functions)
      json.beginObject(Layout::Inline)
          .field("function", built.executable->functions[each.function.at()].name)
          .field("before", each.before)
          .field("after", each.after)
          .end();
  json.end();
}

/// "04_ToNonDataflow.py"; the first stage is the source as it was read.
std::string stageFile(size_t number, std::string_view pass) {
  return number == 0 ? "00_parsed.py" : fmt::format("{:02}_{}.py", number, pass);
}

int makeFolder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  return failed ? fail(folder, "cannot be made: " + failed.message()) : kDone;
}

/// The text of a stage, and beside it, in a file that a build of the text takes, the constants by the text's numbers.
int writeStage(const std::string& folder, const std::string& name, const ir::Module& module) {
  ir::Constants constants;
  if (const int code = writeInto(folder, name, ir::printModule(module, {}, &constants)); code != kDone) return code;
  std::vector<std::pair<std::string, NpyArray>> arrays;
  for (size_t i = 0; i < constants.size(); ++i)
    if (constants[i] != nullptr)
      arrays.emplace_back(fmt::format("const{}", i),
                          NpyArray{constants[i]->dtype, constants[i]->shape, constants[i]->data});
  if (arrays.empty()) return kDone;
  const std::filesystem::path path = std::filesystem::path(folder) / name;
  return writePieces(std::filesystem::path(path).replace_extension(".npz").string(), npzPieces(arrays));
}

int writeStageList(const std::string& folder, const std::function<void(JsonWriter&)>& write) {
  return writeOutput((std::filesystem::path(folder) / "stages.json").string(), [&](Output& out) {
    const TextSink sink = out.sink();
    JsonWriter json(sink);
    json.beginDocument();
    write(json);
    json.end();
  });
}

}  // namespace

int listPasses() {
  return writeOutput("", [](Output& out) {
    TextTable table({"pass", "what it does"});
    for (const build::PassRow& row : build::passTable()) table.add({row.name, row.summary});
    table.write(out);
  });
}

int writeInto(const std::string& folder, const std::string& name, std::string_view text) {
  if (const int code = makeFolder(folder); code != kDone) return code;
  return writeOutput((std::filesystem::path(folder) / name).string(), [&](Output& out) { out.write(text); });
}

int writeStageFolder(const std::string& folder, const build::Build& built) {
  if (const int code = makeFolder(folder); code != kDone) return code;
  const std::vector<build::Stage>& stages = built.pipeline.stages;
  for (size_t i = 0; i < stages.size(); ++i)
    if (stages[i].module)
      if (const int code = writeStage(folder, stageFile(i, stages[i].pass->name), *stages[i].module); code != kDone)
        return code;
  return writeStageList(folder, [&](JsonWriter& json) { writeStagesJson(built, json); });
}

int writeTvmStageFolder(const std::string& folder, const TvmBuild& tvm) {
  for (size_t i = 0; i < tvm.stages.size(); ++i) {
    if (tvm.stages[i].text.empty()) continue;
    std::string name = tvm.stages[i].name;  // of a pass, chosen by whoever wrote it
    std::ranges::replace_if(name, [](char c) { return !isNameLetter(c) && c != '.'; }, '_');
    if (const int code = writeInto(folder, stageFile(i, name), tvm.stages[i].text + "\n"); code != kDone) return code;
  }
  if (const int code = makeFolder(folder); code != kDone) return code;
  return writeStageList(folder, [&](JsonWriter& json) { writeTvmStagesJson(tvm, json); });
}

int writeReport(const BuildReport& report, const build::Build& built) {
  return writeOutput("", [&](Output& out) {
    const TextSink sink = out.sink();
    JsonWriter json(sink);
    json.beginDocument().field("source", report.source).field("output", report.output);
    json.field("builder", report.builder).field("builder_reason", report.builderReason);
    writeDiagnosticsJson(report, built, json);
    json.key("failed");
    if (built.failed.empty() && report.failed.empty()) json.null();
    else json.value(built.failed.empty() ? report.failed : built.failed);
    if (report.tvm) writeTvmStagesJson(*report.tvm, json);
    else writeStagesJson(built, json);
    writeRegistersJson(built, json);
    json.field("kernels", uint64_t{report.tvm ? report.tvm->kernels : built.kernels.size()})
        .field("compiler", report.compiler)
        .end();
  });
}

int failWith(BuildReport& report, const std::string& where, const std::string& message) {
  report.failed = message;
  const size_t line = message.find('\n');
  fail(where, std::string_view(message).substr(0, line));
  for (size_t at = line; at < message.size();) {
    const size_t end = std::min(message.find('\n', at + 1), message.size());
    fmt::print(stderr, "{}\n", printable(message.substr(at + 1, end - at - 1)));
    at = end;
  }
  return kFailed;
}

void writeDiagnostics(const std::string& path, std::string_view source,
                      const std::vector<ir::Diagnostic>& diagnostics) {
  const std::string text = ir::diagnosticsText(path, source, diagnostics);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace relaxscope::cli

// SPDX-License-Identifier: Apache-2.0
// rscope build: from the text of a Relax module to a library, through stages that can be seen.
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/build/commands.h"
#include "app/cli/build/report.h"
#include "app/cli/build/with_tvm.h"
#include "app/cli/output.h"
#include "app/cli/run/worker_process.h"
#include "vmcore/base/new_file.h"
#include "vmcore/build/build.h"
#include "vmcore/build/codegen/c_kernels.h"
#include "vmcore/format/array_set.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/format/save.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::cli {
namespace {

/// The constants of a source, by number: members consti of a file of arrays.
class SourceConstants {
 public:
  static Result<SourceConstants> read(const std::string& given, const std::string& source) {
    SourceConstants constants;
    std::string path = given;
    if (path.empty()) {
      path = std::filesystem::path(source).replace_extension(".npz");
      std::error_code unknown;
      if (!std::filesystem::exists(path, unknown)) return constants;
    }
    RS_TRY(auto arrays, readArraySet(path));
    for (auto& [name, array] : arrays)
      constants.byName_.emplace(
          name, std::make_shared<const TensorConstant>(TensorConstant{array.dtype, array.shape, 1, 0, 0, array.data}));
    return constants;
  }
  [[nodiscard]] std::shared_ptr<const TensorConstant> at(size_t number) const {
    const auto found = byName_.find("const" + std::to_string(number));
    return found == byName_.end() ? nullptr : found->second;
  }

 private:
  std::map<std::string, std::shared_ptr<const TensorConstant>> byName_;
};

/// What is wrong with the options, or empty.
std::string usageProblem(const BuildCommandOptions& o) {
  if (o.source.empty()) return "a source is required";
  if (o.builder != "own" && o.builder != "tvm" && o.builder != "auto")
    return "--builder " + o.builder + ": must be own, tvm or auto";
  if (o.target != "cpu") return "--target " + o.target + ": this release builds for cpu only";
  if (o.mode != "bytecode") return "--function-mode " + o.mode + ": this release builds bytecode only";
  for (const std::vector<std::string>& names : {o.disabled, {o.stopAfter}, {o.printAfter}})
    for (const std::string& name : names)
      if (!name.empty() && o.builder != "tvm" && build::findPass(name) == nullptr)
        return "no pass \"" + name + "\"; --list-passes lists them";
  if (!o.output.empty() && !o.stopAfter.empty()) return "--stop-after ends before there is an executable: leave -o out";
  if (o.output.empty() && o.stopAfter.empty() && o.printAfter.empty() && o.stageFolder.empty())
    return "a file to write is required: -o OUT";
  return {};
}

/// Has the worker compile the kernels; a failed compilation is printed. Nothing where it failed, with its exit code.
std::optional<wire::Compiled> compileKernels(const BuildCommandOptions& o, std::string text,
                                             const Executable& executable, BuildReport& report, int& code) {
  WorkerProcess worker(o.workerCommand);
  wire::Message answer = worker.next();
  if (std::holds_alternative<wire::Hello>(answer)) {
    constexpr double kBeyondCompiler = 10;  // for the worker itself
    worker.setTimeLimit(o.compilerLimit + kBeyondCompiler);
    worker.send(worker.session().compile({std::move(text), Bytes::own(writeVmExecutable(executable)), o.compiler,
                                          o.cpu.empty() ? "native" : o.cpu, o.compilerLimit}));
    do answer = worker.next();
    while (std::holds_alternative<wire::Output>(answer));
  }
  if (auto* compiled = std::get_if<wire::Compiled>(&answer)) return std::move(*compiled);
  if (const auto* failure = std::get_if<RunFailure>(&answer)) {
    failWith(report, o.output, failure->message);
    code = exitCodeOf(*failure);
  } else {
    code = fail(o.output, "the worker sent an unexpected answer");
  }
  return std::nullopt;
}

int writeLibrary(const BuildCommandOptions& o, const build::Build& built, BuildReport& report) {
  Result<std::string> text = build::cSourceOf(built.kernels, {});
  if (!text.ok()) return failWith(report, o.source, text.error().text());
  if (!o.sourceFolder.empty())
    if (const int code = writeInto(o.sourceFolder, "kernels.c", *text); code != kDone) return code;
  int code = kDone;
  std::optional<wire::Compiled> compiled = compileKernels(o, *std::move(text), *built.executable, report, code);
  if (!compiled) return code;
  report.compiler = compiled->version;
  return writeOutput(o.output, [&](Output& out) {
    out.writeBinary(
        std::string_view(reinterpret_cast<const char*>(compiled->library.data()), compiled->library.size()));
  });
}

int writeResult(const BuildCommandOptions& o, const build::Build& built, BuildReport& report) {
  if (o.output.empty()) return kDone;
  const SaveForm form = saveFormOfPath(o.output);
  if (form == SaveForm::Library) return writeLibrary(o, built, report);
  if (o.output == "-")
    return writeOutput("", [&](Output& out) {
      const std::vector<uint8_t> bytes = writeVmExecutable(*built.executable);
      out.writeBinary({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    });
  const Saved saved = saveExecutable(std::make_shared<const Executable>(*built.executable), o.output, {form, {}, {}});
  if (saved.failure) return fail(o.output, saved.failure->error);
  if (!built.kernels.empty())
    warn(o.output,
         fmt::format("without the {} kernels of the source, which a library (-o OUT.so) holds", built.kernels.size()));
  return kDone;
}

/// Stages to print, and their files.
int writeStages(const BuildCommandOptions& o, const build::Build& built) {
  const std::string& wanted = o.printAfter.empty() && o.output.empty() ? o.stopAfter : o.printAfter;
  if (!wanted.empty() && !o.asJson) {
    const ir::Module* last = &built.parsed;
    for (const build::Stage& stage : built.pipeline.stages) {
      if (stage.module) last = &*stage.module;
      if (wanted != stage.pass->name) continue;
      if (const int code = writeOutput("", [&](Output& out) { out.write(ir::printModule(*last)); }); code != kDone)
        return code;
    }
  }
  return o.stageFolder.empty() ? kDone : writeStageFolder(o.stageFolder, built);
}

/// The passes run where this program is to build.
build::Build buildSource(const BuildCommandOptions& o, std::string_view text, const build::BuildOptions& options) {
  if (o.builder != "tvm") return build::buildText(text, options);
  ir::ParsedModule parsed = ir::parseModule(text, options.parse);
  build::Build built;
  built.diagnostics = std::move(parsed.diagnostics);
  built.parsed = std::move(parsed.module);
  return built;
}

int writeOwn(const BuildCommandOptions& o, std::string_view text, const build::Build& built, BuildReport& report) {
  int code = built.hasErrors() || !built.failed.empty() ? kFailed : kDone;
  report.builderReason = code != kDone        ? "the source has errors"
                         : o.builder == "own" ? "--builder own"
                                              : "its passes take the module";
  if (!o.asJson) writeDiagnostics(o.source, text, built.diagnostics);
  if (!built.failed.empty()) fail(o.source, built.failed);
  if (const int stages = writeStages(o, built); stages != kDone) code = stages;
  return code == kDone && built.executable ? writeResult(o, built, report) : code;
}

}  // namespace

int buildCommand(const BuildCommandOptions& o) {
  if (o.listPasses) return listPasses();
  if (const std::string problem = usageProblem(o); !problem.empty()) return fail("build", problem);
  const auto source = readFileBytes(o.source);
  if (!source.ok()) return fail(o.source, source.error());
  const auto constants = SourceConstants::read(o.consts, o.source);
  if (!constants.ok()) return fail(o.consts.empty() ? o.source : o.consts, constants.error());
  build::BuildOptions options;
  options.parse.constant = [&](size_t number) { return constants->at(number); };
  options.pipeline.disabled.insert(o.disabled.begin(), o.disabled.end());
  options.pipeline.stopAfter = o.stopAfter;
  options.allocateRegisters = o.level > 0;
  const std::string_view text(reinterpret_cast<const char*>(source->data()), source->size());
  build::Build built = buildSource(o, text, options);
  BuildReport report;
  report.source = o.source;
  report.output = o.output;
  const std::string instead = o.builder == "auto" ? whyNotOwn(built) : std::string();
  const bool byTvm = o.builder == "tvm" ? !built.hasErrors() : !instead.empty();
  const int code = byTvm ? writeWithTvm(o, text, instead, built, report) : writeOwn(o, text, built, report);
  if (o.asJson)
    if (const int json = writeReport(report, built); json != kDone) return json;
  return code;
}

}  // namespace relaxscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "app/cli/build/with_tvm.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/output.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/save.h"
#include "vmcore/ir/parse/parser.h"
#include "vmcore/ir/print/print.h"

namespace relaxscope::cli {
namespace {

// ---- places ----

bool holdsLine(const ir::Span& span, uint32_t line) {
  return span.known() && span.line <= line && line <= std::max(span.line, span.endLine);
}

/// The place in a source of what is on one line of its print: both were read, so they have the same bindings.
class PrintedPlaces {
 public:
  explicit PrintedPlaces(uint32_t line) : line_(line) {}

  ir::Span find(const ir::Module& source, const ir::Module& print) {
    const size_t count = std::min(source.functions.size(), print.functions.size());
    for (size_t i = 0; i < count; ++i) {
      const auto mine = source.functions[i].relax(), printed = print.functions[i].relax();
      if (mine && printed) function(*mine, *printed);
      const auto kernel = source.functions[i].prim(), printedKernel = print.functions[i].prim();
      if (kernel && printedKernel && printedKernel->span.line <= line_) found_ = kernel->span;
    }
    return found_;
  }

 private:
  /// Its span is that of its first line, and it ends before the next function.
  void function(const ir::Function& source, const ir::Function& print) {
    if (print.span.line > line_) return;
    found_ = source.span;
    if (source.body && print.body) sequence(*source.body, *print.body);
  }
  /// Nesting is that of the source, which the parser bounds.
  void sequence(const ir::Seq& source, const ir::Seq& print) {
    for (size_t i = 0; i < std::min(source.blocks.size(), print.blocks.size()); ++i) {
      const auto& mine = source.blocks[i].bindings;
      const auto& printed = print.blocks[i].bindings;
      for (size_t k = 0; k < std::min(mine.size(), printed.size()); ++k) binding(mine[k], printed[k]);
    }
    if (source.result && print.result && holdsLine(print.result->span, line_)) found_ = source.result->span;
  }
  void binding(const ir::Binding& source, const ir::Binding& print) {
    if (holdsLine(print.span, line_)) found_ = source.span;
    if (!source.value || !print.value || source.value->kind != print.value->kind) return;
    if (source.value->thenSeq && print.value->thenSeq) sequence(*source.value->thenSeq, *print.value->thenSeq);
    if (source.value->elseSeq && print.value->elseSeq) sequence(*source.value->elseSeq, *print.value->elseSeq);
    if (source.value->function && print.value->function) function(*source.value->function, *print.value->function);
  }

  uint32_t line_;
  ir::Span found_;
};

ir::Span placeInSource(const build::Build& built, const std::string& print, const ir::Span& span) {
  if (!span.known()) return {};
  return PrintedPlaces(span.line).find(built.parsed, ir::parseModule(print).module);
}

// ---- the result ----

int writeTvmLibrary(const BuildCommandOptions& o, const Bytes& library) {
  return writeOutput(o.output, [&](Output& out) { out.writeBinary(library.text()); });
}

/// The executable of TVM's answer with fewer registers, where that is asked for; nothing with its exit code.
std::shared_ptr<const Executable> executableOf(const BuildCommandOptions& o, const TvmBuild& tvm, int& code) {
  const bool asLibrary = !tvm.library.empty();
  Result<LoadedFile> file = loadBytes(asLibrary ? tvm.library : tvm.executable, o.output);
  if (!file.ok() || !file->executable) {
    code = fail(o.output, file.ok() ? Error("what TVM wrote has no executable") : file.error());
    return nullptr;
  }
  if (o.level == 0) return file->executable;
  auto changed = std::make_shared<Executable>(*file->executable);
  if (const auto registers = build::allocateRegisters(*changed); !registers.ok()) {
    code = fail(o.output, registers.error());
    return nullptr;
  }
  return changed;
}

int writeTvmResult(const BuildCommandOptions& o, const TvmBuild& tvm) {
  if (o.output.empty() || !o.stopAfter.empty()) return kDone;
  const SaveForm form = saveFormOfPath(o.output);
  if (form == SaveForm::Library && o.level == 0) return writeTvmLibrary(o, tvm.library);
  int code = kDone;
  const std::shared_ptr<const Executable> executable = executableOf(o, tvm, code);
  if (!executable) return code;
  SaveOptions options{form, {}, {}};
  if (form == SaveForm::Library) options.library = tvm.library;
  const Saved saved = saveExecutable(executable, o.output, options);
  if (saved.failure) return fail(o.output, saved.failure->error);
  if (tvm.kernels != 0 && form != SaveForm::Library)
    warn(o.output, fmt::format("without the {} kernels of the source, which a library (-o OUT.so) holds", tvm.kernels));
  return kDone;
}

/// Prints the stage of one pass, which is the last one before it where it changed nothing.
int printTvmStage(const BuildCommandOptions& o, const TvmBuild& tvm) {
  const std::string& wanted = o.printAfter.empty() && o.output.empty() ? o.stopAfter : o.printAfter;
  if (wanted.empty() || o.asJson) return kDone;
  const std::string* text = nullptr;
  for (const TvmStage& stage : tvm.stages) {
    if (!stage.text.empty()) text = &stage.text;
    if (stage.name == wanted)
      return text == nullptr ? kDone : writeOutput("", [&](Output& out) { out.write(*text + "\n"); });
  }
  return fail("build", fmt::format("TVM ran no pass \"{}\"", printable(wanted)));
}

int writeTvmFiles(const BuildCommandOptions& o, const TvmBuild& tvm) {
  for (const auto& [name, text] : tvm.kernelTexts)
    if (const int code = writeInto(o.sourceFolder, name, text); code != kDone) return code;
  if (const int code = printTvmStage(o, tvm); code != kDone) return code;
  return o.stageFolder.empty() ? kDone : writeTvmStageFolder(o.stageFolder, tvm);
}

std::optional<TvmRequest> tvmRequestOf(const BuildCommandOptions& o, const build::Build& built) {
  TvmRequest request;
  request.source = ir::printModule(built.parsed, {}, &request.constants);
  if (std::ranges::count(request.constants, nullptr) != 0) return std::nullopt;
  request.python = tvmPython(o.python);
  request.cpu = o.cpu.empty() ? "native" : o.cpu;
  request.compiler = o.compiler;
  request.limit = o.compilerLimit;
  request.disabled = o.disabled;
  request.stopAfter = o.stopAfter;
  request.stageTexts = !o.stageFolder.empty() || !o.printAfter.empty() || !o.stopAfter.empty();
  const bool writes = !o.output.empty() && o.stopAfter.empty();
  request.library = writes && saveFormOfPath(o.output) == SaveForm::Library;
  request.executable = writes && !request.library;
  request.kernelTexts = !o.sourceFolder.empty();
  return request;
}

}  // namespace

std::string whyNotOwn(const build::Build& built) {
  if (built.pipeline.stages.empty()) return {};  // it was not read
  if (!built.failed.empty()) return {};          // a fault of this program: it is told
  const ir::Diagnostic* first = nullptr;
  size_t count = 0;
  for (const ir::Diagnostic& each : built.diagnostics) {
    if (each.severity != ir::DiagnosticSeverity::Error) continue;
    if (each.code != "unsupported") return {};
    if (++count == 1) first = &each;
  }
  if (first == nullptr) return {};
  std::string why = fmt::format("line {}: {}", first->span.line, first->message);
  constexpr std::string_view kAdvice = ": use --builder tvm";
  if (why.ends_with(kAdvice)) why.resize(why.size() - kAdvice.size());
  return count == 1 ? why : fmt::format("{}, and {} more", why, count - 1);
}

int writeWithTvm(const BuildCommandOptions& o, std::string_view text, const std::string& instead, build::Build& built,
                 BuildReport& report) {
  report.builder = "tvm";
  report.builderReason = instead.empty() ? "--builder tvm" : instead;
  const std::optional<TvmRequest> request = tvmRequestOf(o, built);
  if (!request) return fail(o.source, "constants are missing: --consts FILE.npz");
  const TvmBuild& tvm = report.tvm.emplace(buildWithTvm(*request));
  for (const std::string& warning : tvm.warnings) warn(o.source, "TVM: " + warning);
  if (tvm.failure && tvm.failure->missing && !instead.empty()) {
    report.builder = "own";
    if (!o.asJson) writeDiagnostics(o.source, text, built.diagnostics);
    if (!built.failed.empty()) fail(o.source, built.failed);
    const std::string why = tvm.failure->message;
    report.tvm.reset();
    return fail(o.source, "nor can TVM build it: " + why);
  }
  std::erase_if(built.diagnostics,
                [](const ir::Diagnostic& each) { return each.severity == ir::DiagnosticSeverity::Error; });
  built.failed.clear();
  report.compiler = fmt::format("TVM {} ({})", tvm.version, tvm.target.empty() ? "not compiled" : tvm.target);
  if (!instead.empty()) warn(o.source, fmt::format("TVM {} builds it: {}", tvm.version, instead));
  if (!tvm.failure) {
    if (!o.asJson) writeDiagnostics(o.source, text, built.diagnostics);
    if (const int code = writeTvmFiles(o, tvm); code != kDone) return code;
    return writeTvmResult(o, tvm);
  }
  if (tvm.failure->byTvm && !o.stageFolder.empty()) writeTvmStageFolder(o.stageFolder, tvm);
  const ir::Span place = placeInSource(built, request->source, tvm.failure->span);
  if (!place.known()) {
    built.failed = (tvm.failure->byTvm ? "TVM: " : "") + tvm.failure->message;
    return fail(o.source, built.failed);
  }
  built.diagnostics.push_back({place, ir::DiagnosticSeverity::Error, "tvm", tvm.failure->message, {}});
  if (!o.asJson) writeDiagnostics(o.source, text, built.diagnostics);
  return kFailed;
}

}  // namespace relaxscope::cli

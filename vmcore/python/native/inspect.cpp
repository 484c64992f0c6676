// SPDX-License-Identifier: Apache-2.0
// Inspection of a file for Python without running any of it: relaxscope.inspect.open(path) parses the file, never opens
// it as a library, and returns a module whose functions return tables as JSON, texts, and constants as tensors.
// relaxscope.inspect.module(Module) does so for an executable in memory, from the bytes that it saves.
#include <fmt/format.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "vmcore/analysis/call_types.h"
#include "vmcore/analysis/memory/plan.h"
#include "vmcore/analysis/params.h"
#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/embed/diff_input.h"
#include "vmcore/embed/errors.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/json_memory.h"
#include "vmcore/export/json_tables.h"
#include "vmcore/export/lint/json_lint.h"
#include "vmcore/format/loader.h"
#include "vmcore/python/native/module_tree.h"
#include "vmcore/python/native/prepare.h"
#include "vmcore/run/open.h"
#include "vmcore/vm/constants.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {
namespace {

/// The path of an executable that has none.
constexpr const char* kInMemory = "executable in memory";

/// Collected in one string, because the whole text is passed to Python.
template <class Write>
ffi::String collected(Write&& write) {
  return ffi::String(collectText(std::forward<Write>(write)));
}

void writeOverview(const LoadedFile& file, const TextSink& sink) {
  const Executable& executable = *file.executable;
  JsonWriter json(sink);
  json.beginDocument().field("path", file.path).field("container", file.containerText());
  json.field("vm", vmName(executable.variant))
      .field("variant", variantName(executable.variant))
      .field("producer", variantProducer(executable.variant));
  json.field("version", executable.version).field("functions", static_cast<uint64_t>(executable.functions.size()));
  json.field("instructions", static_cast<uint64_t>(executable.code.size()))
      .field("constants", static_cast<uint64_t>(executable.constants.size()));
  const Result<FuncIndex> entry = defaultEntry(executable);
  if (entry.ok()) json.field("entry", executable.function(*entry)->name);
  std::vector<std::string> obstacles;
  for (const RunObstacle& obstacle : executableObstacles(executable)) obstacles.push_back(obstacle.text());
  json.field("obstacles", obstacles).end();
}

/// Names and types of a function's parameters, as far as its own checks define them.
void writeParameters(const Executable& executable, FuncIndex index, const TextSink& sink) {
  JsonWriter json(sink);
  json.beginArray();
  for (const ParamInfo& param : recoverParams(executable, index))
    json.beginObject(JsonWriter::Layout::Inline)
        .field("name", param.name)
        .field("type", param.text())
        .field("annotation", param.annotation)
        .end();
  json.end();
}

/// A row for each operand of each call of a kernel or VM function, and one for the result of a VM function.
void writeTypes(const Executable& executable, FuncIndex index, const TextSink& sink) {
  JsonWriter json(sink);
  json.beginArray();
  const auto row = [&](int64_t pc, const std::string& callee, int64_t operand, const char* direction,
                       const StaticTypeRef& type) {
    json.beginObject(JsonWriter::Layout::Inline)
        .field("pc", pc)
        .field("callee", callee)
        .field("operand", operand)
        .field("direction", direction)
        .field("type", typeText(type))
        .end();
  };
  FunctionResults results(executable);
  if (const auto definitions = definitionsOf(executable, index)) {
    const CallTypes types = callTypes(executable, index, *definitions, results).value_or(CallTypes());
    for (const TypedCall& call : types.calls) {
      const std::string& name = executable.functions[call.callee.at()].name;
      for (size_t i = 0; i < call.operands.size(); ++i)
        row(call.pc.value, name, static_cast<int64_t>(i), directionText(call.operands[i].direction),
            call.operands[i].type);
      if (!call.isKernel) row(call.pc.value, name, -1, "result", call.result);
    }
  }
  json.end();
}

class InspectionObj : public DiffInputObj {
 public:
  /// `inMemory`: the executable's module, or nothing for a file.
  explicit InspectionObj(LoadedFile file, ffi::Optional<ffi::Module> inMemory = std::nullopt)
      : loaded_(std::make_shared<const LoadedFile>(std::move(file))), inMemory_(std::move(inMemory)) {}
  const char* kind() const final { return "relaxscope.Inspection"; }
  int GetPropertyMask() const final { return ffi::Module::kRunnable; }
  [[nodiscard]] DiffInput diffInput() const final { return {file_.path, {file_.executable, loaded_}, nullptr}; }

  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    const auto at = questions().find(std::string(name));
    if (at == questions().end()) return std::nullopt;
    const Question ask = at->second;
    return ffi::Function::FromPacked(
        [self = ffi::detail::ObjectUnsafe::ObjectPtrFromUnowned<InspectionObj>(this), ask](
            ffi::PackedArgs args, ffi::Any* result) { *result = (self.get()->*ask)(args); });
  }

 private:
  using Question = ffi::Any (InspectionObj::*)(const ffi::PackedArgs&) const;
  static const std::map<std::string, Question>& questions();
  [[nodiscard]] const Executable& executable() const { return *file_.executable; }
  /// The functions that an argument names: all for None, every entry of a duplicate name.
  [[nodiscard]] std::vector<FuncIndex> named(const ffi::PackedArgs& args, int place) const {
    std::vector<FuncIndex> found;
    if (args.size() <= place || args[place] == nullptr) return found;
    const std::string name = args[place].cast<ffi::String>();
    for (size_t i = 0; i < executable().functions.size(); ++i)
      if (executable().functions[i].name == name) found.emplace_back(static_cast<int64_t>(i));
    if (found.empty()) raise("ValueError", fmt::format("{} has no function {}", file_.path, name));
    return found;
  }

  ffi::Any overview(const ffi::PackedArgs&) const {
    return collected([&](const TextSink& sink) { writeOverview(file_, sink); });
  }
  ffi::Any functions(const ffi::PackedArgs&) const {
    return collected([&](const TextSink& sink) { writeFunctionsJson(executable(), sink); });
  }
  ffi::Any details(const ffi::PackedArgs& args) const {
    const std::vector<FuncIndex> which = named(args, 0);
    if (which.empty()) raise("TypeError", "a function name is required");
    return collected([&](const TextSink& sink) { writeFunctionDetailsJson(executable(), which, sink); });
  }
  ffi::Any layers(const ffi::PackedArgs&) const {
    return collected([&](const TextSink& sink) { writeLayersJson(executable(), sink); });
  }
  /// (name, extent)...: extents of symbolic dimensions.
  ffi::Any memory(const ffi::PackedArgs& args) const {
    MemorySizes sizes;
    for (int i = 0; i + 1 < args.size(); i += 2)
      sizes.given.emplace(std::string(args[i].cast<ffi::String>()), args[i + 1].cast<int64_t>());
    const auto plans = memoryPlans(FunctionFacts(executable()), {}, sizes);
    if (!plans.ok()) raise("ValueError", fmt::format("{}: {}", file_.path, plans.error().text()));
    for (const MemoryPlan& plan : *plans)
      if (!sizes.given.empty() && plan.certainFailure() != nullptr)
        raise("ValueError", fmt::format("{}: no run of these sizes: {}", file_.path, failureText(executable(), plan)));
    const Library* const library = !inMemory_ && file_.library ? &*file_.library : nullptr;
    return collected([&](const TextSink& sink) { writeMemoryJson(executable(), library, *plans, sink); });
  }
  ffi::Any constants(const ffi::PackedArgs&) const {
    const auto copies = constantCopies(executable(), kDefaultCompared);
    return collected([&](const TextSink& sink) { writeConstantsJson(executable(), *copies, sink); });
  }
  ffi::Any modules(const ffi::PackedArgs&) const {
    return collected([&](const TextSink& sink) {
      if (inMemory_.has_value()) writeModuleTree(*inMemory_, sink);
      else writeModulesJson(file_, sink);
    });
  }
  ffi::Any findings(const ffi::PackedArgs&) const {
    return collected(
        [&](const TextSink& sink) { writeFindingsJson(executable(), findingsOf(executable(), &file_), sink); });
  }
  ffi::Any lintFindings(const ffi::PackedArgs&) const {
    const Diagnostics none;
    const auto found = lint(FunctionFacts(executable()), &file_);
    return collected([&](const TextSink& sink) { writeLintJson({executable(), none, *found}, sink); });
  }
  ffi::Any parameters(const ffi::PackedArgs& args) const {
    const std::vector<FuncIndex> which = named(args, 0);
    if (which.empty()) raise("TypeError", "a function name is required");
    return collected([&](const TextSink& sink) { writeParameters(executable(), which.front(), sink); });
  }
  ffi::Any types(const ffi::PackedArgs& args) const {
    const std::vector<FuncIndex> which = named(args, 0);
    if (which.empty()) raise("TypeError", "a function name is required");
    return collected([&](const TextSink& sink) { writeTypes(executable(), which.front(), sink); });
  }
  /// (format, function | None): the output of an exporter; "json" is the listing.
  ffi::Any exported(const ffi::PackedArgs& args) const {
    const std::string format = args.size() == 0 ? std::string() : std::string(args[0].cast<ffi::String>());
    const std::vector<FuncIndex> only = named(args, 1);
    for (const ExecutableExporter& row : executableExporters()) {
      if (format != row.id) continue;
      if (!row.fits(executable()))
        raise("ValueError", fmt::format("{}: a {} has no {}", file_.path, vmName(executable().variant), row.title));
      std::vector<std::string> warnings;
      return collected([&](const TextSink& sink) { row.write(executable(), only, sink, warnings); });
    }
    raise("ValueError", fmt::format("unknown format {}", format));
  }
  ffi::Any stats(const ffi::PackedArgs&) const {
    std::vector<std::string> warnings;
    return collected([&](const TextSink& sink) { writeEraStats(executable(), sink, warnings); });
  }
  /// The value of constant `index`; a tensor owns its memory.
  ffi::Any constant(const ffi::PackedArgs& args) const {
    const auto index = args.size() == 0 ? int64_t{-1} : args[0].cast<int64_t>();
    const Constant* found = executable().constant(ConstIndex(index));
    if (found == nullptr)
      raise("IndexError", fmt::format("no constant {}: the pool has {}", index, executable().constants.size()));
    auto value = materializeConstant(*found, std::make_shared<Allocator>(Allocator::Kind::Naive, 0));
    if (!value.ok())
      raise("ValueError", fmt::format("constant {} of {}: {}", index, file_.path, value.error().message));
    return *std::move(value);
  }

  ffi::Any prepare(const ffi::PackedArgs& args) const { return prepareForPython(executable(), args); }

  std::shared_ptr<const LoadedFile> loaded_;
  const LoadedFile& file_ = *loaded_;
  const ffi::Optional<ffi::Module> inMemory_;
};

const std::map<std::string, InspectionObj::Question>& InspectionObj::questions() {
  static const std::map<std::string, Question> rows = {
      {"overview", &InspectionObj::overview},   {"functions", &InspectionObj::functions},
      {"constants", &InspectionObj::constants}, {"modules", &InspectionObj::modules},
      {"findings", &InspectionObj::findings},   {"parameters", &InspectionObj::parameters},
      {"export", &InspectionObj::exported},     {"stats", &InspectionObj::stats},
      {"constant", &InspectionObj::constant},   {"prepare", &InspectionObj::prepare},
      {"types", &InspectionObj::types},         {"layers", &InspectionObj::layers},
      {"memory", &InspectionObj::memory},       {"lint", &InspectionObj::lintFindings},
      {"details", &InspectionObj::details},
  };
  return rows;
}

LoadedFile fileWithExecutable(Result<LoadedFile> read, const std::string& path) {
  if (!read.ok()) raise("ValueError", fmt::format("{}: {}", path, read.error().text()));
  LoadedFile file = *std::move(read);
  if (file.executable == nullptr) raise("ValueError", fmt::format("{} holds no executable", path));
  return file;
}

ffi::Module inspectFile(const ffi::String& path) {
  const std::string given = path;
  return ffi::Module(ffi::make_object<InspectionObj>(fileWithExecutable(loadFile(given), given)));
}

ffi::Module inspectModule(const ffi::Module& executable) {
  const ffi::Bytes saved = executable->SaveToBytes();
  return ffi::Module(ffi::make_object<InspectionObj>(
      fileWithExecutable(loadBytes(Bytes::copyOf({saved.data(), saved.size()}), kInMemory), kInMemory), executable));
}

}  // namespace

TVM_FFI_STATIC_INIT_BLOCK() {
  ffi::Function::SetGlobal("relaxscope.inspect.open", ffi::Function::FromTyped(inspectFile), true);
  ffi::Function::SetGlobal("relaxscope.inspect.module", ffi::Function::FromTyped(inspectModule), true);
}

}  // namespace relaxscope

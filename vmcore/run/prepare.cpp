// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "vmcore/analysis/packed_params.h"
#include "vmcore/analysis/params.h"
#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/run/arguments/array_files.h"
#include "vmcore/run/arguments/named_arrays.h"
#include "vmcore/run/call_names.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/value_json.h"
#include "vmcore/run/value_summary.h"

namespace relaxscope {
namespace {

/// The engine also refuses more parameters than this.
constexpr int64_t kMaxArguments = 1 << 16;
/// Above this much text about arguments only their number is reported.
constexpr size_t kMaxArgumentsText = 1 << 14;

Error at(const std::string& path, const Error& error) { return Error(path + ": " + error.text()); }

std::vector<ParamInfo> paramsOf(const Executable& executable, const CallNames::Named& named) {
  const Function* function = executable.function(named.function);
  if (function == nullptr || function->numArgs > kMaxArguments) return {};
  return recoverParams(executable, named.function);
}

/// How many arguments of a function to save are left to later calls: those up to the last empty one.
size_t openArguments(const CallInput& call) {
  if (call.mode != CallMode::Save) return 0;
  size_t open = call.arguments.size();
  while (open > 0 && !call.arguments[open - 1].empty()) --open;
  return open;
}

/// Prepares the calls of a run in order.
class Preparer {
 public:
  Preparer(RunInput input, const Executable& executable)
      : input_(std::move(input)),
        executable_(executable),
        names_(executable),
        fieldNames_(packedParamNames(executable)) {}

  Result<PreparedRun> prepare() {
    RS_TRY(arrays_, NamedArrays::read(input_.arraysPaths));
    if (!input_.scriptPath.empty()) {
      RS_CHECK(addScript());
    } else {
      for (const CallInput& call : input_.calls) RS_CHECK(add(call));
    }
    out_.load = std::move(input_.load);
    auto script = std::move(out_.run.script);
    out_.run = std::move(input_.run);
    out_.run.script = std::move(script);
    out_.seed = input_.seed;
    out_.origin.executablePath = out_.load.path;
    std::vector<std::string> names;
    for (const CallSpec& call : out_.run.script) names.push_back(call.function);
    out_.title = callsTitle(names);
    out_.load.target = {std::move(names), out_.run.instrument.skip};
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool several() const { return input_.calls.size() > 1; }
  /// Recovered once per function: a script may call one many times.
  const std::vector<ParamInfo>& knownParams(const CallNames::Named& named) {
    const auto [row, isNew] = params_.try_emplace(named.function.value);
    if (isNew) row->second = paramsOf(executable_, named);
    return row->second;
  }

  Result<void> addScript() {
    auto bytes = readFileBytes(input_.scriptPath);
    if (!bytes) return at(input_.scriptPath, bytes.error());
    auto script = readScript(bytes->text(), arrays_.finder());
    if (!script) return at(input_.scriptPath, script.error());
    if (script->empty()) return Error(input_.scriptPath + ": contains no call");
    out_.run.script = *std::move(script);
    const size_t calls = out_.run.script.size();
    out_.origin.argumentsText = calls == 1 ? "script of 1 call" : fmt::format("script of {} calls", calls);
    for (const CallSpec& call : out_.run.script) {
      const auto named = names_.find(call.function);
      noteValues(call, named ? knownParams(*named) : std::vector<ParamInfo>());
      if (call.mode == CallMode::Save) names_.save(call.savedAs);
    }
    return {};
  }

  Result<void> add(const CallInput& given) {
    RS_TRY(const CallNames::Named named, names_.resolve(given.function));
    CallSpec call{
        named.name, {}, given.mode, given.mode == CallMode::Save ? given.savedAs : std::string(), given.savesResult};
    if (call.mode == CallMode::Save) names_.save(call.savedAs);
    RS_TRY(const bool whole, addTyped(call, named));
    if (!whole) RS_CHECK(bind(given, call, named));
    out_.run.script.push_back(std::move(call));
    return {};
  }

  /// Takes the arguments of --args, or the arrays arg0, arg1, ... of --inputs where nothing else is given and they
  /// suffice.
  Result<bool> addTyped(CallSpec& call, const CallNames::Named& named) {
    const CallInput& given = input_.calls.front();
    if (!input_.argsPath.empty()) {
      auto bytes = readFileBytes(input_.argsPath);
      if (!bytes) return at(input_.argsPath, bytes.error());
      auto values = readArguments(bytes->text(), arrays_.finder());
      if (!values) return at(input_.argsPath, values.error());
      call.args = *std::move(values);
    } else {
      const std::vector<const NamedArray*> values = arrays_.numbered();
      const bool byName = arrays_.fillByName(knownParams(named), fieldNames_);
      if (!arrays_.empty() && values.empty() && !byName)
        return Error(
            fmt::format("{}: no array has the name of a parameter, and none is named arg0; name its arrays in --args",
                        fmt::join(input_.arraysPaths, ", ")));
      const Function* function = executable_.function(named.function);
      const bool enough = function != nullptr && static_cast<int64_t>(values.size()) >= function->numArgs;
      if (values.empty() || byName || !enough || !given.inputs.empty() || !given.arguments.empty()) return false;
      for (const NamedArray* array : values) call.args.push_back(Value{array->value});
    }
    std::string text;
    for (size_t i = 0; i < call.args.size(); ++i)
      text += fmt::format("{}arg{}: {}", i == 0 ? "" : "; ", i, valueSummary(call.args[i]));
    noteValues(call, knownParams(named));
    describe(call, text);
    return true;
  }

  Result<void> bind(const CallInput& given, CallSpec& call, const CallNames::Named& named) {
    if (const Function* function = executable_.function(named.function);
        function != nullptr && function->numArgs > kMaxArguments)
      return Error(fmt::format("{}: {} parameters, at most {} are allowed", printable(function->name),
                               function->numArgs, kMaxArguments));
    std::vector<ParamInfo> params = knownParams(named);
    const bool saves = call.mode == CallMode::Save;
    if (saves && params.size() > given.arguments.size()) params.resize(given.arguments.size());
    ArgumentBinder binder(std::move(params), given.dims, input_.seed, out_.run.script.size(), files_, fieldNames_);
    if (auto bound = binder.bindTexts(given.arguments, openArguments(given), call.function); !bound)
      return several() ? Error(fmt::format("call{}: {}", out_.run.script.size(), bound.error().text())) : bound.error();
    std::set<std::string> byInput;  // what --input gives is not filled by a tuple of all other arrays
    for (const std::string& input : given.inputs)
      if (const auto spec = parseInputSpec(input)) byInput.insert(spec->name);
    RS_CHECK(binder.bindNamed(arrays_, byInput));
    binder.bindNumbered(arrays_);
    RS_CHECK(binder.bindInputs(given.inputs));
    RS_CHECK(binder.bindDefaults(out_.defaulted));
    const std::string text = binder.text();
    binder.take(call.args, out_.notes.emplace_back());
    describe(call, text);
    return {};
  }

  /// Adds notes for values of a JSON file or an array file.
  void noteValues(const CallSpec& call, const std::vector<ParamInfo>& params) {
    std::vector<ArgumentNote>& notes = out_.notes.emplace_back();
    const size_t open =
        call.mode == CallMode::Save && params.size() > call.args.size() ? params.size() - call.args.size() : 0;
    for (size_t i = 0; i < call.args.size(); ++i) {
      const std::string name = open + i < params.size() ? params[open + i].name : fmt::format("arg{}", open + i);
      notes.push_back({open + i, name, sourceOf(call.args[i]), valueSummary(call.args[i])});
    }
  }

  /// "x: 3; y: 4" for a single call, "f(x: 3; y: 4); g(x: call0), stateful" for several.
  void describe(const CallSpec& call, const std::string& arguments) {
    std::string& text = out_.origin.argumentsText;
    if (!out_.run.script.empty()) text += "; ";
    if (!several() && call.mode == CallMode::Call) text += arguments;
    else if (text.size() + arguments.size() <= kMaxArgumentsText)
      text += fmt::format("{}({})", call.function, arguments);
    else text += fmt::format("{}({} arguments)", call.function, call.args.size());
    if (call.mode == CallMode::Stateful) text += ", stateful";
    if (call.mode == CallMode::Save) text += fmt::format(", saved as {}", printable(call.savedAs));
  }

  RunInput input_;
  const Executable& executable_;
  CallNames names_;
  const std::vector<std::string> fieldNames_;
  std::map<int64_t, std::vector<ParamInfo>> params_;
  NamedArrays arrays_;
  ArrayFiles files_;
  PreparedRun out_;
};

}  // namespace

Result<PreparedRun> prepareRun(RunInput input, const Executable& executable) {
  auto prepared = Preparer(std::move(input), executable).prepare();
  if (prepared.ok()) return prepared;
  // No argument makes damaged code run, and what it tells about its parameters is of no use.
  if (const auto damage = damageOf(executable)) return Error(damage->text());
  return prepared;
}

Result<std::vector<std::string>> placeInputs(std::vector<std::string> given, const std::vector<std::string>& inputs,
                                             const Executable& executable, const std::string& function) {
  RS_TRY(const CallNames::Named named, CallNames(executable).resolve(function));
  const std::vector<ParamInfo> params = paramsOf(executable, named);
  given.resize(std::max(params.size(), given.size()));
  for (const std::string& text : inputs) {
    RS_TRY(const InputSpec spec, parseInputSpec(text));
    RS_TRY(const size_t place, parameterPlace(spec, params, [&](size_t i) { return !given[i].empty(); }));
    given[place] = spec.name.empty() ? text : text.substr(text.find('=') + 1);
  }
  return given;
}

}  // namespace relaxscope

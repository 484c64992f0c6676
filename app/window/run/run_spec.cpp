// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/run_spec.h"

#include <algorithm>
#include <unordered_set>

#include "vmcore/base/text/text.h"
#include "vmcore/run/arguments/default_argument.h"

namespace relaxscope {
namespace {

QString modeName(CallMode mode) {
  const std::string_view name = kCallModeNames[static_cast<size_t>(mode)];
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

std::map<std::string, int64_t> extentsOf(const QMap<QString, qint64>& dims) {
  std::map<std::string, int64_t> extents;
  for (auto it = dims.begin(); it != dims.end(); ++it) extents.emplace(nameOfKey(it.key()), it.value());
  return extents;
}

QVariantMap callToMap(const RunCall& call) {
  QVariantList args;
  for (const ArgumentSpec& argument : call.arguments)
    args.append(QVariantMap{{QStringLiteral("name"), argument.name}, {QStringLiteral("content"), argument.content}});
  QVariantMap extents;
  for (auto it = call.dims.begin(); it != call.dims.end(); ++it) extents[it.key()] = it.value();
  return {{QStringLiteral("function"), call.function}, {QStringLiteral("arguments"), args},
          {QStringLiteral("dims"), extents},           {QStringLiteral("mode"), modeName(call.mode)},
          {QStringLiteral("savedAs"), call.savedAs},   {QStringLiteral("savesResult"), call.savesResult}};
}

RunCall callFromMap(const QVariantMap& map) {
  RunCall call;
  call.function = map.value(QStringLiteral("function")).toString();
  for (const QVariant& entry : map.value(QStringLiteral("arguments")).toList())
    call.arguments.push_back({entry.toMap().value(QStringLiteral("name")).toString(),
                              entry.toMap().value(QStringLiteral("content")).toString()});
  const QVariantMap extents = map.value(QStringLiteral("dims")).toMap();
  for (auto it = extents.begin(); it != extents.end(); ++it) call.dims[it.key()] = it.value().toLongLong();
  for (const CallMode mode : {CallMode::Call, CallMode::Stateful, CallMode::Save})
    if (map.value(QStringLiteral("mode")).toString() == modeName(mode)) call.mode = mode;
  if (map.value(QStringLiteral("stateful")).toBool()) call.mode = CallMode::Stateful;  // saved by older versions
  call.savedAs = map.value(QStringLiteral("savedAs")).toString();
  call.savesResult = map.value(QStringLiteral("savesResult"), true).toBool();
  return call;
}

}  // namespace

QString nameKey(const std::string& name) { return QString::fromStdString(escapeLossless(name)); }

std::string nameOfKey(const QString& key) {
  std::string name;
  return unescapeLossless(key.toStdString(), name) ? name : key.toStdString();
}

size_t firstSaved(const RunCall& call) { return openArguments(call.arguments, &ArgumentSpec::content); }

QString functionKey(const Function& function) { return nameKey(function.name); }

FuncIndex functionOfKey(const Executable& executable, const QString& key) {
  std::string name;
  if (unescapeLossless(key.toStdString(), name))
    if (const FuncIndex found = executable.findFunction(name); found.valid()) return found;
  return executable.findFunction(key.toStdString());
}

QString symbolKey(const std::string& name) { return nameKey(name); }

QStringList symbolsOf(const std::vector<ParamInfo>& params) {
  QStringList out;
  std::unordered_set<std::string_view> seen;
  for (const ParamInfo& param : params)
    for (const DimSpec& dim : param.dims)
      if (dim.kind == DimSpec::Kind::Symbol && seen.insert(dim.name).second) out.append(symbolKey(dim.name));
  return out;
}

QString defaultContent(const ParamInfo& param, const QMap<QString, qint64>& dims) {
  return QString::fromStdString(defaultContent(param, SymbolExtents(extentsOf(dims))));
}

std::string callName(const Executable& executable, const QString& key) {
  const Function* function = executable.function(functionOfKey(executable, key));
  return function != nullptr ? function->name : nameOfKey(key);
}

RunInput runInputOf(const RunSpec& spec, const Executable& executable) {
  RunInput input;
  input.calls.clear();
  for (const RunCall& call : spec.calls) {
    CallInput& made = input.calls.emplace_back();
    if (!call.function.isEmpty()) made.function = callName(executable, call.function);
    for (const ArgumentSpec& argument : call.arguments)
      made.arguments.push_back(argument.content.trimmed().toStdString());
    made.dims = extentsOf(call.dims);
    made.mode = call.mode;
    if (call.mode == CallMode::Save) made.savedAs = nameOfKey(call.savedAs);
    made.savesResult = call.savesResult;
  }
  input.seed = spec.seed;
  input.load.path = spec.path.toStdString();
  if (!spec.device.isEmpty()) input.load.devices = {spec.device.toStdString()};
  input.load.allocator = spec.allocator.toStdString();
  for (const QString& library : spec.libraries) input.load.libraries.push_back(library.toStdString());
  input.load.limits = spec.limits;
  input.load.record = true;
  input.run.warmup = spec.warmup;
  input.run.repeat = std::max(1u, spec.repeat);
  input.run.minTimeSeconds = spec.minTimeSeconds;
  input.run.trace = spec.precise ? TraceMode::Precise : TraceMode::Chained;
  input.run.values = spec.values;
  input.run.reference = spec.reference;
  input.run.launches = spec.synchronised ? LaunchMode::Synchronised : LaunchMode::Asynchronous;
  if (spec.repeat == RunSpec().repeat) input.run.mostSeconds = kProfileSeconds;
  input.run.wantResults = false;
  input.run.instrument.factory = nameOfKey(spec.instrument);
  for (const QString& name : spec.skip) input.run.instrument.skip.push_back(nameOfKey(name));
  return input;
}

Result<PreparedRun> prepareRun(const RunSpec& spec, const Executable& executable) {
  RS_TRY(PreparedRun prepared, prepareRun(runInputOf(spec, executable), executable));
  if (prepared.run.script.size() > 1) prepared.origin.entry = prepared.title;
  return prepared;
}

QVariantMap RunSpec::toMap() const {
  QVariantMap map;
  QVariantList list;
  for (const RunCall& call : calls) list.append(callToMap(call));
  map[QStringLiteral("calls")] = list;
  map[QStringLiteral("device")] = device;
  map[QStringLiteral("allocator")] = allocator;
  map[QStringLiteral("libraries")] = libraries;
  map[QStringLiteral("warmup")] = warmup;
  map[QStringLiteral("repeat")] = repeat;
  map[QStringLiteral("values")] = values;
  map[QStringLiteral("precise")] = precise;
  map[QStringLiteral("reference")] = reference;
  map[QStringLiteral("synchronised")] = synchronised;
  map[QStringLiteral("minTime")] = minTimeSeconds;
  map[QStringLiteral("timeLimit")] = limits.timeSeconds;
  if (!limits.memoryDefault) map[QStringLiteral("memoryLimit")] = QVariant::fromValue<qulonglong>(limits.memoryBytes);
  map[QStringLiteral("stepLimit")] = QVariant::fromValue<qulonglong>(limits.steps);
  map[QStringLiteral("stackLimit")] = QVariant::fromValue<qulonglong>(limits.stackDepth);
  map[QStringLiteral("instrument")] = instrument;
  map[QStringLiteral("skip")] = skip;
  map[QStringLiteral("seed")] = QVariant::fromValue<qulonglong>(seed);
  return map;
}

RunSpec RunSpec::fromMap(const QVariantMap& map) {
  RunSpec spec;
  const QVariantList list = map.value(QStringLiteral("calls")).toList();
  if (list.isEmpty()) {
    spec.calls = {callFromMap(map)};  // older versions stored a single call here
  } else {
    spec.calls.clear();
    for (const QVariant& call : list) spec.calls.push_back(callFromMap(call.toMap()));
  }
  spec.device = map.value(QStringLiteral("device"), spec.device).toString();
  spec.allocator = map.value(QStringLiteral("allocator"), spec.allocator).toString();
  spec.libraries = map.value(QStringLiteral("libraries")).toStringList();
  spec.warmup = map.value(QStringLiteral("warmup"), spec.warmup).toUInt();
  spec.repeat = map.value(QStringLiteral("repeat"), spec.repeat).toUInt();
  spec.values = map.value(QStringLiteral("values"), spec.values).toBool();
  spec.precise = map.value(QStringLiteral("precise"), spec.precise).toBool();
  spec.reference = map.value(QStringLiteral("reference"), spec.reference).toBool();
  spec.synchronised = map.value(QStringLiteral("synchronised"), spec.synchronised).toBool();
  spec.minTimeSeconds = map.value(QStringLiteral("minTime")).toDouble();
  Limits& limits = spec.limits;
  limits.timeSeconds = map.value(QStringLiteral("timeLimit")).toDouble();
  limits.memoryDefault = !map.contains(QStringLiteral("memoryLimit"));
  limits.memoryBytes = map.value(QStringLiteral("memoryLimit")).toULongLong();
  limits.steps = map.value(QStringLiteral("stepLimit"), QVariant::fromValue<qulonglong>(limits.steps)).toULongLong();
  limits.stackDepth =
      map.value(QStringLiteral("stackLimit"), QVariant::fromValue<qulonglong>(limits.stackDepth)).toULongLong();
  spec.instrument = map.value(QStringLiteral("instrument")).toString();
  spec.skip = map.value(QStringLiteral("skip")).toStringList();
  spec.seed = map.value(QStringLiteral("seed")).toULongLong();
  return spec;
}

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_spec.h"

#include <fmt/format.h>

#include <unordered_set>

#include "vmcore/base/text.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/npz.h"
#include "vmcore/wire/input_spec.h"

namespace relaxscope {
namespace {

/// Names are any bytes.
QString symbolKey(const std::string& name) { return QString::fromStdString(escapeLossless(name)); }

TensorValue tensorOf(NpyArray array) { return {array.dtype, std::move(array.shape), std::move(array.data)}; }

Result<Value> readArray(const ArraySpec& spec) {
  RS_TRY(const Bytes bytes, readFileBytes(spec.path));
  const bool zip = bytes.head(2) == "PK";
  if (!zip) {
    RS_TRY(NpyArray array, readNpy(bytes));
    return Value{tensorOf(std::move(array))};
  }
  RS_TRY(auto arrays, readNpz(bytes));
  for (auto& [name, array] : arrays)
    if (name == spec.key || (spec.key.empty() && arrays.size() == 1)) return Value{tensorOf(std::move(array))};
  std::string names;
  for (const auto& row : arrays) names += (names.empty() ? "" : ", ") + row.first;
  return Error(fmt::format("{}: no array named \"{}\"; it holds {}", spec.path, spec.key, names));
}

Result<Value> valueOf(const std::string& content, uint64_t seed) {
  RS_TRY(auto parsed, parseInputContent(content));
  if (const auto* random = std::get_if<RandomSpec>(&parsed)) {
    RS_CHECK(checkRandomSpec(*random));
    return Value{RandomTensor{random->dtype, random->shape, seed}};
  }
  if (const auto* array = std::get_if<ArraySpec>(&parsed)) return readArray(*array);
  return std::get<Value>(std::move(parsed));
}

}  // namespace

QString functionKey(const Function& function) { return QString::fromStdString(escapeLossless(function.name)); }

FuncIndex functionOfKey(const Executable& executable, const QString& key) {
  std::string name;
  if (unescapeLossless(key.toStdString(), name))
    if (const FuncIndex found = executable.findFunction(name); found.valid()) return found;
  return executable.findFunction(key.toStdString());
}

QStringList symbolsOf(const std::vector<ParamInfo>& params) {
  QStringList out;
  std::unordered_set<std::string_view> seen;
  for (const ParamInfo& param : params)
    for (const DimSpec& dim : param.dims)
      if (dim.kind == DimSpec::Kind::Symbol && seen.insert(dim.name).second) out.append(symbolKey(dim.name));
  return out;
}

QString defaultContent(const ParamInfo& param, const QMap<QString, qint64>& dims) {
  if (param.kind == ParamInfo::Kind::Prim) return QStringLiteral("1");
  if (param.kind != ParamInfo::Kind::Tensor && param.kind != ParamInfo::Kind::Shape) return {};
  if (param.rank && param.dims.empty() && *param.rank > 0) return {};
  QStringList extents;
  for (const DimSpec& dim : param.dims) {
    if (dim.kind == DimSpec::Kind::Fixed) extents.append(QString::number(dim.value));
    else extents.append(QString::number(dims.value(symbolKey(dim.name), kDefaultDim)));
  }
  if (param.kind == ParamInfo::Kind::Shape)
    return QLatin1Char('(') + extents.join(QLatin1Char(',')) + (extents.size() == 1 ? QStringLiteral(",)") : QStringLiteral(")"));
  const std::string dtype = param.dtype ? param.dtype->name() : std::string("float32");
  return QString::fromStdString(dtype) + QLatin1Char('[') + extents.join(QLatin1Char(',')) + QLatin1Char(']');
}

Result<PreparedRun> prepareRun(const RunSpec& spec, const Executable& executable) {
  FuncIndex function;
  if (spec.function.isEmpty()) {
    RS_TRY(function, defaultEntry(executable));
  } else {
    function = functionOfKey(executable, spec.function);
    if (!function.valid()) return Error(fmt::format("no function named \"{}\"", spec.function.toStdString()));
  }
  const std::vector<ParamInfo> params = recoverParams(executable, function);
  const Function& row = *executable.function(function);
  PreparedRun out;
  out.load.path = spec.path.toStdString();
  out.load.devices = {spec.device.toStdString()};
  out.load.allocator = spec.allocator.toStdString();
  for (const QString& library : spec.libraries) out.load.libraries.push_back(library.toStdString());
  out.load.limits = spec.limits;
  out.load.record = true;
  wire::CallSpec call;
  call.function = row.name;
  const size_t count = std::max(params.size(), spec.arguments.size());
  for (size_t i = 0; i < count; ++i) {
    QString content = i < spec.arguments.size() ? spec.arguments[i].content.trimmed() : QString();
    if (content.isEmpty() && i < params.size()) content = defaultContent(params[i], spec.dims);
    if (content.isEmpty())
      return Error(fmt::format("argument {} ({}) of {}: give a value, its type is not known from the bytecode", i,
                               i < params.size() ? params[i].name : "?", row.name));
    auto value = valueOf(content.toStdString(), spec.seed + i);
    if (!value.ok()) return Error(fmt::format("argument {} of {}: {}", i, row.name, value.error().message));
    if (!out.origin.argumentsText.empty()) out.origin.argumentsText += "; ";
    out.origin.argumentsText += fmt::format("{}: {}", i < params.size() ? params[i].name : fmt::format("arg{}", i), content.toStdString());
    if (std::holds_alternative<RandomTensor>(value->data)) out.origin.argumentsText += fmt::format(", random with seed {}", spec.seed + i);
    call.args.push_back(*std::move(value));
  }
  out.origin.executablePath = out.load.path;
  out.run.script.push_back(std::move(call));
  out.run.warmup = spec.warmup;
  out.run.repeat = std::max(1u, spec.repeat);
  out.run.minTimeSeconds = spec.minTimeSeconds;
  out.run.trace = spec.precise ? wire::TraceMode::Precise : wire::TraceMode::Chained;
  out.run.values = spec.values;
  out.run.wantResults = false;
  return out;
}

QVariantMap RunSpec::toMap() const {
  QVariantMap map;
  map[QStringLiteral("function")] = function;
  QVariantList args;
  for (const ArgumentSpec& argument : arguments)
    args.append(QVariantMap{{QStringLiteral("name"), argument.name}, {QStringLiteral("content"), argument.content}});
  map[QStringLiteral("arguments")] = args;
  QVariantMap extents;
  for (auto it = dims.begin(); it != dims.end(); ++it) extents[it.key()] = it.value();
  map[QStringLiteral("dims")] = extents;
  map[QStringLiteral("device")] = device;
  map[QStringLiteral("allocator")] = allocator;
  map[QStringLiteral("libraries")] = libraries;
  map[QStringLiteral("warmup")] = warmup;
  map[QStringLiteral("repeat")] = repeat;
  map[QStringLiteral("values")] = values;
  map[QStringLiteral("precise")] = precise;
  map[QStringLiteral("seed")] = QVariant::fromValue<qulonglong>(seed);
  return map;
}

RunSpec RunSpec::fromMap(const QVariantMap& map) {
  RunSpec spec;
  spec.function = map.value(QStringLiteral("function")).toString();
  for (const QVariant& entry : map.value(QStringLiteral("arguments")).toList())
    spec.arguments.push_back({entry.toMap().value(QStringLiteral("name")).toString(), entry.toMap().value(QStringLiteral("content")).toString()});
  const QVariantMap extents = map.value(QStringLiteral("dims")).toMap();
  for (auto it = extents.begin(); it != extents.end(); ++it) spec.dims[it.key()] = it.value().toLongLong();
  spec.device = map.value(QStringLiteral("device"), spec.device).toString();
  spec.allocator = map.value(QStringLiteral("allocator"), spec.allocator).toString();
  spec.libraries = map.value(QStringLiteral("libraries")).toStringList();
  spec.warmup = map.value(QStringLiteral("warmup"), spec.warmup).toUInt();
  spec.repeat = map.value(QStringLiteral("repeat"), spec.repeat).toUInt();
  spec.values = map.value(QStringLiteral("values"), spec.values).toBool();
  spec.precise = map.value(QStringLiteral("precise"), spec.precise).toBool();
  spec.seed = map.value(QStringLiteral("seed")).toULongLong();
  return spec;
}

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/run_spec.h"

#include <fmt/format.h>

#include <unordered_set>

#include "app/window/run/array_files.h"
#include "app/window/run/call_names.h"
#include "vmcore/base/text/text.h"
#include "vmcore/run/input_spec.h"

namespace relaxscope {
namespace {

/// Beyond so much text about arguments only their number is told.
constexpr size_t kMostArgumentsText = 1 << 14;

/// Makes the calls of a run one after the other, with what a profile says of them.
class CallMaker {
 public:
  CallMaker(const RunSpec& spec, const Executable& executable) : spec_(spec), executable_(executable), names_(executable), seed_(spec.seed) {}

  Result<void> add(const RunCall& call) {
    RS_TRY(const CallNames::Named named, functionOf(call));
    const std::vector<ParamInfo> params = named.function.valid() ? recoverParams(executable_, named.function) : std::vector<ParamInfo>();
    CallSpec made;
    made.function = named.name;
    made.mode = call.mode;
    made.savesResult = call.savesResult;
    if (made.mode == CallMode::Save) names_.save(made.savedAs = nameOfKey(call.savedAs));
    std::string text;
    const bool saves = made.mode == CallMode::Save;
    const size_t count = saves ? call.arguments.size() : std::max(params.size(), call.arguments.size());
    for (size_t i = saves ? firstSaved(call) : 0; i < count; ++i) {
      const std::string name = i < params.size() ? params[i].name : fmt::format("arg{}", i);
      text += fmt::format("{}{}: ", text.empty() ? "" : "; ", name);
      auto value = argument(call, params, i, text);
      if (!value.ok()) return Error(fmt::format("{}argument {} ({}) of {}: {}", place(), i, name, made.function, value.error().message));
      made.args.push_back(*std::move(value));
    }
    describe(made, text);
    script_.push_back(std::move(made));
    return {};
  }

  [[nodiscard]] std::vector<CallSpec> take() { return std::move(script_); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  [[nodiscard]] bool several() const { return spec_.calls.size() > 1; }
  [[nodiscard]] std::string place() const { return several() ? fmt::format("call{}: ", script_.size()) : std::string(); }

  [[nodiscard]] Result<CallNames::Named> functionOf(const RunCall& call) const {
    if (call.function.isEmpty()) {
      RS_TRY(const FuncIndex entry, defaultEntry(executable_));
      return CallNames::Named{executable_.function(entry)->name, entry};
    }
    if (auto named = names_.findKey(call.function)) return *std::move(named);
    return Error(fmt::format("no function named \"{}\"", call.function.toStdString()));
  }

  /// The value of an argument; what was given for it is added to `text`.
  Result<Value> argument(const RunCall& call, const std::vector<ParamInfo>& params, size_t index, std::string& text) {
    const uint64_t seed = seed_;
    QString content = index < call.arguments.size() ? call.arguments[index].content.trimmed() : QString();
    if (content.isEmpty() && index < params.size()) content = defaultContent(params[index], call.dims);
    if (content.isEmpty()) return Error("give a value, its type is not known from the bytecode");
    text += content.toStdString();
    RS_TRY(const InputContent parsed, parseInputContent(content.toStdString(), script_.size()));
    auto value = valueOfContent(parsed, seed, files_);
    if (value.ok() && holdsRandom(*value)) text += fmt::format(", random with seed {}", seed);
    if (value.ok()) seed_ += leafCount(*value);
    return value;
  }

  /// "x: 3; y: 4" for a lone call, "f(x: 3; y: 4); g(x: call0), stateful" for more.
  void describe(const CallSpec& made, const std::string& arguments) {
    if (!script_.empty()) text_ += "; ";
    if (!several() && made.mode == CallMode::Call) text_ += arguments;
    else if (text_.size() + arguments.size() <= kMostArgumentsText) text_ += fmt::format("{}({})", made.function, arguments);
    else text_ += fmt::format("{}({} arguments)", made.function, made.args.size());
    if (made.mode == CallMode::Stateful) text_ += ", stateful";
    if (made.mode == CallMode::Save) text_ += fmt::format(", saved as {}", printable(made.savedAs));
  }

  const RunSpec& spec_;
  const Executable& executable_;
  CallNames names_;
  uint64_t seed_;   ///< of the next argument
  ArrayFiles files_;
  std::vector<CallSpec> script_;
  std::string text_;
};

QString modeName(CallMode mode) {
  const std::string_view name = kCallModeNames[static_cast<size_t>(mode)];
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QVariantMap callToMap(const RunCall& call) {
  QVariantList args;
  for (const ArgumentSpec& argument : call.arguments)
    args.append(QVariantMap{{QStringLiteral("name"), argument.name}, {QStringLiteral("content"), argument.content}});
  QVariantMap extents;
  for (auto it = call.dims.begin(); it != call.dims.end(); ++it) extents[it.key()] = it.value();
  return {{QStringLiteral("function"), call.function}, {QStringLiteral("arguments"), args}, {QStringLiteral("dims"), extents},
          {QStringLiteral("mode"), modeName(call.mode)}, {QStringLiteral("savedAs"), call.savedAs}, {QStringLiteral("savesResult"), call.savesResult}};
}

RunCall callFromMap(const QVariantMap& map) {
  RunCall call;
  call.function = map.value(QStringLiteral("function")).toString();
  for (const QVariant& entry : map.value(QStringLiteral("arguments")).toList())
    call.arguments.push_back({entry.toMap().value(QStringLiteral("name")).toString(), entry.toMap().value(QStringLiteral("content")).toString()});
  const QVariantMap extents = map.value(QStringLiteral("dims")).toMap();
  for (auto it = extents.begin(); it != extents.end(); ++it) call.dims[it.key()] = it.value().toLongLong();
  for (const CallMode mode : {CallMode::Call, CallMode::Stateful, CallMode::Save})
    if (map.value(QStringLiteral("mode")).toString() == modeName(mode)) call.mode = mode;
  if (map.value(QStringLiteral("stateful")).toBool()) call.mode = CallMode::Stateful;   // of versions that knew no other
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

size_t firstSaved(const RunCall& call) {
  return openArguments(call.arguments, &ArgumentSpec::content);
}

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

std::string callsTitle(const std::vector<std::string>& names) {
  constexpr size_t kShown = 8;
  std::string title;
  size_t shown = 0;
  for (size_t i = 0; i < names.size();) {
    size_t next = i + 1;
    while (next < names.size() && names[next] == names[i]) ++next;
    if (i != 0) title += "; ";
    if (shown++ == kShown) return title + "…";
    title += printable(names[i]);
    if (next - i > 1) title += fmt::format(" ×{}", next - i);
    i = next;
  }
  return title;
}

Result<Value> valueOfContent(const InputContent& content, uint64_t seed, ArrayFiles& files) {
  return makeValue(content, {[seed](size_t leaf) { return seed + leaf; }, [&](const ArraySpec& array) { return files.read(array); }});
}

Result<PreparedRun> prepareRun(const RunSpec& spec, const Executable& executable) {
  PreparedRun out;
  out.load.path = spec.path.toStdString();
  out.load.devices = {spec.device.toStdString()};
  out.load.allocator = spec.allocator.toStdString();
  for (const QString& library : spec.libraries) out.load.libraries.push_back(library.toStdString());
  out.load.limits = spec.limits;
  out.load.record = true;
  CallMaker maker(spec, executable);
  for (const RunCall& call : spec.calls) RS_CHECK(maker.add(call));
  out.run.script = maker.take();
  out.origin.executablePath = out.load.path;
  out.origin.argumentsText = maker.text();
  std::vector<std::string> names;
  for (const CallSpec& call : out.run.script) names.push_back(call.function);
  out.title = callsTitle(names);
  if (names.size() > 1) out.origin.entry = out.title;
  out.run.warmup = spec.warmup;
  out.run.repeat = std::max(1u, spec.repeat);
  out.run.minTimeSeconds = spec.minTimeSeconds;
  out.run.trace = spec.precise ? TraceMode::Precise : TraceMode::Chained;
  out.run.values = spec.values;
  out.run.wantResults = false;
  return out;
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
  map[QStringLiteral("seed")] = QVariant::fromValue<qulonglong>(seed);
  return map;
}

RunSpec RunSpec::fromMap(const QVariantMap& map) {
  RunSpec spec;
  const QVariantList list = map.value(QStringLiteral("calls")).toList();
  if (list.isEmpty()) {
    spec.calls = {callFromMap(map)};   // where a call's own keys once were
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
  spec.seed = map.value(QStringLiteral("seed")).toULongLong();
  return spec;
}

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/call_script.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>

#include <fmt/format.h>

#include <map>
#include <set>

#include "vmcore/base/text/text.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/run/arguments/argument_seed.h"
#include "vmcore/run/arguments/array_files.h"
#include "vmcore/run/arguments/named_arrays.h"
#include "vmcore/run/call_names.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/value_json.h"

namespace relaxscope {
namespace {

/// Far above the size of real scripts; parsed JSON takes many times its size in memory.
constexpr size_t kMaxScriptBytes = 64 << 20;

struct CallScript {
  Q_DECLARE_TR_FUNCTIONS(relaxscope::CallScript)
};

Error scriptError(const QString& text) { return Error(text.toStdString()); }
QString shown(const std::string& text) { return QString::fromStdString(printable(text)); }
QString fileName(const QString& path) { return QFileInfo(path).fileName(); }
QString arraysBeside(const QString& path) {
  return QFileInfo(path).absolutePath() + QLatin1Char('/') + QFileInfo(path).completeBaseName() +
         QStringLiteral(".npz");
}

/// Converts the values of a script to the texts of the dialog.
class Reader {
 public:
  Reader(const Executable& executable, const NamedArrays& arrays)
      : executable_(executable), names_(executable), arrays_(arrays) {}

  /// A lookup of arrays that records their keys in the order of use.
  FindArray finder() {
    return [this](const std::string& key) -> const TensorValue* {
      const NamedArray* array = arrays_.find(key);
      if (array == nullptr) {
        missing_ = key;
        return nullptr;
      }
      found_.push_back(array);
      return &array->value;
    };
  }
  /// The last array that was not found; empty if all were.
  [[nodiscard]] const std::string& missing() const { return missing_; }

  Result<void> add(const CallSpec& call) {
    const auto named = names_.find(call.function);
    const QString place = QStringLiteral("call%1").arg(out_.calls.size());
    if (!named)
      return scriptError(CallScript::tr("%1: this file has no function %2 to call").arg(place, shown(call.function)));
    const bool callable = named->function.valid();
    const std::vector<ParamInfo> params =
        callable ? recoverParams(executable_, named->function) : std::vector<ParamInfo>();
    const bool saves = call.mode == CallMode::Save;
    if (callable && (saves ? params.size() < call.args.size() : params.size() != call.args.size()))
      return scriptError(
          CallScript::tr("%1: %2 takes %3 arguments, but the script gives %4")
              .arg(place, shown(call.function), QString::number(params.size()), QString::number(call.args.size())));
    RunCall made{nameKey(call.function), {}, {}, call.mode, nameKey(call.savedAs), call.savesResult};
    if (saves) names_.save(call.savedAs);
    const size_t open = saves && callable ? params.size() - call.args.size() : 0;  // arguments left to later calls
    for (size_t i = 0; i < open; ++i) made.arguments.push_back({shown(params[i].name), {}});
    for (size_t i = 0; i < call.args.size(); ++i) {
      const std::string name = callable ? params[open + i].name : fmt::format("arg{}", i);
      collectSeeds(call.args[i], i);
      auto content = contentOf(call.args[i]);
      if (!content)
        return Error(fmt::format("{}, {}: {}", place.toStdString(), printable(name), content.error().text()));
      made.arguments.push_back({shown(name), *std::move(content)});
      if (callable) learnDims(made, params[open + i], call.args[i]);
    }
    out_.calls.push_back(std::move(made));
    return {};
  }

  ScriptCalls take() {
    if (out_.otherSeeds) out_.seed.reset();
    return std::move(out_);
  }

 private:
  Result<QString> contentOf(const Value& value) {
    const auto text = inputText(value, [this](const TensorValue& tensor) {
      const NamedArray& array = *found_.at(nextArray_++);
      const bool same = tensor.dtype == array.value.dtype;
      return inputText(ArraySpec{array.path, array.name, same ? std::nullopt : std::optional(tensor.dtype)});
    });
    if (!text) return scriptError(CallScript::tr("a value that the dialog cannot show as text"));
    return QString::fromStdString(*text);
  }

  /// Collects the run seeds of random tensors in the argument at `position` of the current call.
  void collectSeeds(const Value& value, size_t position) {
    const size_t call = out_.calls.size();
    size_t leaf = 0;
    if (const auto* random = std::get_if<RandomTensor>(&value.data))
      learnSeed(seedOfArgument(random->seed, call, position));
    else learnLeafSeeds(value, leaf, call, position);
  }

  void learnLeafSeeds(const Value& value, size_t& leaf, size_t call, size_t position) {
    if (const auto* tuple = std::get_if<TupleValue>(&value.data)) {
      for (const Value& field : tuple->fields) learnLeafSeeds(field, leaf, call, position);
      return;
    }
    const size_t place = leaf++;
    if (const auto* random = std::get_if<RandomTensor>(&value.data))
      learnSeed(seedOfArgument(argumentOfLeaf(random->seed, place), call, position));
  }

  void learnSeed(uint64_t seed) {
    out_.otherSeeds |= out_.seed && *out_.seed != seed;
    out_.seed = seed;
  }

  static void learnDims(RunCall& call, const ParamInfo& param, const Value& value) {
    const auto* shape = extentsOf(value);
    if (shape == nullptr || shape->size() != param.dims.size()) return;
    for (size_t i = 0; i < shape->size(); ++i)
      if (param.dims[i].kind == DimSpec::Kind::Symbol) call.dims.insert(symbolKey(param.dims[i].name), (*shape)[i]);
  }

  const Executable& executable_;
  CallNames names_;
  const NamedArrays& arrays_;
  std::vector<const NamedArray*> found_;  ///< in the order of use
  size_t nextArray_ = 0;
  std::string missing_;
  ScriptCalls out_;
};

/// Converts the texts of the dialog to a script.
class Writer {
 public:
  static Result<Writer> make(const std::vector<RunCall>& calls, uint64_t seed, const Executable& executable) {
    Writer writer;
    RunSpec spec;
    spec.calls = calls;
    spec.seed = seed;
    RS_TRY(PreparedRun prepared, prepareRun(spec, executable));
    writer.script_ = std::move(prepared.run.script);
    for (const RunCall& call : calls) {
      writer.arrays_.emplace_back();
      const size_t first = call.mode == CallMode::Save ? firstSaved(call) : 0;
      for (size_t i = first; i < call.arguments.size(); ++i)
        RS_CHECK(writer.takeText(call.arguments[i].content.trimmed().toStdString(), fmt::format("arg{}", i - first)));
    }
    return writer;
  }
  /// Paths of the files that contain the arrays.
  [[nodiscard]] const std::set<std::string>& sources() const { return sources_; }
  /// Whether the arrays must be gathered in one file.
  [[nodiscard]] bool gathers() const { return loose_ || sources_.size() > 1; }

  /// The JSON text and the arrays that it refers to.
  std::pair<std::string, std::vector<std::pair<std::string, NpyArray>>> write() const {
    std::map<std::pair<std::string, std::string>, std::string> names;  // names of gathered arrays, by first use
    const auto keyOf = [&](size_t call, size_t array) {
      const TakenArray& taken = arrays_[call][array];
      if (!gathers()) return taken.spec.key;
      return names.emplace(std::pair(taken.spec.path, taken.spec.key), fmt::format("call{}.{}", call, taken.place))
          .first->second;
    };
    ValueWriter writer(storedAs);
    const std::string json = writeScript(script_, writer, keyOf);
    std::vector<std::pair<std::string, NpyArray>> arrays;
    std::set<std::string> seen;
    for (auto& [name, tensor] : writer.takeArrays())
      if (seen.insert(name).second)
        arrays.emplace_back(name, NpyArray{tensor.dtype, std::move(tensor.shape), std::move(tensor.data)});
    return {json + "\n", std::move(arrays)};
  }

 private:
  Result<void> takeText(const std::string& text, const std::string& place) {
    if (text.empty()) return {};
    RS_TRY(const InputContent content, parseInputContent(text, arrays_.size() - 1));
    return take(content, place);
  }

  /// Records the arrays of a content at `place`: "arg1", or "arg1.0" for a field.
  Result<void> take(const InputContent& content, const std::string& place) {
    if (const auto* tuple = std::get_if<TupleSpec>(&content.data))
      for (size_t i = 0; i < tuple->fields.size(); ++i)
        RS_CHECK(take(tuple->fields[i], fmt::format("{}.{}", place, i)));
    const auto* array = std::get_if<ArraySpec>(&content.data);
    if (array == nullptr) return {};
    RS_TRY(const std::string key, files_.keyOf(*array));
    const std::string path = ArrayFiles::located(*array).path;
    arrays_.back().push_back({{path, key}, place});
    sources_.insert(path);
    loose_ = loose_ || key.empty();
    return {};
  }

  ArrayFiles files_;
  std::vector<CallSpec> script_;
  struct TakenArray {
    ArraySpec spec;
    std::string place;
  };
  std::vector<std::vector<TakenArray>> arrays_;  ///< per call, in order of use
  std::set<std::string> sources_;
  bool loose_ = false;  ///< an array is in a .npy file
};

Error cannotBeWritten(const QSaveFile& file) {
  return scriptError(CallScript::tr("%1 cannot be written: %2").arg(fileName(file.fileName()), file.errorString()));
}

/// Writes everything to the temporary file, which put() renames to the target.
Result<void> fill(QSaveFile& file, const BytePieces& pieces) {
  if (!file.open(QIODevice::WriteOnly)) return cannotBeWritten(file);
  bool written = true;
  const bool whole = pieces.write([&](std::string_view part) {
    return written = file.write(part.data(), static_cast<qint64>(part.size())) == static_cast<qint64>(part.size());
  });
  if (written && !whole) return scriptError(CallScript::tr("the file of an array has changed"));
  if (!written || !file.flush()) return cannotBeWritten(file);
  return {};
}

Result<void> writeScript(QSaveFile& file) {
  if (!file.commit()) return cannotBeWritten(file);
  return {};
}

bool isSameFile(const QString& path, const std::string& other) {
  const QString canonical = QFileInfo(path).canonicalFilePath();
  return !canonical.isEmpty() && canonical == QFileInfo(QString::fromStdString(other)).canonicalFilePath();
}

/// Whether `arrays` was generated for `script`: contains exactly the arrays that it uses, under generated names.
bool belongsTo(const QString& script, const QString& arrays) {
  static const QRegularExpression ours(QStringLiteral("^call[0-9]+\\.arg[0-9]+(\\.[0-9]+)*$"));
  const auto text = readFileBytes(script.toStdString()), file = readFileBytes(arrays.toStdString());
  if (!text || !file || text->size() > kMaxScriptBytes) return false;
  const auto members = readNpz(*file);
  if (!members) return false;
  std::map<std::string, TensorValue> tensors;
  for (const auto& [key, array] : *members) {
    if (!ours.match(QString::fromStdString(key)).hasMatch()) return false;
    tensors.emplace(key, TensorValue{array.dtype, array.shape, array.data});
  }
  std::set<std::string> taken;
  const auto calls = readScript(text->text(), [&](const std::string& key) -> const TensorValue* {
    const auto found = tensors.find(key);
    if (found == tensors.end()) return nullptr;
    taken.insert(key);
    return &found->second;
  });
  return calls.ok() && taken.size() == members->size();
}

}  // namespace

/// Reads the calls of a file with `read`, which gets its text and the lookup of arrays.
template <class Read>
static Result<ScriptCalls> readCalls(const QString& path, const QStringList& arraysPaths, const Executable& executable,
                                     const Read& read) {
  const auto at = [&](const Error& error) { return Error(fileName(path).toStdString() + ": " + error.text()); };
  auto bytes = readFileBytes(path.toStdString());
  if (!bytes) return bytes.error();
  if (bytes->size() > kMaxScriptBytes) return at(scriptError(CallScript::tr("is too large for a script")));
  std::vector<std::string> paths;
  if (const QString beside = arraysBeside(path); QFileInfo::exists(beside)) paths.push_back(beside.toStdString());
  for (const QString& arrays : arraysPaths) paths.push_back(QFileInfo(arrays).absoluteFilePath().toStdString());
  RS_TRY(const NamedArrays arrays, NamedArrays::read(paths));
  Reader reader(executable, arrays);
  Result<std::vector<CallSpec>> script = read(bytes->text(), reader.finder());
  if (!script && script.error().message.find("no array") != std::string::npos) {
    ScriptCalls out;
    out.missingArray = shown(reader.missing());
    return out;
  }
  if (!script) return at(script.error());
  if (script->empty()) return at(scriptError(CallScript::tr("contains no call")));
  for (const CallSpec& call : *script)
    if (auto added = reader.add(call); !added) return at(added.error());
  return reader.take();
}

Result<ScriptCalls> readCallScript(const QString& path, const QStringList& arraysPaths, const Executable& executable) {
  return readCalls(path, arraysPaths, executable, readScript);
}

Result<ScriptCalls> readCallArguments(const QString& path, const QStringList& arraysPaths, const std::string& function,
                                      const Executable& executable) {
  return readCalls(path, arraysPaths, executable,
                   [&](std::string_view json, const FindArray& find) -> Result<std::vector<CallSpec>> {
                     RS_TRY(const CallNames::Named named, CallNames(executable).resolve(function));
                     RS_TRY(std::vector<Value> arguments, readArguments(json, find));
                     CallSpec call;
                     call.function = named.name;
                     call.args = std::move(arguments);
                     return std::vector{std::move(call)};
                   });
}

Result<WrittenScript> writeCallScript(const QString& path, const std::vector<RunCall>& calls, uint64_t seed,
                                      bool replaceArrays, const Executable& executable) {
  RS_TRY(const Writer writer, Writer::make(calls, seed, executable));
  const auto [json, arrays] = writer.write();
  WrittenScript out;
  if (!writer.sources().empty())
    out.arraysPath = writer.gathers() ? arraysBeside(path) : QString::fromStdString(*writer.sources().begin());
  QSaveFile script(path), gathered(out.arraysPath);
  if (writer.gathers()) {
    for (const std::string& source : writer.sources())
      if (isSameFile(out.arraysPath, source))
        return scriptError(CallScript::tr("%1 holds arrays that the calls use; save under another name")
                               .arg(fileName(out.arraysPath)));
    out.refused = !replaceArrays && QFileInfo::exists(out.arraysPath) && !belongsTo(path, out.arraysPath);
    if (out.refused) return out;
  }
  // Both files are written completely before either is renamed to its target.
  RS_CHECK(fill(script, BytePieces(Bytes::copyOf(json))));
  if (writer.gathers()) {
    RS_CHECK(fill(gathered, npzPieces(arrays)));
    RS_CHECK(writeScript(gathered));
  }
  RS_CHECK(writeScript(script));
  return out;
}

}  // namespace relaxscope

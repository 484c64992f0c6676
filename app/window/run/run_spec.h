// SPDX-License-Identifier: GPL-3.0-or-later
// What one run is asked to do, as the dialog and the command line say it, and its translation into
// messages for the worker.
#pragma once

#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <memory>
#include <vector>

#include "vmcore/analysis/summary.h"
#include "vmcore/base/result.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/request.h"

namespace relaxscope {

class ArrayFiles;

/// One argument: `content` in the form of `--input` without a name ("float32[3,16]", "@x.npy",
/// "@in.npz:arg0", "5", "(5, @x.npy)"), or the result of an earlier call ("call0.1"); empty: made up from what is known
/// of the parameter.
struct ArgumentSpec {
  QString name, content;
};
/// One call of a run.
struct RunCall {
  QString function;                  ///< functionKey() of the executable's, a saved or a host call's name; empty: the default entry
  std::vector<ArgumentSpec> arguments;
  QMap<QString, qint64> dims;        ///< values of symbolic dimensions by name
  CallMode mode = CallMode::Call;
  QString savedAs = {};                   ///< CallMode::Save: a key; of `arguments` those at the end that are not empty are kept
  bool savesResult = true;           ///< CallMode::Save
};
struct RunSpec {
  QString path;                      ///< of the library or executable
  std::vector<RunCall> calls = std::vector<RunCall>(1);   ///< never empty; made in order, in one machine
  QString device = QStringLiteral("cpu");
  QString allocator = QStringLiteral("pooled");
  QStringList libraries;             ///< --load
  QString workerCommand;             ///< --worker; empty: the setting
  uint32_t warmup = 3;
  uint32_t repeat = 20;
  double minTimeSeconds = 0;
  bool values = true;
  bool precise = false;
  uint64_t seed = 0;
  Limits limits;

  /// As kept in the settings.
  [[nodiscard]] QVariantMap toMap() const;
  /// What is missing has its default. Reads the single call of versions that knew no other, too.
  static RunSpec fromMap(const QVariantMap& map);
};

/// A function's name as text from which functionOfKey() finds it again, whatever bytes it has; the name itself
/// where that is plain text.
QString functionKey(const Function& function);
/// The function of a key, else of that very name; invalid where there is none.
FuncIndex functionOfKey(const Executable& executable, const QString& key);

/// The extent that stands for a symbolic dimension unless the user gives another.
inline constexpr qint64 kDefaultDim = 4;
/// A dimension's name, which is any bytes, as the key of RunCall::dims.
QString symbolKey(const std::string& name);
/// Symbolic dimensions of the parameters, each name once, in order.
QStringList symbolsOf(const std::vector<ParamInfo>& params);
/// "float32[4,16]" with symbols replaced; empty when the parameter's form is unknown.
QString defaultContent(const ParamInfo& param, const QMap<QString, qint64>& dims);

/// "prefill; decode ×3": names in order, equal ones in a row counted; the first eight where they are more.
std::string callsTitle(const std::vector<std::string>& names);
/// Of the arguments of a function to save, how many later calls give: those up to the last whose text is empty.
template <class Argument>
size_t openArguments(const std::vector<Argument>& arguments, QString Argument::*text) {
  size_t open = arguments.size();
  while (open > 0 && !(arguments[open - 1].*text).trimmed().isEmpty()) --open;
  return open;
}
/// The first that is kept.
size_t firstSaved(const RunCall& call);
/// A name, which is any bytes, as text; and back.
QString nameKey(const std::string& name);
std::string nameOfKey(const QString& key);

/// The value of an argument: an array comes from its file, random numbers from the seed and the ones after it. Does I/O.
Result<Value> valueOfContent(const InputContent& content, uint64_t seed, ArrayFiles& files);

/// Messages of a run, with arrays read from their files. Does I/O: call it on the pool. Random arguments have
/// the seeds spec.seed, spec.seed + 1, ... by their place among all arguments of all calls, each field of a tuple counted.
struct PreparedRun {
  LoadRequest load;
  RunRequest run;
  TraceOrigin origin;   ///< the digest is filled in by who has the file's bytes
  std::string title;          ///< callsTitle() of the calls
};
Result<PreparedRun> prepareRun(const RunSpec& spec, const Executable& executable);

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
// What one run is asked to do, as the dialog, the settings and the command line say it.
#pragma once

#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <memory>
#include <vector>

#include "vmcore/analysis/params.h"
#include "vmcore/base/result.h"
#include "vmcore/run/prepare.h"

namespace relaxscope {

/// One argument: `content` in the form of `--input` without a name ("float32[3,16]", "@x.npy",
/// "@in.npz:arg0", "5", "(5, @x.npy)"), or the result of an earlier call ("call0.1"); empty: defaulted from what is
/// known of the parameter.
struct ArgumentSpec {
  QString name, content;
};
/// One call of a run.
struct RunCall {
  QString function;  ///< functionKey() of the executable's, a saved or a host call's name; empty: the default entry
  std::vector<ArgumentSpec> arguments;
  QMap<QString, qint64> dims;  ///< values of symbolic dimensions by name
  CallMode mode = CallMode::Call;
  QString savedAs = {};     ///< CallMode::Save: a key; of `arguments` those at the end that are not empty are kept
  bool savesResult = true;  ///< CallMode::Save
};
struct RunSpec {
  QString path;                                          ///< of the library or executable
  std::vector<RunCall> calls = std::vector<RunCall>(1);  ///< never empty; made in order, in one machine
  QString device = QStringLiteral("cpu");
  QString allocator = QStringLiteral("pooled");
  QStringList libraries;  ///< --load
  QString workerCommand;  ///< --worker; empty: the setting
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

/// A dimension's name, which is any bytes, as the key of RunCall::dims.
QString symbolKey(const std::string& name);
/// Symbolic dimensions of the parameters, each name once, in order.
QStringList symbolsOf(const std::vector<ParamInfo>& params);
/// "float32[4,16]" with symbols replaced; empty when the parameter's form is unknown.
QString defaultContent(const ParamInfo& param, const QMap<QString, qint64>& dims);

/// Of the arguments of a function to save, how many later calls give: those up to the last whose text is empty.
template <class Argument>
size_t openArguments(const std::vector<Argument>& arguments, QString Argument::* text) {
  size_t open = arguments.size();
  while (open > 0 && !(arguments[open - 1].*text).trimmed().isEmpty()) --open;
  return open;
}
/// The first that is kept.
size_t firstSaved(const RunCall& call);
/// A name, which is any bytes, as text; and back.
QString nameKey(const std::string& name);
std::string nameOfKey(const QString& key);

/// The name that a call's function has in the executable, or as a saved function or host call.
std::string callName(const Executable& executable, const QString& key);
/// The run as prepareRun() of vmcore takes it.
RunInput runInputOf(const RunSpec& spec, const Executable& executable);
/// Reads files of arrays: call it on the pool.
Result<PreparedRun> prepareRun(const RunSpec& spec, const Executable& executable);

}  // namespace relaxscope

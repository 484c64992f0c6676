// SPDX-License-Identifier: GPL-3.0-or-later
// The options of one run, as the dialog, the settings and the command line express them.
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
/// "@in.npz:arg0", "5", "(5, @x.npy)"), or the result of an earlier call ("call0.1"); empty: defaulted from the known
/// properties of the parameter.
struct ArgumentSpec {
  QString name, content;
};
/// One call of a run.
struct RunCall {
  QString function;  ///< functionKey() of a function, or name of a saved function or host call; empty: default entry
  std::vector<ArgumentSpec> arguments;
  QMap<QString, qint64> dims;  ///< values of symbolic dimensions by name
  CallMode mode = CallMode::Call;
  QString savedAs = {};     ///< CallMode::Save: a key; the trailing non-empty `arguments` are bound
  bool savesResult = true;  ///< CallMode::Save
};
struct RunSpec {
  QString path;                                          ///< path of the library or executable
  std::vector<RunCall> calls = std::vector<RunCall>(1);  ///< never empty; executed in order, in one VM
  QString device = QStringLiteral("cpu");                ///< empty: as the file needs it
  QString allocator = QStringLiteral("pooled");
  QStringList libraries;  ///< --load
  QString workerCommand;  ///< --worker; empty: that of the settings
  uint32_t warmup = 3;
  uint32_t repeat = 20;
  double minTimeSeconds = 0;
  bool values = true;
  bool precise = false;
  bool reference = true;      ///< an unrecorded run beside each measured one
  bool synchronised = false;  ///< --synchronise: the host waits for the GPU after each launch
  uint64_t seed = 0;
  QString instrument;  ///< --instrument: a function of a library that makes one; empty: none
  QStringList skip;    ///< --skip: kernels and builtins that are not run
  Limits limits;

  /// The form stored in the settings.
  [[nodiscard]] QVariantMap toMap() const;
  /// Missing entries are defaulted. Also reads the single call that older versions stored.
  static RunSpec fromMap(const QVariantMap& map);
};

/// A function's name, which may contain any bytes, as a text that functionOfKey() maps back; the name itself if it is
/// plain text.
QString functionKey(const Function& function);
/// The function of a key, otherwise the function of that name; invalid if there is none.
FuncIndex functionOfKey(const Executable& executable, const QString& key);

/// A dimension's name, which may contain any bytes, as a key of RunCall::dims.
QString symbolKey(const std::string& name);
/// Names of the parameters' symbolic dimensions, without duplicates, in order.
QStringList symbolsOf(const std::vector<ParamInfo>& params);
/// "float32[4,16]" with symbols replaced; empty if the parameter's form is unknown.
QString defaultContent(const ParamInfo& param, const QMap<QString, qint64>& dims);

/// Number of arguments of a function to save that later calls give: those up to the last empty one.
template <class Argument>
size_t openArguments(const std::vector<Argument>& arguments, QString Argument::* text) {
  size_t open = arguments.size();
  while (open > 0 && !(arguments[open - 1].*text).trimmed().isEmpty()) --open;
  return open;
}
/// Index of the first bound argument.
size_t firstSaved(const RunCall& call);
/// Converts a name, which may contain any bytes, to text and back.
QString nameKey(const std::string& name);
std::string nameOfKey(const QString& key);

/// The name of a call's function: in the executable, or of a saved function or host call.
std::string callName(const Executable& executable, const QString& key);
/// The run as input for vmcore's prepareRun().
RunInput runInputOf(const RunSpec& spec, const Executable& executable);
/// Reads array files: call it on the thread pool.
Result<PreparedRun> prepareRun(const RunSpec& spec, const Executable& executable);

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_line_calls.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <utility>

#include "app/window/run/call_script.h"
#include "views/core/engine_text.h"
#include "vmcore/analysis/packed_params.h"
#include "vmcore/analysis/params.h"
#include "vmcore/run/arguments/named_arrays.h"
#include "vmcore/run/call_names.h"

namespace relaxscope {
namespace {

struct CommandLine {
  Q_DECLARE_TR_FUNCTIONS(relaxscope::CommandLine)
};

/// The calls of --script or --args, whose arrays are in the files of --inputs.
AppliedCalls applyFile(WindowOptions& options, const Executable& executable) {
  RunSpec& spec = options.spec;
  const bool isScript = !options.script.isEmpty();
  const QString& path = isScript ? options.script : options.args;
  QStringList arrays;
  for (const std::string& file : options.inputsFiles) arrays.append(QString::fromStdString(file));
  const QString& function = spec.calls.front().function;
  const std::string name = function.isEmpty() ? std::string() : callName(executable, function);
  auto read = isScript ? readCallScript(path, arrays, executable) : readCallArguments(path, arrays, name, executable);
  if (!read.ok()) return {engineText(read.error().text()), {}};
  if (!read->missingArray.isEmpty())
    return {CommandLine::tr("%1: no file of --inputs holds an array \"%2\"")
                .arg(QFileInfo(path).fileName(), read->missingArray),
            {}};
  spec.calls = std::move(read->calls);
  if (read->seed) spec.seed = *read->seed;
  if (!read->otherSeeds) return {};
  return {{},
          CommandLine::tr("%1 has a seed for each random argument; here all of them derive from one")
              .arg(QFileInfo(path).fileName())};
}

/// The arguments of --input and --inputs, merged by name and position.
QString applyInputs(WindowOptions& options, const Executable& executable) {
  RunCall& call = options.spec.calls.front();
  const std::string function = call.function.isEmpty() ? std::string() : callName(executable, call.function);
  std::vector<std::string> contents;
  if (!options.inputsFiles.empty()) {
    const auto arrays = NamedArrays::read(options.inputsFiles);
    if (!arrays.ok()) return engineText(arrays.error().text());
    const auto named = CallNames(executable).resolve(function);
    if (!named.ok()) return engineText(named.error().text());
    FilledTexts filled = arrays->fill(recoverParams(executable, named->function), packedParamNames(executable));
    if (!filled.problems.empty()) return engineText(filled.problems.front());
    contents = std::move(filled.texts);
  }
  auto placed = placeInputs(std::move(contents), options.inputs, executable, function);
  if (!placed.ok()) return engineText(placed.error().text());
  call.arguments.resize(placed->size());
  for (size_t i = 0; i < placed->size(); ++i) call.arguments[i].content = QString::fromStdString((*placed)[i]);
  return {};
}

}  // namespace

AppliedCalls applyCalls(WindowOptions& options, const Executable& executable) {
  const bool fromFile = !options.script.isEmpty() || !options.args.isEmpty();
  if (fromFile) return applyFile(options, executable);
  return {applyInputs(options, executable), {}};
}

}  // namespace relaxscope

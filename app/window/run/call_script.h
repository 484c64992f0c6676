// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the run dialog's calls as the CALLS.json of `rscope run --script`. Does I/O: call it on the pool.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

#include "app/window/run/run_spec.h"

namespace relaxscope {

/// Calls of a script. Arrays are referred to by file and key.
struct ScriptCalls {
  std::vector<RunCall> calls;
  std::optional<uint64_t> seed;  ///< run seed that gives random tensors the script's seeds
  bool otherSeeds = false;       ///< no single seed does
  QString missingArray;          ///< not empty: a required array that was not found; `calls` is then empty
};
/// `arraysPaths` are files with the script's arrays, besides the .npz of its name next to it. Returns an error that
/// names the call if the executable lacks its function or the dialog cannot show a value as text.
Result<ScriptCalls> readCallScript(const QString& path, const QStringList& arraysPaths, const Executable& executable);

/// The single call of `function` (empty: the default entry) with the arguments of an ARGS.json of `rscope run --args`.
Result<ScriptCalls> readCallArguments(const QString& path, const QStringList& arraysPaths, const std::string& function,
                                      const Executable& executable);

/// The outcome of writing a script.
struct WrittenScript {
  QString arraysPath;    ///< value for --inputs; empty: not needed
  bool refused = false;  ///< nothing was written: `arraysPath` contains arrays that are not the old script's
};
/// Arrays that are all in one .npz keep their keys there. Otherwise they are gathered in the .npz of the script's name
/// next to it. If that contains anything but the arrays of the replaced script, nothing is written unless
/// `replaceArrays`. A failure leaves both files unchanged. Random tensors get the seeds of a run with `seed`.
Result<WrittenScript> writeCallScript(const QString& path, const std::vector<RunCall>& calls, uint64_t seed,
                                      bool replaceArrays, const Executable& executable);

}  // namespace relaxscope

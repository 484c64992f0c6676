// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of the run dialog as the CALLS.json that `rscope run --script` reads, and back. Both do I/O: on the pool.
#pragma once

#include <QString>

#include <optional>

#include "app/window/run/run_spec.h"

namespace relaxscope {

/// Calls of a script. Arrays are named by their file and key.
struct ScriptCalls {
  std::vector<RunCall> calls;
  std::optional<uint64_t> seed;  ///< with which a run of the calls gives its random tensors the script's seeds
  bool otherSeeds = false;       ///< no one seed does
  QString missingArray;          ///< not empty: an array that is needed and in no file at hand; `calls` is empty
};
/// `arraysPath` is the .npz with the script's arrays; empty: that of the script's name beside it. Refuses, naming the
/// call, what this executable has no function for and what the dialog has no text for.
Result<ScriptCalls> readCallScript(const QString& path, const QString& arraysPath, const Executable& executable);

/// A script as it was written.
struct WrittenScript {
  QString arraysPath;    ///< what --inputs needs; empty: nothing
  bool refused = false;  ///< nothing was written: at `arraysPath` lie arrays that are not the old script's
};
/// Arrays that all lie in one .npz are named as they are there. Others are put together in the .npz of the script's
/// name beside it. Where that holds more or others than the arrays of the script that is replaced, both stay as they
/// are unless `replaceArrays`; so do they after a failure. Random tensors have the seeds of a run with `seed`.
Result<WrittenScript> writeCallScript(const QString& path, const std::vector<RunCall>& calls, uint64_t seed,
                                      bool replaceArrays, const Executable& executable);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// .rsprof: one SQLite file with plain tables for queries (info, functions, constants by hash, runs, call statistics)
// and zstd-packed column chunks for the events. It also holds the executable's code and tables, so that it opens on
// another machine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// Written; older ones from kOldestTraceFileVersion on are read. 3 adds the event kind CompiledKernels,
/// 7 turns, 8 device work.
inline constexpr int kTraceFileVersion = 10, kOldestTraceFileVersion = 2;

struct TraceFile {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const Executable> executable;  ///< without tensor data, whose hashes are in the file
};
/// Replaces the file at `path` when the new one is complete (NewFile). `executable` may be null (raw events only). The
/// error does not include `path`.
Result<void> writeTraceFile(const std::string& path, const Trace& trace, const Executable* executable);
/// The bytes of that file.
Result<std::vector<uint8_t>> traceFileBytes(const Trace& trace, const Executable* executable);
/// The size of every blob is checked before unpacking; an invalid or malformed database is an error.
Result<TraceFile> readTraceFile(const std::string& path);
/// What a file says without its events: those of a list of profiles are read in milliseconds.
struct TraceOutline {
  Trace trace;          ///< info, runs and unrecorded runs; no events
  uint64_t events = 0;  ///< that the file holds
  uint64_t bytes = 0;   ///< of the file
};
Result<TraceOutline> readTraceOutline(const std::string& path);
/// Whether the file begins with SQLite's signature.
bool looksLikeTraceFile(const std::string& path);

}  // namespace relaxscope

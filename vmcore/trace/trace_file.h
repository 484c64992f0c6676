// SPDX-License-Identifier: Apache-2.0
// .rsprof: one SQLite file with plain tables for what people query (info, functions, constants by
// hash, runs, call statistics) and zstd-packed column chunks for the events; it holds the executable's
// code and tables too, so that it opens on another machine.
#pragma once

#include <memory>
#include <string>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

inline constexpr int kTraceFileVersion = 2;

struct TraceFile {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const Executable> executable;  ///< tensors hold no data; their hashes are in the file
};
/// Replaces the file at `path` once the new one is complete (NewFile). `executable` may be null (raw events only). The
/// error does not name `path`.
Result<void> writeTraceFile(const std::string& path, const Trace& trace, const Executable* executable);
/// Every blob's size is checked before it is unpacked; a foreign or damaged database is an error.
Result<TraceFile> readTraceFile(const std::string& path);
/// Whether the bytes begin as an SQLite file does.
bool looksLikeTraceFile(const std::string& path);

}  // namespace relaxscope

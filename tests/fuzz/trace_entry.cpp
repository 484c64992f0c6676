// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/entries.h"
#include "vmcore/trace/file/column_codec.h"
#include "vmcore/trace/file/executable_blob.h"
#include "vmcore/trace/file/trace_file.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace_check.h"

namespace relaxscope::fuzz {
namespace {

/// The blobs inside a profile, which mutation cannot reach through the compression.
void unpackBlobs(const Bytes& input) {
  if (const auto executable = unpackExecutable(input); executable.ok())
    promise(Bytes::own(packExecutable(*executable)) == input,
            "an executable without data packs to the bytes it came from");
  ColumnCounts counts;
  if (input.size() < sizeof counts) return;
  std::memcpy(&counts, input.data(), sizeof counts);
  ColumnCounts::forEach(counts, [](uint64_t& count) { count %= 100; });
  const auto frame = compress(input.span().subspan(sizeof counts));
  TraceChunk chunk;
  if (auto events = unpackEvents(frame, counts); events.ok()) chunk.events = *std::move(events);
  if (auto values = unpackValues(frame, counts); values.ok()) chunk.values = *std::move(values);
  (void)checkNames(chunk, TraceInfo{});
  if (!checkRecords(chunk)) return;
  Trace trace;
  trace.append(chunk);
  promise(countsOf(trace.chunks()[0]->columns()).values.uses == chunk.values.uses.size(),
          "a stored chunk keeps its arguments");
  computeStatistics(trace, Grouping::Callee);
}

void readFile(const Bytes& input) {
  constexpr std::string_view kMagic = "SQLite format 3";
  if (!input.text().starts_with(kMagic)) return;
  const auto path = std::filesystem::temp_directory_path() / ("fuzz_" + std::to_string(getpid()) + ".rsprof");
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(input.data()), static_cast<std::streamsize>(input.size()));
  const auto file = readTraceFile(path.string());
  std::filesystem::remove(path);
  if (!file.ok()) return;
  promise(file->executable != nullptr && file->trace != nullptr, "a profile that was read has its parts");
  computeStatistics(*file->trace, Grouping::Site);
}

}  // namespace

void runTraceFile(const Bytes& input) {
  unpackBlobs(input);
  readFile(input);
}

}  // namespace relaxscope::fuzz

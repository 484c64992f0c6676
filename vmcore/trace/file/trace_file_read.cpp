// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <new>

#include "vmcore/base/regular_file.h"
#include "vmcore/trace/device/device_check.h"
#include "vmcore/trace/file/column_codec.h"
#include "vmcore/trace/file/device_tables_file.h"
#include "vmcore/trace/file/executable_blob.h"
#include "vmcore/trace/file/sqlite_db.h"
#include "vmcore/trace/file/trace_file.h"
#include "vmcore/trace/file/trace_file_schema.h"
#include "vmcore/trace/trace_check.h"

namespace relaxscope {
namespace {

using sqlite::Database;
using sqlite::Statement;

// Real traces unpack to ten times their size, with values up to some hundreds; a small file that claims gigabytes is
// rejected.
constexpr uint64_t kMaxRatio = 2000;
constexpr uint64_t kAlwaysAllowed = uint64_t{64} << 20;

constexpr int64_t kUsesVersion = 5;  ///< the first in which events share lists of arguments

constexpr int64_t kDeviceVersion = 8;  ///< the first with device work
constexpr int64_t kCallsVersion = 10;  ///< the first with names of the calls of a run

constexpr char kSqliteMagic[] = "SQLite format 3";

class Reader {
 public:
  Reader(Database& database, uint64_t fileBytes)
      : database_(database), allowance_(kAlwaysAllowed + fileBytes * kMaxRatio) {}

  Result<TraceFile> run() {
    RS_CHECK(checkSchema());
    RS_CHECK(readInfo());
    RS_TRY(trace_->info.functionNames, readNames("functions", "name"));
    RS_TRY(trace_->info.names, readNames("names", "name"));
    RS_CHECK(readAllRuns());
    RS_CHECK(readChunks());
    if (version_ >= kDeviceVersion) RS_CHECK(readWork());
    RS_TRY(auto executable, readExecutable());
    return TraceFile{trace_, std::move(executable)};
  }

  /// `bytes` of the result is not set.
  Result<TraceOutline> outline() {
    RS_CHECK(checkSchema());
    RS_CHECK(readInfo());
    RS_CHECK(readAllRuns());
    RS_TRY(Statement query, database_.prepare("SELECT events FROM chunks"));
    TraceOutline outline;
    for (;;) {
      RS_TRY(const bool row, query.next());
      if (!row) break;
      RS_TRY(const uint64_t events, count(query, 0));
      outline.events += events;
    }
    outline.trace = std::move(*trace_);
    return outline;
  }

 private:
  Result<void> readAllRuns() {
    RS_TRY(trace_->info.remarks, readNames("remarks", "remark"));
    if (version_ >= kCallsVersion) { RS_TRY(trace_->info.calls, readNames("run_calls", "name")); }
    RS_CHECK(readRuns());
    if (version_ >= 4) RS_CHECK(readConditions());
    if (version_ >= 3) RS_CHECK(readUnrecordedRuns());
    if (version_ >= 6) RS_CHECK(readOtherProcesses());
    if (version_ >= 7) RS_CHECK(readTurns());
    if (version_ >= kDeviceVersion) { RS_TRY(trace_->device, trace_file::readDeviceTables(database_)); }
    return {};
  }
  Result<int64_t> pragma(const char* name) {
    RS_TRY(Statement query, database_.prepare(fmt::format("PRAGMA {}", name)));
    RS_TRY(const bool row, query.next());
    return row ? query.integer(0) : 0;
  }
  Result<void> checkSchema() {
    RS_TRY(const int64_t id, pragma("application_id"));
    if (id != trace_file::kApplicationId) return Error("an SQLite database, but not a RelaxScope profile");
    RS_TRY(version_, pragma("user_version"));
    if (version_ < kOldestTraceFileVersion || version_ > kTraceFileVersion)
      return Error(fmt::format("profile of version {}, this build reads {} to {}", version_, kOldestTraceFileVersion,
                               kTraceFileVersion));
    std::map<std::string, std::string> found;
    RS_TRY(Statement query, database_.prepare("SELECT name, sql FROM sqlite_schema WHERE type <> 'index' LIMIT 100"));
    for (;;) {
      RS_TRY(const bool row, query.next());
      if (!row) break;
      found.emplace(query.text(0), query.text(1));
    }
    for (const trace_file::Table& table : trace_file::kTables) {
      if (table.since > version_ || table.until < version_) continue;
      const auto place = found.find(table.name);
      if (place == found.end() || place->second != table.definition)
        return Error(fmt::format("profile is damaged: table \"{}\" has an unexpected schema", table.name));
    }
    return {};
  }

  Result<void> readInfo() {
    TraceInfo& info = trace_->info;
    const auto texts = trace_file::infoTexts(info);
    const auto numbers = trace_file::infoNumbers(info);
    RS_TRY(Statement query, database_.prepare("SELECT key, value FROM info"));
    for (;;) {
      RS_TRY(const bool row, query.next());
      if (!row) break;
      const std::string key = query.text(0);
      const auto isKey = [&](const auto& each) { return key == each.key; };
      if (const auto text = std::ranges::find_if(texts, isKey); text != texts.end()) *text->text = query.text(1);
      else if (const auto at = std::ranges::find_if(numbers, isKey); at != numbers.end()) *at->number = query.real(1);
      else if (key == "values_recorded") info.values = query.integer(1) != 0;
      else if (key == "calls_alone") info.callsAlone = query.integer(1) != 0;
      else if (key == "lost_events") info.lostEvents = static_cast<uint64_t>(std::max<int64_t>(0, query.integer(1)));
    }
    if (const auto sound = checkInfo(info); !sound) return Error("profile is damaged: " + sound.error().message);
    return {};
  }

  /// A table's texts by id; ids are contiguous from 0.
  Result<std::vector<std::string>> readNames(const char* table, const char* column) {
    std::vector<std::string> names;
    RS_TRY(Statement query, database_.prepare(fmt::format("SELECT id, {} FROM {} ORDER BY id", column, table)));
    for (;;) {
      RS_TRY(const bool row, query.next());
      if (!row) return names;
      if (query.integer(0) != static_cast<int64_t>(names.size()))
        return Error(fmt::format("profile is damaged: table \"{}\" lacks row {}", table, names.size()));
      names.push_back(query.text(1));
    }
  }

  Result<void> readRuns() {
    RS_TRY(Statement query,
           database_.prepare("SELECT run, warmup, start_ticks, duration_ticks, recording_ticks FROM runs ORDER BY id"));
    for (;;) {
      RS_TRY(const bool row, query.next());
      if (!row) return {};
      const uint64_t kind = static_cast<uint64_t>(query.integer(1));  // versions before 3: only whether it is a warm-up
      const RunSpan run{query.integer(2), query.integer(3), static_cast<uint32_t>(query.integer(0)),
                        kind < kRunKinds ? static_cast<RunKind>(kind) : RunKind::Warmup, query.integer(4)};
      if (kind >= kRunKinds) return Error(fmt::format("profile is damaged: kind of run {}", trace_->runs.size()));
      if (!checkRun(run)) return Error(fmt::format("profile is damaged: times of run {}", trace_->runs.size()));
      trace_->runs.push_back(run);
    }
  }

  Result<void> readConditions() {
    RS_TRY(Statement query, database_.prepare("SELECT * FROM run_conditions ORDER BY id"));
    for (RunSpan& run : trace_->runs) {
      RS_TRY(const bool row, query.next());
      if (!row) return Error("profile is damaged: a run without conditions");
      const auto number = [&](int column) { return static_cast<uint32_t>(query.integer(column)); };
      run.conditions = {number(1), number(2), number(3), number(4),        number(5),
                        number(6), number(7), 0,         query.integer(8), query.real(9)};
      if (!checkRun(run)) return Error("profile is damaged: conditions of a run");
    }
    return {};
  }

  Result<void> readUnrecordedRuns() {
    RS_TRY(Statement query, database_.prepare("SELECT duration_ns FROM unrecorded_runs ORDER BY id"));
    for (;;) {
      RS_TRY(const bool row, query.next());
      if (!row) return {};
      const double ns = query.real(0);
      if (!std::isfinite(ns) || ns < 0)
        return Error(fmt::format("profile is damaged: time of unrecorded run {}", trace_->unrecordedNs.size()));
      trace_->unrecordedNs.push_back(ns);
    }
  }

  Result<void> readOtherProcesses() {
    RS_TRY(Statement query, database_.prepare("SELECT run_ns, unrecorded_ns FROM other_processes ORDER BY id"));
    for (;;) {
      RS_TRY(const bool row, query.next());
      if (!row) return {};
      const ProcessTimes times{query.real(0), query.real(1)};
      // A corrected time of next to nothing may be negative.
      if (!std::isfinite(times.runNs) || !std::isfinite(times.unrecordedNs) || times.unrecordedNs < 0)
        return Error(fmt::format("profile is damaged: times of other process {}", trace_->otherProcesses.size()));
      if (trace_->otherProcesses.size() + 1 >= kMaxProcesses)
        return Error(fmt::format("profile is damaged: more than {} processes", kMaxProcesses));
      trace_->otherProcesses.push_back(times);
    }
  }

  Result<void> readTurns() {
    RS_TRY(Statement query, database_.prepare("SELECT first_run, runs, process, place FROM turns ORDER BY id"));
    const uint64_t measured = trace_->runCount(RunKind::Measured);
    uint64_t next = 0;
    for (;;) {
      RS_TRY(const bool row, query.next());
      if (!row) return {};
      RS_TRY(const uint64_t first, count(query, 0));
      RS_TRY(const uint64_t runs, count(query, 1));
      RS_TRY(const uint64_t process, count(query, 2));
      RS_TRY(const uint64_t place, count(query, 3));
      if (trace_->turns.size() >= kMaxTurns || first < next || first > measured || runs > measured - first ||
          process >= kMaxProcesses || place > UINT32_MAX)
        return Error(fmt::format("profile is damaged: turn {}", trace_->turns.size()));
      next = first + runs;
      trace_->turns.push_back({static_cast<uint32_t>(first), static_cast<uint32_t>(runs),
                               static_cast<uint32_t>(process), static_cast<uint32_t>(place)});
    }
  }

  /// Subtracts bytes from the file's unpacking budget.
  Result<void> allow(uint64_t bytes) {
    if (bytes > allowance_) return Error(fmt::format("unpacks to an implausible size ({} bytes more)", bytes));
    allowance_ -= bytes;
    return {};
  }
  static Result<uint64_t> count(const Statement& query, int column) {
    const int64_t value = query.integer(column);
    if (value < 0) return Error(fmt::format("negative count {}", value));
    return static_cast<uint64_t>(value);
  }

  Result<TraceChunk> readChunk(const Statement& query) {
    ColumnCounts counts;
    int column = 0;
    Result<void> read;
    ColumnCounts::forEach(counts, [&](uint64_t& each) {
      if (&each == &counts.values.uses && version_ < kUsesVersion) return;
      auto value = count(query, column++);
      if (value.ok()) each = *value;
      else if (read.ok()) read = value.error();
    });
    RS_CHECK(std::move(read));
    RS_TRY(const uint64_t eventSize, eventBytes(counts));
    RS_TRY(const uint64_t valueSize, valueBytes(counts));
    RS_CHECK(allow(eventSize));
    RS_CHECK(allow(valueSize));
    TraceChunk chunk;
    RS_TRY(chunk.events, unpackEvents(query.blob(column), counts));
    RS_TRY(chunk.values, unpackValues(query.blob(column + 1), counts));
    if (version_ < kUsesVersion) listByEvent(chunk.values);
    RS_CHECK(checkRecords(chunk));
    RS_CHECK(checkNames(chunk, trace_->info));
    return chunk;
  }
  /// Files before kUsesVersion have the number of the event in place of that of the list.
  static void listByEvent(ValueColumns& values) {
    std::ranges::stable_sort(values.args, {}, &ArgRecord::list);
    for (ArgRecord& arg : values.args) {
      const uint32_t event = arg.list;
      if (values.uses.empty() || values.uses.back().event != event)
        values.uses.push_back({event, static_cast<uint32_t>(values.uses.size())});
      arg.list = values.uses.back().list;
    }
  }
  Result<void> readChunks() {
    RS_TRY(Statement query, database_.prepare(fmt::format("SELECT events, args, dims, slots, memory, {} event_columns, "
                                                          "value_columns FROM chunks ORDER BY id",
                                                          version_ < kUsesVersion ? "" : "uses,")));
    for (size_t number = 0;; ++number) {
      RS_TRY(const bool row, query.next());
      if (!row) return {};
      auto chunk = readChunk(query);
      if (!chunk.ok()) return Error(fmt::format("profile is damaged: chunk {}: {}", number, chunk.error().message));
      trace_->append(*std::move(chunk));
    }
  }

  Result<void> readWork() {
    RS_TRY(Statement query, database_.prepare("SELECT rows, columns FROM device_work ORDER BY id"));
    const auto next = [&]() -> Result<bool> {
      RS_TRY(const bool row, query.next());
      if (!row) return false;
      RS_TRY(const uint64_t rows, count(query, 0));
      if (rows > allowance_ / kDeviceWorkBytes) return Error(fmt::format("an implausible number of rows, {}", rows));
      RS_CHECK(allow(rows * kDeviceWorkBytes));
      RS_TRY(DeviceWorkColumns work, unpackWork(query.blob(1), rows));
      RS_CHECK(checkWork(work, trace_->device));
      trace_->appendWork(std::move(work));
      return true;
    };
    for (;;) {
      const auto more = next();
      if (!more.ok()) return Error("profile is damaged: device work: " + more.error().message);
      if (!*more) return {};
    }
  }

  Result<std::shared_ptr<const Executable>> readExecutable() {
    RS_TRY(Statement query, database_.prepare("SELECT raw_bytes, code_and_tables FROM executable"));
    RS_TRY(const bool row, query.next());
    if (!row) return std::shared_ptr<const Executable>(namesOnly());
    const auto read = [&]() -> Result<Executable> {
      RS_TRY(const uint64_t size, count(query, 0));
      RS_CHECK(allow(size));
      RS_TRY(std::vector<uint8_t> raw, decompress(query.blob(1), size));
      return unpackExecutable(Bytes::own(std::move(raw)));
    };
    auto executable = read();
    if (!executable.ok()) return Error(fmt::format("profile is damaged: executable: {}", executable.error().message));
    return std::make_shared<const Executable>(*std::move(executable));
  }
  /// Without a stored executable, views at least have the functions' names.
  [[nodiscard]] std::shared_ptr<const Executable> namesOnly() const {
    auto executable = std::make_shared<Executable>();
    executable->tensorDataOmitted = true;
    for (const std::string& name : trace_->info.functionNames) {
      Function function;
      function.name = name;
      function.numArgs = -2;
      executable->functions.push_back(std::move(function));
    }
    return executable;
  }

  Database& database_;
  int64_t version_ = 0;
  uint64_t allowance_;
  std::shared_ptr<Trace> trace_ = std::make_shared<Trace>();
};

}  // namespace

bool looksLikeTraceFile(const std::string& path) {
  char head[sizeof kSqliteMagic] = {};
  const auto file = openRegularFile(path);
  if (!file) return false;
  const ssize_t got = ::pread(file->descriptor, head, sizeof head, 0);
  ::close(file->descriptor);
  return got == ssize_t{sizeof head} && std::equal(std::begin(head), std::end(head), std::begin(kSqliteMagic));
}

/// Opens a profile and calls `read` with its Reader and size.
template <class Read>
static auto readWith(const std::string& path, Read&& read) -> decltype(read(std::declval<Reader&>(), uint64_t{})) {
  std::error_code failed;
  const uint64_t size = std::filesystem::file_size(path, failed);
  if (failed) return Error("cannot read " + path);
  if (!looksLikeTraceFile(path)) return Error("not a profile: not an SQLite database", 0);
  try {
    RS_TRY(Database database, Database::openUntrusted(path));
    Reader reader(database, size);
    return read(reader, size);
  } catch (const std::bad_alloc&) { return Error("not enough memory to read this profile"); }
}

Result<TraceFile> readTraceFile(const std::string& path) {
  return readWith(path, [](Reader& reader, uint64_t) { return reader.run(); });
}

Result<TraceOutline> readTraceOutline(const std::string& path) {
  return readWith(path, [](Reader& reader, uint64_t size) -> Result<TraceOutline> {
    RS_TRY(TraceOutline outline, reader.outline());
    outline.bytes = size;
    return outline;
  });
}

}  // namespace relaxscope

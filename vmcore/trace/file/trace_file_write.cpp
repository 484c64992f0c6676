// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/resource.h>

#include <utility>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/new_file.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/version.h"
#include "vmcore/trace/event_text.h"
#include "vmcore/trace/file/column_codec.h"
#include "vmcore/trace/file/device_tables_file.h"
#include "vmcore/trace/file/executable_blob.h"
#include "vmcore/trace/file/sqlite_db.h"
#include "vmcore/trace/file/trace_file.h"
#include "vmcore/trace/file/trace_file_schema.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

using sqlite::Database;
using sqlite::Statement;

class Writer {
 public:
  Writer(Database& database, const Trace& trace, const Executable* executable)
      : database_(database), trace_(trace), executable_(executable) {}

  Result<void> run() {
    RS_CHECK(database_.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; BEGIN",
                                           trace_file::kApplicationId, kTraceFileVersion)));
    for (const trace_file::Table& table : trace_file::kTables)
      if (table.until >= kTraceFileVersion) RS_CHECK(database_.execute(table.definition));
    RS_CHECK(writeInfo());
    RS_CHECK(writeFunctions());
    RS_CHECK(writeNames("names", trace_.info.names));
    RS_CHECK(writeNames("remarks", trace_.info.remarks));
    RS_CHECK(writeNames("run_calls", trace_.info.calls));
    RS_CHECK(writeRuns());
    RS_CHECK(writeConditions());
    RS_CHECK(writeUnrecordedRuns());
    RS_CHECK(writeOtherProcesses());
    RS_CHECK(writeTurns());
    RS_CHECK(writeCalls());
    RS_CHECK(writeChunks());
    RS_CHECK(trace_file::writeDeviceTables(database_, trace_.device));
    RS_CHECK(writeWork());
    if (executable_ != nullptr) {
      RS_CHECK(writeConstants());
      RS_CHECK(writeExecutable());
    }
    return database_.execute("COMMIT");
  }

 private:
  Result<void> writeInfo() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO info VALUES (?, ?)"));
    const TraceInfo& info = trace_.info;
    for (const auto& row : trace_file::infoTexts(info))
      RS_CHECK(insert.bind(std::string_view(row.key)).bind(std::string_view(*row.text)).run());
    for (const auto& row : trace_file::infoNumbers(info))
      RS_CHECK(insert.bind(std::string_view(row.key)).bind(*row.number).run());
    RS_CHECK(insert.bind(std::string_view("values_recorded")).bind(int64_t{info.values ? 1 : 0}).run());
    RS_CHECK(insert.bind(std::string_view("calls_alone")).bind(int64_t{info.callsAlone ? 1 : 0}).run());
    RS_CHECK(insert.bind(std::string_view("lost_events")).bind(static_cast<int64_t>(info.lostEvents)).run());
    RS_CHECK(insert.bind(std::string_view("written_by")).bind(withVersion("RelaxScope")).run());
    return {};
  }

  /// Function names come from the trace, other function data from the executable.
  Result<void> writeFunctions() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO functions VALUES (?, ?, ?, ?, ?, ?, ?)"));
    for (size_t i = 0; i < trace_.info.functionNames.size(); ++i) {
      insert.bind(static_cast<int64_t>(i)).bind(std::string_view(trace_.info.functionNames[i]));
      const Function* f = executable_ == nullptr ? nullptr : executable_->function(FuncIndex(static_cast<int64_t>(i)));
      if (f != nullptr)
        insert.bind(int64_t{f->kind}).bind(f->startInstr).bind(f->endInstr).bind(f->numArgs).bind(f->registerFileSize);
      else insert.bindNull().bindNull().bindNull().bindNull().bindNull();
      RS_CHECK(insert.run());
    }
    return {};
  }
  Result<void> writeNames(const char* table, const std::vector<std::string>& names) {
    RS_TRY(Statement insert, database_.prepare(fmt::format("INSERT INTO {} VALUES (?, ?)", table)));
    for (size_t i = 0; i < names.size(); ++i)
      RS_CHECK(insert.bind(static_cast<int64_t>(i)).bind(std::string_view(names[i])).run());
    return {};
  }
  Result<void> writeRuns() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)"));
    int64_t id = 0;
    for (const RunSpan& run : trace_.runs) {
      insert.bind(id++)
          .bind(int64_t{run.index})
          .bind(static_cast<int64_t>(run.kind))
          .bind(trace_.info.clock.toNs(run.start))
          .bind(trace_.info.clock.toNs(run.duration));
      RS_CHECK(insert.bind(run.start).bind(run.duration).bind(run.recording).run());
    }
    return {};
  }
  Result<void> writeConditions() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO run_conditions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    int64_t id = 0;
    for (const RunSpan& run : trace_.runs) {
      insert.bind(id++);
      const RunConditions& seen = run.conditions;
      for (const uint32_t number : {seen.cpuBegin, seen.cpuEnd, seen.involuntarySwitches, seen.voluntarySwitches,
                                    seen.minorFaults, seen.majorFaults, seen.stops})
        insert.bind(int64_t{number});
      RS_CHECK(insert.bind(seen.delayNs).bind(seen.coreNs).run());
    }
    return {};
  }
  Result<void> writeUnrecordedRuns() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO unrecorded_runs VALUES (?, ?)"));
    for (size_t i = 0; i < trace_.unrecordedNs.size(); ++i)
      RS_CHECK(insert.bind(static_cast<int64_t>(i)).bind(trace_.unrecordedNs[i]).run());
    return {};
  }
  Result<void> writeOtherProcesses() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO other_processes VALUES (?, ?, ?)"));
    int64_t id = 0;
    for (const ProcessTimes& times : trace_.otherProcesses)
      RS_CHECK(insert.bind(id++).bind(times.runNs).bind(times.unrecordedNs).run());
    return {};
  }
  Result<void> writeTurns() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO turns VALUES (?, ?, ?, ?, ?)"));
    int64_t id = 0;
    for (const Turn& turn : trace_.turns) {
      insert.bind(id++);
      for (const uint32_t number : {turn.firstRun, turn.runs, turn.process, turn.place}) insert.bind(int64_t{number});
      RS_CHECK(insert.run());
    }
    return {};
  }
  Result<void> writeCalls() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    const TraceStatistics statistics = computeStatistics(trace_, Grouping::Callee);
    for (const StatisticsRow& row : statistics.rows) {
      insert.bind(eventName(trace_.info, row.kind, row.callee))
          .bind(std::string_view(eventKindName(row.kind)))
          .bind(statistics.ofAllRuns(static_cast<int64_t>(row.count)));
      for (const double time : {statistics.ofAllRuns(row.totalNs), statistics.ofAllRuns(row.selfNs), row.minNs,
                                row.maxNs, row.meanNs, row.medianNs, row.p90Ns, row.p99Ns, row.sigmaNs})
        insert.bind(time);
      RS_CHECK(insert.bind(statistics.ofAllRuns(row.bytesAllocated)).run());
    }
    return {};
  }

  Result<void> writeChunks() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    int64_t id = 0;
    for (const auto& chunk : trace_.chunks()) {
      const TraceChunk columns = chunk->columns();
      const ColumnCounts counts = countsOf(columns);
      const std::vector<uint8_t> events = packEvents(columns.events), values = packValues(columns.values);
      insert.bind(id++).bind(static_cast<int64_t>(chunk->firstEvent));
      ColumnCounts::forEach(counts, [&](uint64_t count) { insert.bind(static_cast<int64_t>(count)); });
      RS_CHECK(insert.bind(std::span<const uint8_t>(events)).bind(std::span<const uint8_t>(values)).run());
    }
    return {};
  }

  Result<void> writeWork() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO device_work VALUES (?, ?, ?, ?)"));
    int64_t id = 0;
    for (const auto& chunk : trace_.workChunks()) {
      const std::vector<uint8_t> columns = packWork(chunk->rows);
      insert.bind(id++).bind(static_cast<int64_t>(chunk->firstRow)).bind(static_cast<int64_t>(chunk->rows.size()));
      RS_CHECK(insert.bind(std::span<const uint8_t>(columns)).run());
    }
    return {};
  }

  Result<void> writeConstants() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO constants VALUES (?, ?, ?, ?, ?)"));
    int64_t id = 0;
    for (const Constant& constant : executable_->constants) {
      insert.bind(id++)
          .bind(std::string_view(constantKindName(constant.value)))
          .bind(std::string_view(printable(constantSummary(constant.value))));
      const auto* tensor = std::get_if<TensorConstant>(&constant.value);
      if (tensor != nullptr && !executable_->tensorDataOmitted)
        insert.bind(static_cast<int64_t>(tensor->data.size())).bind(std::string_view(sha256Hex(tensor->data)));
      else insert.bindNull().bindNull();
      RS_CHECK(insert.run());
    }
    return {};
  }
  Result<void> writeExecutable() {
    RS_TRY(Statement insert, database_.prepare("INSERT INTO executable VALUES (0, ?, ?)"));
    const std::vector<uint8_t> raw = packExecutable(*executable_);
    const std::vector<uint8_t> frame = compress(raw);
    return insert.bind(static_cast<int64_t>(raw.size())).bind(std::span<const uint8_t>(frame)).run();
  }

  Database& database_;
  const Trace& trace_;
  const Executable* executable_;
};

/// SQLite does not tell why a write failed.
Error withFileLimit(Error error) {
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    error.message += fmt::format("; files are limited to {}", byteSizeText(static_cast<int64_t>(limit.rlim_cur)));
  return error;
}

Result<void> writeDatabase(const std::string& path, const Trace& trace, const Executable* executable) {
  RS_TRY(Database database, Database::create(path));
  RS_CHECK(Writer(database, trace, executable).run());
  return database.close();
}

}  // namespace

Result<void> writeTraceFile(const std::string& path, const Trace& trace, const Executable* executable) {
  RS_TRY(NewFile file, NewFile::create(path));
  if (file.temporaryPath().empty()) return Error("cannot be written: it is not a file");
  if (auto written = writeDatabase(file.temporaryPath(), trace, executable); !written)
    return withFileLimit(std::move(written).error());
  return file.commit();
}

Result<std::vector<uint8_t>> traceFileBytes(const Trace& trace, const Executable* executable) {
  RS_TRY(Database database, Database::createInMemory());
  RS_CHECK(Writer(database, trace, executable).run());
  return database.bytes();
}

}  // namespace relaxscope

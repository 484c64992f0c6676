// SPDX-License-Identifier: Apache-2.0
// .rsprof: round trips, and deliberately damaged files.
#include "vmcore/trace/file/trace_file.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "tests/support/scratch_folder.h"
#include "tests/unit/analysis/hand_made.h"
#include "tests/unit/trace/made_trace.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {

using test::HandMade;
using test::MadeTrace;
using test::twoRuns;

class TraceFileTest : public ::testing::Test {
 protected:
  static Executable executable() {
    HandMade made;
    made.begin("main", 1, 3).call(1, 1, {test::reg(0), test::con(0)}).ret(1).end();
    made.packed("relu").packed("vm.builtin.alloc_storage").packed("\xff weird");
    made.executable.functions[0].paramNames = {"x"};
    made.executable.memoryScopes = {{0, "global"}};
    made.constant(TensorConstant{{2, 32, 1}, {2}, 1, 0, 0, Bytes::own({1, 2, 3, 4, 5, 6, 7, 8})})
        .constant(StringConstant{"s\xfe"})
        .constant(DataType{4, 16, 1});
    made.constant(ShapeConstant{{1, -2}}).constant(IntConstant{-9}).constant(FloatConstant{2.5});
    made.executable.byteSize = 1234;
    made.executable.version = "0.14";
    return made.executable;
  }
  static MadeTrace trace() {
    MadeTrace made = twoRuns();
    made.trace.info.executablePath = "/models/\xff.so";
    made.trace.info.values = true;
    made.trace.info.lostEvents = 3;
    made.trace.info.cost = {1.5, 20, 11};
    made.trace.info.remarks = {"kernels inside compiled code are not visible"};
    made.trace.info.calls = {"prefill", "", "step"};
    made.trace.info.callsAlone = true;
    made.trace.info.noReference = "unrecorded runs were not requested";
    made.trace.info.cutShort = "stopped in main:3, call add";
    made.trace.unrecordedNs = {1234.5, 0};
    made.trace.otherProcesses = {{1250.5, 1240}, {-2, 0}};
    made.trace.turns = {{0, 1, 0, 0}, {1, 1, 2, 5}};
    made.trace.info.session = "a session";
    made.trace.info.startedAt = "2026-01-02T03:04:05Z";
    made.trace.info.host = "workstation";
    made.trace.info.processor = "a processor, 8 threads";
    made.trace.info.command = "rscope profile 'a b.so'";
    made.trace.info.version = "RelaxScope 0.2.0";
    made.trace.runs[1].conditions = {3, 4, 5, 6, 7, 8, 9, 0, 10, 11.5};
    return made;
  }
  /// Runs SQL on the file to damage it.
  void damage(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
    sqlite3_close(database);
  }
  [[nodiscard]] std::string readError() const {
    const auto file = readTraceFile(path_);
    return file.ok() ? "read" : file.error().text();
  }
  test::ScratchFolder folder_;
  std::string path_ = folder_.file("trace.rsprof");
};

TEST_F(TraceFileTest, AnOutlineHasAllButTheEvents) {
  const MadeTrace made = trace();
  ASSERT_TRUE(writeTraceFile(path_, made.trace, nullptr).ok());
  const auto outline = readTraceOutline(path_);
  ASSERT_TRUE(outline.ok()) << outline.error().text();
  EXPECT_EQ(outline->events, made.trace.eventCount());
  EXPECT_EQ(outline->bytes, std::filesystem::file_size(path_));
  EXPECT_EQ(outline->trace.eventCount(), 0u);
  EXPECT_EQ(outline->trace.info.command, made.trace.info.command);
  EXPECT_EQ(outline->trace.info.remarks, made.trace.info.remarks);
  EXPECT_EQ(outline->trace.unrecordedNs, made.trace.unrecordedNs);
  EXPECT_EQ(measuredRunsNs(outline->trace), measuredRunsNs(made.trace));
  damage("UPDATE chunks SET events = -1");
  EXPECT_EQ(readTraceOutline(path_).error().text(), "negative count -1");
  damage("DROP TABLE chunks");
  EXPECT_FALSE(readTraceOutline(path_).ok());
}

TEST_F(TraceFileTest, TheBytesAreThoseOfAFile) {
  const MadeTrace made = trace();
  const Executable model = executable();
  const auto bytes = traceFileBytes(made.trace, &model);
  ASSERT_TRUE(bytes.ok()) << bytes.error().text();
  std::ofstream(path_, std::ios::binary).write(reinterpret_cast<const char*>(bytes->data()), std::ssize(*bytes));
  EXPECT_TRUE(looksLikeTraceFile(path_));
  const auto read = readTraceFile(path_);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->trace->eventCount(), made.trace.eventCount());
  EXPECT_EQ(measuredRunsNs(*read->trace), measuredRunsNs(made.trace));
  ASSERT_NE(read->executable, nullptr);
  EXPECT_EQ(read->executable->code.words, model.code.words);
}

TEST_F(TraceFileTest, RoundTrip) {
  const MadeTrace made = trace();
  const Executable model = executable();
  ASSERT_TRUE(writeTraceFile(path_, made.trace, &model).ok());
  EXPECT_TRUE(looksLikeTraceFile(path_));
  const auto file = readTraceFile(path_);
  ASSERT_TRUE(file.ok()) << file.error().text();
  const Trace& back = *file->trace;
  const TraceInfo &a = made.trace.info, &b = back.info;
  EXPECT_EQ(b.functionNames, a.functionNames);
  EXPECT_EQ(b.names, a.names);
  EXPECT_EQ(b.remarks, a.remarks);
  EXPECT_EQ(b.calls, a.calls);
  EXPECT_TRUE(b.callsAlone);
  EXPECT_EQ(b.executablePath, a.executablePath);
  EXPECT_EQ(b.startedAt, a.startedAt);
  EXPECT_EQ(b.clock.source, a.clock.source);
  EXPECT_EQ(b.clock.nsPerTick, a.clock.nsPerTick);
  EXPECT_EQ(b.cost.perEventValuesNs, a.cost.perEventValuesNs);
  EXPECT_EQ(b.lostEvents, a.lostEvents);
  EXPECT_EQ(b.noReference, a.noReference);
  EXPECT_EQ(b.cutShort, a.cutShort);
  EXPECT_EQ(b.host, a.host);
  EXPECT_EQ(b.processor, a.processor);
  EXPECT_EQ(b.command, a.command);
  EXPECT_EQ(b.version, a.version);
  const RunConditions& seen = back.runs[1].conditions;
  EXPECT_EQ(seen.cpuBegin, 3u);
  EXPECT_EQ(seen.cpuEnd, 4u);
  EXPECT_EQ(seen.involuntarySwitches, 5u);
  EXPECT_EQ(seen.voluntarySwitches, 6u);
  EXPECT_EQ(seen.minorFaults, 7u);
  EXPECT_EQ(seen.majorFaults, 8u);
  EXPECT_EQ(seen.stops, 9u);
  EXPECT_EQ(seen.delayNs, 10);
  EXPECT_EQ(seen.coreNs, 11.5);
  EXPECT_EQ(back.runs[0].conditions.cpuBegin, kNoIndex) << "unknown";
  EXPECT_EQ(back.unrecordedNs, made.trace.unrecordedNs);
  ASSERT_EQ(back.otherProcesses.size(), 2u);
  EXPECT_EQ(back.otherProcesses[0].runNs, 1250.5);
  EXPECT_EQ(back.otherProcesses[0].unrecordedNs, 1240);
  EXPECT_EQ(back.otherProcesses[1].runNs, -2) << "corrected, of next to nothing";
  EXPECT_EQ(back.info.session, "a session");
  ASSERT_EQ(back.turns.size(), 2u);
  EXPECT_EQ(back.turns[1].firstRun, 1u);
  EXPECT_EQ(back.turns[1].runs, 1u);
  EXPECT_EQ(back.turns[1].process, 2u);
  EXPECT_EQ(back.turns[1].place, 5u);
  ASSERT_EQ(back.runs.size(), made.trace.runs.size());
  EXPECT_EQ(back.runs[0].kind, RunKind::Warmup);
  EXPECT_EQ(back.runs[2].start, 5000);
  ASSERT_EQ(back.chunks().size(), made.trace.chunks().size());
  for (size_t i = 0; i < back.chunks().size(); ++i) {
    EXPECT_EQ(back.chunks()[i]->firstEvent, made.trace.chunks()[i]->firstEvent);
    const TraceChunk x = made.trace.chunks()[i]->columns(), y = back.chunks()[i]->columns();
    EXPECT_EQ(y.events.start, x.events.start);
    EXPECT_EQ(y.events.duration, x.events.duration);
    EXPECT_EQ(y.events.pc, x.events.pc);
    EXPECT_EQ(y.events.function, x.events.function);
    EXPECT_EQ(y.events.callee, x.events.callee);
    EXPECT_EQ(y.events.depth, x.events.depth);
    EXPECT_EQ(y.events.kind, x.events.kind);
    EXPECT_EQ(y.values.dims, x.values.dims);
    ASSERT_EQ(y.values.args.size(), x.values.args.size());
    ASSERT_EQ(y.values.uses.size(), x.values.uses.size());
    ASSERT_EQ(y.values.memory.size(), x.values.memory.size());
    ASSERT_EQ(y.values.slotChanges.size(), x.values.slotChanges.size());
  }
  EXPECT_EQ(back.chunks()[0]->memory()[0].live, 4096);
  EXPECT_EQ(back.chunks()[0]->slotChanges()[0].value, 3);
}

TEST_F(TraceFileTest, ExecutableWithoutTensorData) {
  const Executable model = executable();
  ASSERT_TRUE(writeTraceFile(path_, trace().trace, &model).ok());
  const auto file = readTraceFile(path_);
  ASSERT_TRUE(file.ok()) << file.error().text();
  const Executable& back = *file->executable;
  EXPECT_TRUE(back.tensorDataOmitted);
  EXPECT_EQ(back.byteSize, 1234u);
  EXPECT_EQ(back.code.words, model.code.words);
  EXPECT_EQ(back.code.offsets, model.code.offsets);
  ASSERT_EQ(back.functions.size(), model.functions.size());
  EXPECT_EQ(back.functions[0].paramNames, model.functions[0].paramNames);
  EXPECT_EQ(back.functions[3].name, "\xff weird");
  ASSERT_EQ(back.constants.size(), model.constants.size());
  for (size_t i = 0; i < back.constants.size(); ++i)
    EXPECT_EQ(constantSummary(back.constants[i].value), constantSummary(model.constants[i].value));
  EXPECT_EQ(back.memoryScopes[0].scope, "global");
  EXPECT_FALSE(verify(back).hasErrors()) << "missing data is no finding here";
}

TEST_F(TraceFileTest, WithoutAnExecutableNamesRemain) {
  ASSERT_TRUE(writeTraceFile(path_, trace().trace, nullptr).ok());
  const auto file = readTraceFile(path_);
  ASSERT_TRUE(file.ok()) << file.error().text();
  ASSERT_EQ(file->executable->functions.size(), 4u);
  EXPECT_EQ(file->executable->functions[1].name, "relu");
}

TEST_F(TraceFileTest, PlainTablesForQueries) {
  const Executable model = executable();
  ASSERT_TRUE(writeTraceFile(path_, trace().trace, &model).ok());
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
  const auto ask = [&](const char* sql) {
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(database, sql, -1, &statement, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    EXPECT_EQ(sqlite3_step(statement), SQLITE_ROW);
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    std::string answer = text == nullptr ? "" : text;
    sqlite3_finalize(statement);
    return answer;
  };
  EXPECT_EQ(ask("SELECT total_ns FROM calls WHERE callee = 'relu'"), "500.0");
  EXPECT_EQ(ask("SELECT name FROM functions WHERE id = 1"), "relu");
  EXPECT_EQ(ask("SELECT sha256 FROM constants WHERE id = 0"),
            "66840dda154e8a113c31dd0ad32f7f3a366a80e8136979d8f5a101d3d29d6f72");
  EXPECT_EQ(ask("SELECT value FROM info WHERE key = 'entry'"), "main");
  EXPECT_EQ(ask("SELECT count(*) FROM runs WHERE warmup = 0"), "2");
  sqlite3_close(database);
}

TEST_F(TraceFileTest, ReplacesAFileOnlyWhenWhole) {
  std::ofstream(path_) << "old";
  ASSERT_TRUE(writeTraceFile(path_, trace().trace, nullptr).ok());
  EXPECT_TRUE(readTraceFile(path_).ok());
  const auto failed = writeTraceFile(folder_.file("missing/x.rsprof"), trace().trace, nullptr);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "cannot be written: No such file or directory");
  EXPECT_EQ(folder_.count(), 1u) << "no temporary file is left";
  EXPECT_EQ(writeTraceFile("/dev/null", trace().trace, nullptr).error().message, "cannot be written: it is not a file");
}

TEST_F(TraceFileTest, ForeignFiles) {
  EXPECT_EQ(readError().substr(0, 11), "cannot read");
  std::ofstream(path_) << "no database";
  EXPECT_EQ(readError(), "not a profile: not an SQLite database (byte 0)");
  std::filesystem::remove(path_);
  damage("CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  EXPECT_EQ(readError(), "an SQLite database, but not a RelaxScope profile");
}

TEST_F(TraceFileTest, AnAnonymousTraceTellsNeitherHostNorFolders) {
  MadeTrace made = trace();
  made.trace.info.executablePath = "/models/secret/model.so";
  ASSERT_TRUE(writeTraceFile(path_, anonymousCopy(made.trace), nullptr).ok());
  const auto file = readTraceFile(path_);
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_EQ(file->trace->info.executablePath, "model.so");
  EXPECT_EQ(file->trace->info.host, "");
  EXPECT_EQ(file->trace->info.command, "");
  EXPECT_EQ(file->trace->info.processor, made.trace.info.processor);
}

/// A trace without arguments, whose columns are the same in all versions.
MadeTrace withoutArguments() {
  MadeTrace made;
  made.event(0, 100, 1, 1).memory(64, 0, 64).seal().run(0, 100, 0).run(200, 300, 1);
  made.trace.unrecordedNs = {90, 95};
  return made;
}
/// Turns the table of chunks into that of versions before 5.
constexpr std::string_view kChunksOfVersionFour =
    "ALTER TABLE chunks RENAME TO later; "
    "CREATE TABLE chunks (id INTEGER PRIMARY KEY, first_event INTEGER, events INTEGER, args INTEGER, dims INTEGER, slots INTEGER, memory INTEGER, "
    "event_columns BLOB, value_columns BLOB); "
    "INSERT INTO chunks SELECT id, first_event, events, args, dims, slots, memory, event_columns, value_columns FROM later; "
    "DROP TABLE later; ";

TEST_F(TraceFileTest, AProfileOfVersionThreeHasNoConditionsOfRuns) {
  ASSERT_TRUE(writeTraceFile(path_, withoutArguments().trace, nullptr).ok());
  damage(std::string(kChunksOfVersionFour) +
         "DROP TABLE turns; DROP TABLE other_processes; DROP TABLE run_conditions; PRAGMA user_version = 3");
  const auto file = readTraceFile(path_);
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_EQ(file->trace->unrecordedNs, withoutArguments().trace.unrecordedNs);
  EXPECT_EQ(file->trace->runs.at(1).conditions.cpuBegin, kNoIndex);
}

TEST_F(TraceFileTest, AProfileOfVersionFiveIsOfOneProcess) {
  MadeTrace made = withoutArguments();
  made.trace.otherProcesses = {{90, 95}};
  ASSERT_TRUE(writeTraceFile(path_, made.trace, nullptr).ok());
  damage("DROP TABLE turns; DROP TABLE other_processes; PRAGMA user_version = 5");
  const auto file = readTraceFile(path_);
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_TRUE(file->trace->otherProcesses.empty());
  EXPECT_EQ(file->trace->unrecordedNs, made.trace.unrecordedNs);
}

TEST_F(TraceFileTest, AProfileOfVersionNineMayCountThePreparationOfArguments) {
  MadeTrace made = withoutArguments();
  made.trace.info.calls = {"main", "main"};
  made.trace.info.callsAlone = true;
  ASSERT_TRUE(writeTraceFile(path_, made.trace, nullptr).ok());
  damage("DROP TABLE run_calls; DELETE FROM info WHERE key = 'calls_alone'; PRAGMA user_version = 9");
  const auto file = readTraceFile(path_);
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_TRUE(file->trace->info.calls.empty());
  EXPECT_FALSE(file->trace->info.callsAlone);
}

TEST_F(TraceFileTest, AProfileOfVersionTwoHasNoUnrecordedRuns) {
  ASSERT_TRUE(writeTraceFile(path_, withoutArguments().trace, nullptr).ok());
  damage(
      std::string(kChunksOfVersionFour) +
      "DROP TABLE turns; DROP TABLE other_processes; DROP TABLE run_conditions; DROP TABLE unrecorded_runs; DELETE FROM info WHERE key = 'no_reference'; PRAGMA user_version = 2");
  const auto file = readTraceFile(path_);
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_TRUE(file->trace->unrecordedNs.empty());
  EXPECT_EQ(file->trace->runs.size(), 2u);
  EXPECT_EQ(file->trace->chunks()[0]->memory()[0].live, 64);
}

TEST_F(TraceFileTest, DamagedTables) {
  const Executable model = executable();
  const struct {
    const char* sql;
    const char* error;
  } cases[] = {
      {"PRAGMA user_version = 99", "profile of version 99, this build reads 2 to 10"},
      {"DROP TABLE runs", "table \"runs\" has an unexpected schema"},
      {"DROP TABLE runs; CREATE VIEW runs AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x FROM r) SELECT x AS run, x AS warmup, x AS start_ticks, x AS duration_ticks, x AS id FROM r",
       "table \"runs\" has an unexpected schema"},
      {"UPDATE chunks SET events = 1000000000", "chunk 0: unpacks to an implausible size"},
      {"UPDATE chunks SET events = events + 1", "chunk 0: compressed data does not unpack to the 256 bytes expected"},
      {"UPDATE chunks SET events = -1", "chunk 0: negative count -1"},
      {"UPDATE chunks SET events = 9223372036854775807", "chunk 0: 9223372036854775807 events in one chunk"},
      {"UPDATE chunks SET args = 4611686018427387904", "chunk 0: 4611686018427387904 values in one chunk"},
      {"UPDATE chunks SET event_columns = x'00'", "chunk 0: compressed data does not unpack"},
      {"UPDATE chunks SET event_columns = NULL", "chunk 0: compressed data does not unpack"},
      {"UPDATE chunks SET value_columns = 'text'", "chunk 0: compressed data does not unpack"},
      {"DELETE FROM functions WHERE id = 2", "table \"functions\" lacks row 2"},
      {"DELETE FROM functions WHERE id > 0", "chunk 0: event 1: function 4294967295 or callee 1 does not exist"},
      {"UPDATE info SET value = -1 WHERE key = 'ns_per_tick'", "a tick of -1 ns"},
      {"UPDATE info SET value = 0 WHERE key = 'ns_per_tick'", "ns_per_tick must be positive"},
      {"UPDATE info SET value = 9e999 WHERE key = 'ns_per_tick'", "a tick of inf ns"},
      {"UPDATE runs SET duration_ticks = 9223372036854775807", "times of run 0"},
      {"UPDATE unrecorded_runs SET duration_ns = -1", "time of unrecorded run 0"},
      {"UPDATE unrecorded_runs SET duration_ns = 9e999", "time of unrecorded run 0"},
      {"DROP TABLE unrecorded_runs", "table \"unrecorded_runs\" has an unexpected schema"},
      {"UPDATE other_processes SET unrecorded_ns = -1", "times of other process 0"},
      {"UPDATE other_processes SET run_ns = 9e999", "times of other process 0"},
      {"INSERT INTO other_processes SELECT id + 10, 1, 1 FROM (WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r LIMIT 99) SELECT id FROM r)",
       "more than 100 processes"},
      {"UPDATE turns SET runs = 5 WHERE id = 1", "turn 1"},
      {"UPDATE turns SET first_run = 0", "turn 1"},
      {"UPDATE turns SET process = 100", "turn 0"},
      {"UPDATE turns SET place = -1", "negative count -1"},
      {"UPDATE executable SET raw_bytes = 5", "executable: compressed data does not unpack"},
      {"UPDATE executable SET code_and_tables = x'28b52ffd2000010000'", "executable: compressed data does not unpack"},
  };
  for (const auto& each : cases) {
    ASSERT_TRUE(writeTraceFile(path_, trace().trace, &model).ok());
    damage(each.sql);
    EXPECT_NE(readError().find(each.error), std::string::npos) << each.sql << "\n" << readError();
  }
}

TEST_F(TraceFileTest, RandomDamageNeverCrashes) {
  const Executable model = executable();
  ASSERT_TRUE(writeTraceFile(path_, trace().trace, &model).ok());
  std::ifstream in(path_, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), {});
  std::mt19937 random(11);
  int refused = 0;
  for (int round = 0; round < 150; ++round) {
    std::string bad = good;
    for (int i = 0; i < 20; ++i) bad[random() % bad.size()] = static_cast<char>(random());
    if (round % 5 == 0) bad.resize(random() % bad.size());
    std::ofstream(path_, std::ios::binary) << bad;
    const auto file = readTraceFile(path_);
    refused += file.ok() ? 0 : 1;
    if (file.ok()) computeStatistics(*file->trace, Grouping::Site);
  }
  EXPECT_GT(refused, 20);
}

TEST_F(TraceFileTest, LargeTraceStaysSmall) {
  MadeTrace made;
  std::mt19937 random(5);
  int64_t now = 0;
  for (int chunk = 0; chunk < 50; ++chunk) {
    for (int i = 0; i < 4000; ++i) {
      const int64_t duration = 100 + random() % 50;
      made.event(now, now + duration, 1, 1, EventKind::Call, static_cast<uint32_t>(i % 100));
      now += duration + 10;
    }
    made.seal();
  }
  ASSERT_TRUE(writeTraceFile(path_, made.trace, nullptr).ok());
  EXPECT_LT(std::filesystem::file_size(path_), 200'000u * 8) << "a quarter of the columns";
  const auto file = readTraceFile(path_);
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_EQ(file->trace->eventCount(), 200'000u);
  const auto lastStart = [](const Trace& trace) { return trace.chunks()[49]->start(trace.chunks()[49]->size() - 1); };
  EXPECT_EQ(lastStart(*file->trace), lastStart(made.trace));
}

}  // namespace
}  // namespace relaxscope

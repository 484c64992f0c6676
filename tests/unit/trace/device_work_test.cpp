// SPDX-License-Identifier: Apache-2.0
// Device work in traces and profiles.
#include "vmcore/trace/device/work.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tests/support/device_trace.h"
#include "tests/support/scratch_folder.h"
#include "vmcore/trace/device/device_check.h"
#include "vmcore/trace/file/trace_file.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {
namespace {

using testing::dynamicCudaModel;

std::vector<DeviceWork> rowsOf(const Trace& trace) {
  std::vector<DeviceWork> rows;
  for (const auto& chunk : trace.workChunks())
    for (size_t i = 0; i < chunk->rows.size(); ++i) rows.push_back(rowAt(chunk->rows, i));
  return rows;
}

void expectSameRows(const Trace& a, const Trace& b) {
  const std::vector<DeviceWork> left = rowsOf(a), right = rowsOf(b);
  ASSERT_EQ(left.size(), right.size());
  for (size_t i = 0; i < left.size(); ++i)
    DeviceWorkFields<ColumnValue>::forEach([&](const auto& x, const auto& y) { EXPECT_EQ(x, y) << i; },
                                           static_cast<const DeviceWorkFields<ColumnValue>&>(left[i]),
                                           static_cast<const DeviceWorkFields<ColumnValue>&>(right[i]));
}

TEST(DeviceWork, ASnapshotKeepsItsRows) {
  Trace trace = *dynamicCudaModel(3).trace;
  const Trace snapshot = trace;
  const uint64_t count = trace.workCount();
  DeviceWorkColumns more;
  append(more, *trace.findWork(WorkIndex(2)));
  trace.appendWork(more);
  EXPECT_EQ(snapshot.workCount(), count);
  EXPECT_EQ(trace.workCount(), count + 1);
  EXPECT_EQ(trace.findWork(WorkIndex(static_cast<int64_t>(count)))->start, trace.findWork(WorkIndex(2))->start);
  EXPECT_FALSE(snapshot.findWork(WorkIndex(static_cast<int64_t>(count))).has_value());
  EXPECT_FALSE(snapshot.findWork(WorkIndex::invalid()).has_value());
}

TEST(DeviceWork, KernelsBelongToTheCallsThatLaunchThem) {
  const auto model = dynamicCudaModel(3);
  size_t kernels = 0;
  for (const DeviceWork& row : rowsOf(*model.trace)) {
    if (!isKernel(row.workKind())) continue;
    ++kernels;
    size_t place = 0;
    const StoredChunk* chunk = model.trace->find(EventIndex(static_cast<int64_t>(row.call)), place);
    ASSERT_NE(chunk, nullptr);
    EXPECT_GE(row.queued, chunk->start(place));
    EXPECT_LE(row.queued, chunk->end(place));
    EXPECT_EQ(model.trace->info.functionNames[chunk->site(place).callee] + "_kernel",
              model.trace->device.names[row.name]);
  }
  EXPECT_EQ(kernels, 9u);
}

TEST(DeviceWork, SurvivesAProfile) {
  const test::ScratchFolder folder;
  const std::string path = folder.file("cuda.rsprof");
  Trace trace = *dynamicCudaModel(5).trace;
  trace.device.mode = LaunchMode::Synchronised;
  trace.device.noTimes = "a reason";
  trace.device.droppedRecords = 3;
  trace.device.invalidRecords = 4;
  trace.device.tracks[0].name = "default";
  DeviceWorkColumns more;
  append(more, *trace.findWork(WorkIndex(1)));
  more.graph[0] = 2, more.node[0] = uint64_t{1} << 63;
  trace.appendWork(more);
  ASSERT_TRUE(writeTraceFile(path, anonymousCopy(trace), nullptr).ok());
  const auto file = readTraceFile(path);
  ASSERT_TRUE(file.ok()) << file.error().text();
  expectSameRows(*file->trace, trace);
  const DeviceTables &a = trace.device, &b = file->trace->device;
  EXPECT_EQ(b.timing, a.timing);
  EXPECT_EQ(b.mode, a.mode);
  EXPECT_EQ(b.noTimes, a.noTimes);
  EXPECT_EQ(b.droppedRecords, 3u);
  EXPECT_EQ(b.invalidRecords, 4u);
  EXPECT_EQ(b.names, a.names);
  EXPECT_EQ(b.shapes, a.shapes);
  ASSERT_EQ(b.devices.size(), 1u);
  EXPECT_EQ(b.devices[0].name, a.devices[0].name);
  EXPECT_EQ(b.devices[0].peakFlops, a.devices[0].peakFlops);
  EXPECT_EQ(b.devices[0].threadsPerMultiprocessor, a.devices[0].threadsPerMultiprocessor);
  ASSERT_EQ(b.tracks.size(), 3u);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(trackText(b, b.tracks[i]), trackText(a, a.tracks[i]));
  EXPECT_EQ(trackText(b, b.tracks[0]), "cuda:0, default");
  EXPECT_EQ(trackText(b, b.tracks[1]), "cuda:0, driver overhead");
  ASSERT_EQ(b.domains.size(), 1u);
  EXPECT_EQ(b.domains[0].name, "CUPTI activity");
  EXPECT_EQ(b.domains[0].errorNs, 400);
  ASSERT_EQ(b.domains[0].pairs.size(), 2u);
  EXPECT_EQ(b.domains[0].pairs[1].ticks, 8'000'000);
}

TEST(DeviceWork, HostileRowsAreRefused) {
  const Trace trace = *dynamicCudaModel(1).trace;
  const DeviceWorkColumns good = trace.workChunks()[0]->rows;
  ASSERT_TRUE(checkWork(good, trace.device).ok());
  const struct {
    void (*spoil)(DeviceWorkColumns&);
    const char* error;
  } cases[] = {{[](DeviceWorkColumns& w) { w.start[0] = INT64_MAX; }, "out of range"},
               {[](DeviceWorkColumns& w) { w.duration[0] = -1; }, "out of range"},
               {[](DeviceWorkColumns& w) { w.queued[0] = INT64_MAX; }, "out of range"},
               {[](DeviceWorkColumns& w) { w.bytes[0] = -1; }, "-1 bytes"},
               {[](DeviceWorkColumns& w) { w.kind[0] = 99; }, "unknown kind 99"},
               {[](DeviceWorkColumns& w) { w.track[0] = kNoIndex; }, "track 4294967295"},
               {[](DeviceWorkColumns& w) { w.name[0] = 4; }, "name 4"},
               {[](DeviceWorkColumns& w) { w.shape[0] = 3; }, "shape 3"}};
  for (const auto& each : cases) {
    DeviceWorkColumns bad = good;
    each.spoil(bad);
    const auto sound = checkWork(bad, trace.device);
    ASSERT_FALSE(sound.ok()) << each.error;
    EXPECT_NE(sound.error().text().find(each.error), std::string::npos) << sound.error().text();
  }
}

TEST(DeviceWork, HostileTablesAreRefused) {
  const DeviceTables good = dynamicCudaModel(1).trace->device;
  ASSERT_TRUE(checkTables(good).ok());
  void (*const spoil[])(DeviceTables&) = {[](DeviceTables& t) { t.timing = static_cast<DeviceTiming>(9); },
                                          [](DeviceTables& t) { t.mode = static_cast<LaunchMode>(9); },
                                          [](DeviceTables& t) { t.droppedRecords = UINT64_MAX; },
                                          [](DeviceTables& t) { t.tracks[0].device = 1; },
                                          [](DeviceTables& t) { t.tracks[0].domain = 1; },
                                          [](DeviceTables& t) { t.tracks[0].kind = static_cast<TrackKind>(3); },
                                          [](DeviceTables& t) { t.devices[0].peakFlops = -1; },
                                          [](DeviceTables& t) { t.devices.resize(kMaxDevices + 1); },
                                          [](DeviceTables& t) { t.domains[0].errorNs = 1e300 * 1e300; },
                                          [](DeviceTables& t) { t.domains[0].pairs[0].ticks = INT64_MAX; },
                                          [](DeviceTables& t) { t.shapes[0].block[2] = UINT32_MAX; }};
  for (const auto& each : spoil) {
    DeviceTables bad = good;
    each(bad);
    EXPECT_FALSE(checkTables(bad).ok());
  }
}

TEST(DeviceWork, PartsOfTablesAddUp) {
  DeviceTables tables = dynamicCudaModel(1).trace->device;
  DeviceTables part;
  part.timing = DeviceTiming::Cupti;
  part.droppedRecords = 2;
  part.names = {"late_kernel"};
  part.domains = {{"CUPTI activity", "", {{500, 0, 1}}, 900}};
  ASSERT_TRUE(addTables(tables, part).ok());
  ASSERT_TRUE(addTables(tables, part).ok());
  EXPECT_EQ(tables.droppedRecords, 4u);
  EXPECT_EQ(tables.names.size(), 6u);
  ASSERT_EQ(tables.domains.size(), 1u) << "one clock";
  EXPECT_EQ(tables.domains[0].pairs.size(), 4u);
  EXPECT_EQ(tables.domains[0].pairs[0].device, 500);
  EXPECT_EQ(tables.domains[0].errorNs, 900);
  part.tracks = {{0, TrackKind::Stream, 7, 0, 0, ""}};
  EXPECT_FALSE(addTables(tables, part).ok());
  EXPECT_EQ(tables.names.size(), 6u) << "unchanged";
}

TEST(DeviceWork, OccupancyIsTheShareOfResidentThreads) {
  const DeviceTables tables = dynamicCudaModel(1).trace->device;
  EXPECT_DOUBLE_EQ(occupancyOf(tables, tables.tracks[0], tables.shapes[2]), 8.0 * 256 / 2048);
  EXPECT_LT(occupancyOf(tables, tables.tracks[2], tables.shapes[2]), 0) << "no device";
  EXPECT_LT(occupancyOf(tables, tables.tracks[0], {}), 0) << "not known";
}

class DamagedDeviceTables : public ::testing::Test {
 protected:
  [[nodiscard]] std::string errorAfter(const std::string& sql) const {
    const std::string path = folder_.file("cuda.rsprof");
    if (!writeTraceFile(path, *dynamicCudaModel(2).trace, nullptr).ok()) return "not written";
    sqlite3* database = nullptr;
    if (sqlite3_open(path.c_str(), &database) != SQLITE_OK) return "not opened";
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sql;
    sqlite3_close(database);
    const auto file = readTraceFile(path);
    return file.ok() ? "read" : file.error().text();
  }
  test::ScratchFolder folder_;
};

TEST_F(DamagedDeviceTables, AreErrors) {
  const std::pair<const char*, const char*> cases[] = {
      {"DROP TABLE tracks", "table \"tracks\" has an unexpected schema"},
      {"UPDATE device_work SET rows = -1", "negative count -1"},
      {"UPDATE device_work SET rows = 9223372036854775807", "an implausible number of rows"},
      {"UPDATE device_work SET rows = rows + 1", "compressed data does not unpack"},
      {"UPDATE device_work SET columns = x'00'", "compressed data does not unpack"},
      {"DELETE FROM device_names", "does not exist"},
      {"DELETE FROM tracks", "does not exist"},
      {"UPDATE tracks SET kind = 77", "a track of unknown kind"},
      {"UPDATE devices SET peak_flops = 9e999", "figures of a device"},
      {"UPDATE clock_pairs SET width = -1", "a reading of a clock"},
      {"UPDATE clocks SET error_ns = 9e999", "an error of inf ns"},
      {"UPDATE device_times SET timing = 77", "unknown timing"},
  };
  for (const auto& [sql, error] : cases) {
    const std::string text = errorAfter(sql);
    EXPECT_NE(text.find(error), std::string::npos) << sql << "\n" << text;
  }
}

TEST_F(DamagedDeviceTables, AProfileOfVersionSevenHasNoDevices) {
  EXPECT_EQ(errorAfter("DROP TABLE device_times; DROP TABLE devices; DROP TABLE tracks; DROP TABLE clocks; "
                       "DROP TABLE clock_pairs; DROP TABLE launch_shapes; DROP TABLE device_names; "
                       "DROP TABLE device_work; PRAGMA user_version = 7"),
            "read");
  const auto file = readTraceFile(folder_.file("cuda.rsprof"));
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->trace->workCount(), 0u);
  EXPECT_TRUE(file->trace->device.empty());
}

}  // namespace
}  // namespace relaxscope

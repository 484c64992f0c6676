// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/file/device_tables_file.h"

#include <algorithm>

#include "vmcore/trace/device/device_check.h"

namespace relaxscope::trace_file {
namespace {

using sqlite::Database;
using sqlite::Statement;

int64_t storedNumber(uint32_t value) { return int64_t{value}; }

Result<void> writeTimes(Database& database, const DeviceTables& tables) {
  RS_TRY(Statement insert, database.prepare("INSERT INTO device_times VALUES (?, ?, ?, ?, ?)"));
  insert.bind(static_cast<int64_t>(tables.timing)).bind(static_cast<int64_t>(tables.mode));
  insert.bind(std::string_view(tables.noTimes)).bind(static_cast<int64_t>(tables.droppedRecords));
  return insert.bind(static_cast<int64_t>(tables.invalidRecords)).run();
}

Result<void> writeDevices(Database& database, const DeviceTables& tables) {
  RS_TRY(Statement insert, database.prepare("INSERT INTO devices VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  int64_t id = 0;
  for (const DeviceFacts& device : tables.devices) {
    insert.bind(id++).bind(std::string_view(device.id)).bind(std::string_view(device.name));
    insert.bind(std::string_view(device.architecture)).bind(int64_t{device.emulated ? 1 : 0});
    insert.bind(storedNumber(device.multiprocessors)).bind(storedNumber(device.threadsPerMultiprocessor));
    RS_CHECK(insert.bind(device.peakFlops).bind(device.peakBytesPerSecond).run());
  }
  return {};
}

Result<void> writeTracks(Database& database, const DeviceTables& tables) {
  RS_TRY(Statement insert, database.prepare("INSERT INTO tracks VALUES (?, ?, ?, ?, ?, ?, ?)"));
  int64_t id = 0;
  for (const Track& track : tables.tracks) {
    insert.bind(id++)
        .bind(storedNumber(track.id))
        .bind(static_cast<int64_t>(track.kind))
        .bind(storedNumber(track.device));
    RS_CHECK(insert.bind(storedNumber(track.number))
                 .bind(storedNumber(track.domain))
                 .bind(std::string_view(track.name))
                 .run());
  }
  return {};
}

Result<void> writeClocks(Database& database, const DeviceTables& tables) {
  RS_TRY(Statement insert, database.prepare("INSERT INTO clocks VALUES (?, ?, ?, ?)"));
  RS_TRY(Statement pairs, database.prepare("INSERT INTO clock_pairs VALUES (?, ?, ?, ?)"));
  int64_t id = 0;
  for (const ClockDomain& domain : tables.domains) {
    for (const ClockPair& pair : domain.pairs)
      RS_CHECK(pairs.bind(id).bind(pair.device).bind(pair.ticks).bind(pair.width).run());
    insert.bind(id++).bind(std::string_view(domain.name)).bind(std::string_view(domain.source));
    RS_CHECK(insert.bind(domain.errorNs).run());
  }
  return {};
}

Result<void> writeShapes(Database& database, const DeviceTables& tables) {
  RS_TRY(Statement insert, database.prepare("INSERT INTO launch_shapes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  int64_t id = 0;
  for (const LaunchShape& shape : tables.shapes) {
    insert.bind(id++);
    for (const uint32_t extent : shape.grid) insert.bind(storedNumber(extent));
    for (const uint32_t extent : shape.block) insert.bind(storedNumber(extent));
    for (const uint32_t amount :
         {shape.registers, shape.staticShared, shape.dynamicShared, shape.localBytes, shape.residentBlocks})
      insert.bind(storedNumber(amount));
    RS_CHECK(insert.run());
  }
  return {};
}

Result<void> writeNames(Database& database, const DeviceTables& tables) {
  RS_TRY(Statement insert, database.prepare("INSERT INTO device_names VALUES (?, ?)"));
  int64_t id = 0;
  for (const std::string& name : tables.names) RS_CHECK(insert.bind(id++).bind(std::string_view(name)).run());
  return {};
}

uint32_t index(const Statement& query, int column) { return static_cast<uint32_t>(query.integer(column)); }
uint64_t atLeastZero(int64_t value) { return static_cast<uint64_t>(std::max<int64_t>(0, value)); }

/// Calls `take(query)` for the rows of a query, of which there may be kMaxDeviceRows.
template <class Take>
Result<void> eachRow(Database& database, const char* sql, Take&& take) {
  RS_TRY(Statement query, database.prepare(sql));
  for (size_t rows = 0;; ++rows) {
    RS_TRY(const bool row, query.next());
    if (!row) return {};
    if (rows == kMaxDeviceRows) return Error("too many rows");
    take(query);
  }
}

Result<void> readClocks(Database& database, DeviceTables& tables) {
  RS_CHECK(eachRow(database, "SELECT name, source, error_ns FROM clocks ORDER BY id", [&](const Statement& row) {
    tables.domains.push_back({row.text(0), row.text(1), {}, row.real(2)});
  }));
  return eachRow(
      database, "SELECT clock, device_ns, ticks, width FROM clock_pairs ORDER BY device_ns", [&](const Statement& row) {
        const int64_t clock = row.integer(0);
        if (clock < 0 || static_cast<size_t>(clock) >= tables.domains.size()) return;
        tables.domains[static_cast<size_t>(clock)].pairs.push_back({row.integer(1), row.integer(2), row.integer(3)});
      });
}

Result<void> readDeviceTables(Database& database, DeviceTables& tables) {
  RS_CHECK(eachRow(database, "SELECT timing, launch_mode, no_times, dropped, invalid FROM device_times",
                   [&](const Statement& row) {
                     tables.timing = static_cast<DeviceTiming>(row.integer(0));
                     tables.mode = static_cast<LaunchMode>(row.integer(1));
                     tables.noTimes = row.text(2);
                     tables.droppedRecords = atLeastZero(row.integer(3));
                     tables.invalidRecords = atLeastZero(row.integer(4));
                   }));
  RS_CHECK(eachRow(database, "SELECT * FROM devices ORDER BY id", [&](const Statement& row) {
    tables.devices.push_back({row.text(1), row.text(2), row.text(3), row.integer(4) != 0, index(row, 5), index(row, 6),
                              row.real(7), row.real(8)});
  }));
  RS_CHECK(readClocks(database, tables));
  RS_CHECK(eachRow(database, "SELECT * FROM tracks ORDER BY id", [&](const Statement& row) {
    tables.tracks.push_back({index(row, 1), static_cast<TrackKind>(row.integer(2)), index(row, 3), index(row, 4),
                             index(row, 5), row.text(6)});
  }));
  RS_CHECK(eachRow(database, "SELECT * FROM launch_shapes ORDER BY id", [&](const Statement& row) {
    tables.shapes.push_back({{index(row, 1), index(row, 2), index(row, 3)},
                             {index(row, 4), index(row, 5), index(row, 6)},
                             index(row, 7),
                             index(row, 8),
                             index(row, 9),
                             index(row, 10),
                             index(row, 11)});
  }));
  return eachRow(database, "SELECT name FROM device_names ORDER BY id",
                 [&](const Statement& row) { tables.names.push_back(row.text(0)); });
}

}  // namespace

Result<void> writeDeviceTables(Database& database, const DeviceTables& tables) {
  RS_CHECK(writeTimes(database, tables));
  RS_CHECK(writeDevices(database, tables));
  RS_CHECK(writeTracks(database, tables));
  RS_CHECK(writeClocks(database, tables));
  RS_CHECK(writeShapes(database, tables));
  return writeNames(database, tables);
}

Result<DeviceTables> readDeviceTables(Database& database) {
  DeviceTables tables;
  auto sound = readDeviceTables(database, tables);
  if (sound.ok()) sound = checkTables(tables);
  if (!sound) return Error("profile is damaged: devices: " + sound.error().message);
  return tables;
}

}  // namespace relaxscope::trace_file

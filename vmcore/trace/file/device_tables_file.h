// SPDX-License-Identifier: Apache-2.0
// Internal to trace: the tables of an .rsprof that rows of device work refer to.
#pragma once

#include "vmcore/trace/device/device_tables.h"
#include "vmcore/trace/file/sqlite_db.h"

namespace relaxscope::trace_file {

Result<void> writeDeviceTables(sqlite::Database& database, const DeviceTables& tables);
/// Checked with checkTables; the tables' definitions must have been checked before.
Result<DeviceTables> readDeviceTables(sqlite::Database& database);

}  // namespace relaxscope::trace_file

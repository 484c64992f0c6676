// SPDX-License-Identifier: Apache-2.0
// Checks of device work and its tables from an untrusted source; as trace_check.h.
#pragma once

#include "vmcore/base/result.h"
#include "vmcore/trace/device/device_tables.h"
#include "vmcore/trace/device/work.h"

namespace relaxscope {

/// Numbers of rows, known kinds, times and rates in range, references to existing rows.
Result<void> checkTables(const DeviceTables& tables);
/// Times within +-2^60 ticks, known kinds, bytes that are not negative, and rows of `tables`. An event's number may be
/// that of one that has not arrived: whoever follows it asks the trace.
Result<void> checkWork(const DeviceWorkColumns& work, const DeviceTables& tables);

}  // namespace relaxscope

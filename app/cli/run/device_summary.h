// SPDX-License-Identifier: Apache-2.0
// What a profile knows about devices, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "vmcore/base/text_sink.h"
#include "vmcore/trace/figures/device_statistics.h"

namespace relaxscope {

class JsonWriter;

}  // namespace relaxscope

namespace relaxscope::cli {

/// Lines of the head: how times were taken, how busy the device was in the runs, what was lost. Nothing without
/// devices.
void writeDeviceText(const Trace& trace, const TraceStatistics& statistics, const DeviceStatistics& device,
                     const TextSink& sink);
/// The line below a row's: as the columns CALLEE, CALLS, SELF, ±, TOTAL, MEAN, MEDIAN, P99.
std::vector<std::string> onDeviceLine(const TraceStatistics& statistics, const OnDevice& work);

/// The field device_work.
void writeDeviceJson(JsonWriter& json, const Trace& trace, const TraceStatistics& statistics,
                     const DeviceStatistics& device);
/// The field on_device of a row with work.
void writeOnDeviceJson(JsonWriter& json, const TraceStatistics& statistics, const OnDevice& work);

}  // namespace relaxscope::cli

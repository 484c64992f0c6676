// SPDX-License-Identifier: Apache-2.0
// Columns of a trace as zstd frames. Data from files is untrusted: sizes are computed from the counts before anything
// is allocated. trace_check.h validates the contents.
#pragma once

#include <span>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/trace/column_counts.h"
#include "vmcore/trace/device/work.h"

namespace relaxscope {

std::vector<uint8_t> packEvents(const EventColumns& events);
std::vector<uint8_t> packValues(const ValueColumns& values);
std::vector<uint8_t> packWork(const DeviceWorkColumns& work);
/// Any bytes as one zstd frame.
std::vector<uint8_t> compress(std::span<const uint8_t> bytes);
/// A frame of exactly `size` bytes; an error otherwise.
Result<std::vector<uint8_t>> decompress(std::span<const uint8_t> frame, uint64_t size);

Result<EventColumns> unpackEvents(std::span<const uint8_t> frame, const ColumnCounts& counts);
Result<ValueColumns> unpackValues(std::span<const uint8_t> frame, const ColumnCounts& counts);
/// `rows` must be bounded.
Result<DeviceWorkColumns> unpackWork(std::span<const uint8_t> frame, uint64_t rows);

}  // namespace relaxscope

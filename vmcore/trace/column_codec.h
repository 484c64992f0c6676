// SPDX-License-Identifier: Apache-2.0
// Columns of a trace as zstd frames. What comes back from a file is hostile: sizes are known from the
// counts before anything is allocated. What the columns hold is trace_check.h's to judge.
#pragma once

#include <span>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// How many records each column has; kept beside the frames.
struct ColumnCounts {
  uint64_t events = 0, args = 0, dims = 0, slots = 0, memory = 0;
};
ColumnCounts countsOf(const TraceChunk& chunk);
/// Bytes of the event columns (32 an event) and of the side columns, unpacked. Nothing when they do not fit in memory at all.
Result<uint64_t> eventBytes(const ColumnCounts& counts);
Result<uint64_t> valueBytes(const ColumnCounts& counts);

std::vector<uint8_t> packEvents(const EventColumns& events);
std::vector<uint8_t> packValues(const ValueColumns& values);
/// Any bytes as one zstd frame.
std::vector<uint8_t> compress(std::span<const uint8_t> bytes);
/// A frame of exactly `size` bytes; says so when it is not.
Result<std::vector<uint8_t>> decompress(std::span<const uint8_t> frame, uint64_t size);

Result<EventColumns> unpackEvents(std::span<const uint8_t> frame, const ColumnCounts& counts);
Result<ValueColumns> unpackValues(std::span<const uint8_t> frame, const ColumnCounts& counts);

}  // namespace relaxscope

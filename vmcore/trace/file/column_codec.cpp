// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/file/column_codec.h"

#include <fmt/format.h>
#include <zstd.h>

#include <bit>
#include <cstring>
#include <span>

namespace relaxscope {
namespace {

static_assert(std::endian::native == std::endian::little, "columns are stored in memory order");
static_assert(sizeof(ArgRecord) == 24 && sizeof(SlotChange) == 24 && sizeof(MemoryRecord) == 32 &&
              sizeof(ArgumentUse) == 8);

constexpr int kLevel = 1;  // a million events in a tenth of a second

template <class T>
void append(std::vector<uint8_t>& out, const std::vector<T>& column) {
  const size_t at = out.size(), bytes = column.size() * sizeof(T);
  out.resize(at + bytes);
  if (bytes != 0) std::memcpy(out.data() + at, column.data(), bytes);
}
template <class T>
void take(const std::vector<uint8_t>& raw, size_t& at, std::vector<T>& column, uint64_t count) {
  column.resize(static_cast<size_t>(count));
  const size_t bytes = column.size() * sizeof(T);
  if (bytes != 0) std::memcpy(static_cast<void*>(column.data()), raw.data() + at, bytes);
  at += bytes;
}

// Differences of start times compress to a third. Unsigned, so that untrusted values wrap instead of overflowing.
void toDifferences(std::vector<int64_t>& values) {
  uint64_t before = 0;
  for (int64_t& value : values) {
    const auto now = static_cast<uint64_t>(value);
    value = static_cast<int64_t>(now - before);
    before = now;
  }
}
void fromDifferences(std::vector<int64_t>& values) {
  uint64_t sum = 0;
  for (int64_t& value : values) {
    sum += static_cast<uint64_t>(value);
    value = static_cast<int64_t>(sum);
  }
}

}  // namespace

std::vector<uint8_t> compress(std::span<const uint8_t> bytes) {
  std::vector<uint8_t> frame(ZSTD_compressBound(bytes.size()));
  const size_t size = ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), kLevel);
  frame.resize(ZSTD_isError(size) != 0 ? 0 : size);
  return frame;
}

Result<std::vector<uint8_t>> decompress(std::span<const uint8_t> frame, uint64_t size) {
  const unsigned long long announced = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (announced != size) return Error(fmt::format("compressed data does not unpack to the {} bytes expected", size));
  std::vector<uint8_t> out(static_cast<size_t>(size));
  const size_t got = ZSTD_decompress(out.data(), out.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) != 0 || got != size) return Error("compressed data is damaged");
  return out;
}

std::vector<uint8_t> packEvents(const EventColumns& events) {
  std::vector<uint8_t> raw;
  raw.reserve(events.size() * kEventBytes);
  std::vector<int64_t> starts = events.start;
  toDifferences(starts);
  EventColumns::forEach(
      [&](const auto& column) {
        if (static_cast<const void*>(&column) == &events.start) append(raw, starts);
        else append(raw, column);
      },
      events);
  return compress(raw);
}

std::vector<uint8_t> packValues(const ValueColumns& values) {
  std::vector<uint8_t> raw;
  ValueColumns::forEach([&](const auto& column) { append(raw, column); }, values);
  return compress(raw);
}

std::vector<uint8_t> packWork(const DeviceWorkColumns& work) {
  std::vector<uint8_t> raw;
  raw.reserve(work.size() * kDeviceWorkBytes);
  DeviceWorkColumns differences = work;
  toDifferences(differences.start);
  toDifferences(differences.queued);
  DeviceWorkColumns::forEach([&](const auto& column) { append(raw, column); }, differences);
  return compress(raw);
}

Result<EventColumns> unpackEvents(std::span<const uint8_t> frame, const ColumnCounts& counts) {
  RS_TRY(const uint64_t size, eventBytes(counts));
  RS_TRY(const std::vector<uint8_t> raw, decompress(frame, size));
  EventColumns events;
  size_t at = 0;
  EventColumns::forEach([&](auto& column) { take(raw, at, column, counts.events); }, events);
  fromDifferences(events.start);
  return events;
}

Result<ValueColumns> unpackValues(std::span<const uint8_t> frame, const ColumnCounts& counts) {
  RS_TRY(const uint64_t size, valueBytes(counts));
  RS_TRY(const std::vector<uint8_t> raw, decompress(frame, size));
  ValueColumns values;
  size_t at = 0;
  ValueColumns::forEach([&](auto& column, uint64_t count) { take(raw, at, column, count); }, values, counts.values);
  return values;
}

Result<DeviceWorkColumns> unpackWork(std::span<const uint8_t> frame, uint64_t rows) {
  RS_TRY(const std::vector<uint8_t> raw, decompress(frame, rows * kDeviceWorkBytes));
  DeviceWorkColumns work;
  size_t at = 0;
  DeviceWorkColumns::forEach([&](auto& column) { take(raw, at, column, rows); }, work);
  fromDifferences(work.start);
  fromDifferences(work.queued);
  return work;
}

}  // namespace relaxscope

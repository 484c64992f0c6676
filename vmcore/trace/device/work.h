// SPDX-License-Identifier: Apache-2.0
// What devices did during a recording: kernels, copies, fills, and what the host does for them, as rows beside the
// events of the host. Times are ticks of the trace's clock, converted from the device's (clock_domain.h).
#pragma once

#include <cstdint>

#include "vmcore/base/column.h"
#include "vmcore/base/index.h"
#include "vmcore/trace/device/work_kind.h"

namespace relaxscope {

using WorkIndex = Index<struct WorkTag>;  ///< row of device work in the whole trace

inline constexpr int64_t kNoTick = INT64_MIN;
inline constexpr uint64_t kNoEvent = UINT64_MAX;

/// The fields of a piece of device work, one per column; as EventFields.
template <template <class> class Of>
struct DeviceWorkFields {
  Of<int64_t> start{};     ///< ticks since the origin
  Of<int64_t> duration{};  ///< ticks
  Of<int64_t> queued{};    ///< ticks: the driver's call that asked for it began; kNoTick: unknown
  Of<int64_t> bytes{};     ///< copied or filled; 0 for kernels
  Of<uint64_t> call{};     ///< number of the event that asked for it; kNoEvent: none
  Of<uint64_t> node{};     ///< of a graph: instruction of the Call that it was captured from; kNoEvent: none or unknown
  Of<uint32_t> track{};    ///< row of DeviceTables::tracks
  Of<uint32_t> name{};     ///< row of DeviceTables::names; kNoIndex: that of its kind
  Of<uint32_t> shape{};    ///< row of DeviceTables::shapes; kNoIndex: none
  Of<uint32_t> graph{};    ///< number of the replayed graph; kNoIndex: none
  Of<uint16_t> kind{};     ///< DeviceWorkKind

  /// Number of rows, for columns.
  [[nodiscard]] size_t size() const { return start.size(); }

  /// As EventFields::forEach: widest first. A new column changes the protocol and the file's version.
  template <class Visit, class... Fields>
  static constexpr void forEach(Visit&& visit, Fields&&... fields) {
    visit(fields.start...);
    visit(fields.duration...);
    visit(fields.queued...);
    visit(fields.bytes...);
    visit(fields.call...);
    visit(fields.node...);
    visit(fields.track...);
    visit(fields.name...);
    visit(fields.shape...);
    visit(fields.graph...);
    visit(fields.kind...);
  }
};

/// Columns of equal length, in any order.
using DeviceWorkColumns = DeviceWorkFields<Column>;
/// One row.
struct DeviceWork : DeviceWorkFields<ColumnValue> {
  [[nodiscard]] int64_t end() const { return start + duration; }
  [[nodiscard]] DeviceWorkKind workKind() const { return static_cast<DeviceWorkKind>(kind); }
};
/// Bytes per row over all columns.
inline constexpr size_t kDeviceWorkBytes = [] {
  size_t bytes = 0;
  DeviceWorkFields<ColumnValue>::forEach([&](const auto& value) { bytes += sizeof value; },
                                         DeviceWorkFields<ColumnValue>{});
  return bytes;
}();
static_assert(kDeviceWorkBytes == 66);

/// Row `i`, which must exist.
inline DeviceWork rowAt(const DeviceWorkColumns& columns, size_t i) {
  DeviceWork row;
  DeviceWorkColumns::forEach([i](auto& value, const auto& column) { value = column[i]; },
                             static_cast<DeviceWorkFields<ColumnValue>&>(row), columns);
  return row;
}
inline void append(DeviceWorkColumns& columns, const DeviceWork& row) {
  DeviceWorkColumns::forEach([](auto& column, const auto& value) { column.push_back(value); }, columns,
                             static_cast<const DeviceWorkFields<ColumnValue>&>(row));
}

}  // namespace relaxscope

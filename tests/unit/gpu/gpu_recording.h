// SPDX-License-Identifier: Apache-2.0
// Collects the events and the device work of a VM for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/trace/device/device_tables.h"
#include "vmcore/trace/trace.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope::testing {

/// An event of the host.
struct HostEvent {
  int64_t start = 0, end = 0;
  uint32_t pc = 0, callee = 0;
  EventKind kind = EventKind::Call;
};

/// A recording with its device work, by value.
struct GpuRecording {
  std::vector<HostEvent> events;
  std::vector<RunSpan> runs;
  DeviceTables tables;
  std::vector<DeviceWork> work;
  TraceInfo info;

  TraceSink sink() {
    return [this](std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan> ended) {
      const EventColumns& c = chunk->events;
      for (size_t i = 0; i < c.size(); ++i)
        events.push_back(
            {c.start[i], c.start[i] + c.duration[i], c.pc[i], c.callee[i], static_cast<EventKind>(c.kind[i])});
      runs.insert(runs.end(), ended.begin(), ended.end());
    };
  }
  DeviceRecording devices(LaunchMode mode) {
    return {[this](DeviceTables added, DeviceWorkColumns rows) {
              EXPECT_TRUE(addTables(tables, added).ok());
              for (size_t i = 0; i < rows.size(); ++i) work.push_back(rowAt(rows, i));
            },
            mode};
  }
  [[nodiscard]] std::vector<DeviceWork> of(DeviceWorkKind kind) const {
    std::vector<DeviceWork> found;
    for (const DeviceWork& each : work)
      if (each.workKind() == kind) found.push_back(each);
    return found;
  }
  [[nodiscard]] std::string nameOf(const DeviceWork& each) const {
    return each.name < tables.names.size() ? tables.names[each.name] : "";
  }
  [[nodiscard]] std::string calleeOf(const HostEvent& event) const {
    return event.callee < info.functionNames.size() ? info.functionNames[event.callee] : "";
  }
  [[nodiscard]] double ns(int64_t ticks) const { return static_cast<double>(ticks) * info.clock.nsPerTick; }
};

}  // namespace relaxscope::testing

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/memory.h"

#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/collect.h"

namespace relaxscope {
namespace {

/// Of Counters or of one DeviceMemory.
template <class Memory>
void writeFigures(JsonWriter& json, const Memory& memory) {
  json.field("live_bytes", memory.liveBytes)
      .field("peak_bytes", memory.peakBytes)
      .field("allocations", memory.allocations)
      .field("pool_hits", memory.poolHits)
      .field("pool_unused_bytes", memory.unusedBytes);
}

}  // namespace

std::string memoryJson(const Counters& counters) {
  return collectText([&](const TextSink& sink) {
    JsonWriter json(sink);
    json.beginObject(JsonWriter::Layout::Inline);
    writeFigures(json, counters);
    json.field("workspace_peak_bytes", counters.workspaceBytes);
    if (!counters.devices.empty()) {
      json.key("devices").beginArray(JsonWriter::Layout::Inline);
      for (const DeviceMemory& device : counters.devices) {
        json.beginObject(JsonWriter::Layout::Inline)
            .field("device", device.device)
            .field("allocator", device.allocator);
        writeFigures(json, device);
        json.end();
      }
      json.end();
    }
    json.end();
  });
}

}  // namespace relaxscope

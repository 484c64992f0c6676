// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run/counters.h"

#include <fmt/format.h>

#include "vmcore/base/text/text.h"

namespace relaxscope::cli {
namespace {

/// Of Counters or of one DeviceMemory.
template <class Memory>
std::string figures(const Memory& memory, int64_t peakBytes) {
  return fmt::format("peak {}, {} allocations, {} served from the pool, {} in its unused blocks",
                     byteSizeText(peakBytes), groupedNumber(static_cast<int64_t>(memory.allocations)),
                     groupedNumber(static_cast<int64_t>(memory.poolHits)), byteSizeText(memory.unusedBytes));
}

/// What the counts are of: all runs, warm-ups and unrecorded ones as well.
std::string runsText(const Counters& counters) {
  if (counters.runs == 0) return {};
  const double each = static_cast<double>(counters.allocations) / static_cast<double>(counters.runs);
  return fmt::format("; of all {} runs, {:.4g} allocations each", groupedNumber(static_cast<int64_t>(counters.runs)),
                     each);
}

}  // namespace

std::string memoryLines(const Counters& counters, int64_t peakBytes) {
  std::string text = fmt::format("  memory     {}{}\n", figures(counters, peakBytes), runsText(counters));
  for (const DeviceMemory& device : counters.devices)
    text += fmt::format("    {:<8} {} (allocator {})\n", printable(device.device), figures(device, device.peakBytes),
                        printable(device.allocator));
  if (counters.workspaceBytes != 0)
    text += fmt::format("    workspaces {} of kernels, in pages of 4,096 bytes, beside the peak\n",
                        byteSizeText(counters.workspaceBytes));
  return text;
}

void writeMemory(JsonWriter& json, const Counters& counters, int64_t peakBytes) {
  json.beginObject(JsonWriter::Layout::Inline)
      .field("peak_bytes", peakBytes)
      .field("runs", counters.runs)
      .field("allocations", counters.allocations)
      .field("pool_hits", counters.poolHits)
      .field("pool_unused_bytes", counters.unusedBytes)
      .field("workspace_peak_bytes", counters.workspaceBytes);
  if (!counters.devices.empty()) {
    json.key("devices").beginArray(JsonWriter::Layout::Inline);
    for (const DeviceMemory& device : counters.devices)
      json.beginObject(JsonWriter::Layout::Inline)
          .field("device", device.device)
          .field("allocator", device.allocator)
          .field("peak_bytes", device.peakBytes)
          .field("allocations", device.allocations)
          .field("pool_hits", device.poolHits)
          .field("pool_unused_bytes", device.unusedBytes)
          .end();
    json.end();
  }
  json.end();
}

void writePeak(JsonWriter& json, bool known, int64_t peakBytes) {
  json.beginObject(JsonWriter::Layout::Inline).key("peak_bytes");
  if (known) json.value(peakBytes);
  else json.null();
  json.key("allocations").null();
  json.key("pool_hits").null();
  json.end();
}

}  // namespace relaxscope::cli

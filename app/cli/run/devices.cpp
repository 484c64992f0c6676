// SPDX-License-Identifier: Apache-2.0
// `rscope devices`: the devices that the worker reports.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/output.h"
#include "app/cli/run/commands.h"
#include "app/cli/run/worker_process.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::cli {
namespace {

void writeDevicesJson(Output& out, const wire::Devices& devices) {
  const TextSink sink = out.sink();
  JsonWriter json(sink);
  json.beginDocument().key("devices").beginArray();
  for (const DeviceRow& row : devices.rows) {
    json.beginObject(JsonWriter::Layout::Inline)
        .field("id", row.id)
        .field("name", row.name)
        .field("usable", row.usable)
        .field("reason", row.reason);
    json.field("memory_bytes", row.memoryBytes)
        .field("emulated", row.emulated)
        .field("architecture", row.architecture)
        .field("driver", row.driver)
        .key("libraries")
        .beginArray(JsonWriter::Layout::Inline);
    for (const std::string& each : row.libraries) json.value(each);
    json.end().key("missing").beginArray(JsonWriter::Layout::Inline);
    for (const std::string& each : row.missing) json.value(each);
    json.end().end();
  }
  json.end().end();
}

/// "NVIDIA A100, sm_80, CUDA 12.4".
std::string nameOf(const DeviceRow& row) {
  std::string name = row.name;
  for (const std::string& more : {row.architecture, row.driver})
    if (!more.empty() && name.find(more) == std::string::npos) name += ", " + more;
  return name;
}

void writeDevicesTable(Output& out, const wire::Devices& devices) {
  TextTable table({"DEVICE", "NAME", "MEMORY", "USABLE"}, {2});
  for (const DeviceRow& row : devices.rows)
    table.add({printable(row.id), printable(nameOf(row)),
               row.memoryBytes == 0 ? "" : byteSizeText(static_cast<int64_t>(row.memoryBytes)),
               row.usable ? "yes" : "no: " + printable(row.reason)});
  table.write(out);
  for (const DeviceRow& row : devices.rows) {
    if (row.emulated && row.usable) out.write(printable(row.id) + " is emulated on the CPU: times are no measure\n");
    if (row.usable && !row.libraries.empty())
      out.write(printable(fmt::format("{} uses: {}", row.id, fmt::join(row.libraries, ", "))) + "\n");
    if (row.usable && !row.missing.empty())
      out.write(printable(fmt::format("{} lacks: {}", row.id, fmt::join(row.missing, ", "))) + "\n");
  }
}

}  // namespace

int devicesCommand(const DevicesOptions& options) {
  WorkerProcess worker(options.workerCommand);
  wire::Message answer = worker.next();
  if (std::holds_alternative<wire::Hello>(answer)) {
    constexpr double kMostSeconds = 60;  // the start of a GPU's driver takes seconds
    worker.setTimeLimit(kMostSeconds);
    worker.send(worker.session().listDevices());
    do answer = worker.next();
    while (std::holds_alternative<wire::Output>(answer));
  }
  if (const auto* failure = std::get_if<RunFailure>(&answer)) {
    fail("devices", failureText(*failure));
    return exitCodeOf(*failure);
  }
  const auto* devices = std::get_if<wire::Devices>(&answer);
  if (devices == nullptr) return fail("devices", "the worker sent an unexpected answer");
  return writeOutput(
      "-", [&](Output& out) { options.asJson ? writeDevicesJson(out, *devices) : writeDevicesTable(out, *devices); });
}

}  // namespace relaxscope::cli

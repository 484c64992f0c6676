// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/devices.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "vmcore/device/device_rows.h"
#include "vmcore/device/thread_pool.h"

namespace relaxscope {
namespace {

struct DeviceKind {
  const char* name;
  int32_t type;                                ///< DLDeviceType
  std::vector<wire::DeviceRow> (*probe)();
};
constexpr DeviceKind kKinds[] = {
    {"cpu", 1, probeCpu},
    {"cuda", 2, probeCuda},
};

}  // namespace

std::vector<wire::DeviceRow> listDevices() {
  std::vector<wire::DeviceRow> rows;
  for (const DeviceKind& kind : kKinds)
    for (wire::DeviceRow& row : kind.probe()) rows.push_back(std::move(row));
  return rows;
}

std::string hostText() {
#if defined(__x86_64__)
  const char* machine = "x86-64";
#elif defined(__aarch64__)
  const char* machine = "aarch64";
#else
  const char* machine = "this processor";
#endif
  return fmt::format("{}, {} threads", machine, parallelThreads());
}

Result<DeviceId> parseDevice(const std::string& name) {
  const std::string_view text = name;
  const size_t colon = text.find(':');
  const std::string_view kindName = text.substr(0, colon);
  DeviceId id;
  if (colon != std::string_view::npos) {
    const std::string_view number = text.substr(colon + 1);
    const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), id.index);
    if (code != std::errc() || end != number.data() + number.size() || id.index < 0)
      return Error(fmt::format("device {}: \"{}\" is no device number", name, number));
  }
  for (const DeviceKind& kind : kKinds) {
    if (kindName != kind.name) continue;
    id.type = kind.type;
    if (id.type == 1) {
      if (id.index != 0) return Error(fmt::format("device {}: there is one CPU device, cpu", name));
      return id;
    }
    const std::string wanted = fmt::format("{}:{}", kind.name, id.index);
    const std::vector<wire::DeviceRow> rows = kind.probe();
    for (const wire::DeviceRow& row : rows) {
      if (row.id != wanted) continue;
      if (row.usable) return id;
      return Error(fmt::format("device {} cannot be used: {}", name, row.reason));
    }
    return Error(fmt::format("device {} cannot be used: {}", name,
                             rows.empty() ? std::string("there is none") : rows[0].reason));
  }
  return Error(fmt::format("device {}: unknown kind; there are cpu and cuda:N", name));
}

}  // namespace relaxscope

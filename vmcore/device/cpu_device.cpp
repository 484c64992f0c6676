// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "vmcore/device/device_rows.h"
#include "vmcore/device/thread_pool.h"

namespace relaxscope {
namespace {

std::string processorName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  utsname name{};
  return uname(&name) == 0 ? name.machine : "processor";
}

}  // namespace

std::vector<DeviceRow> probeCpu() {
  DeviceRow row;
  row.id = "cpu";
  row.name = fmt::format("{}, {} threads", processorName(), parallelThreads());
  row.usable = true;
  const long pages = sysconf(_SC_PHYS_PAGES), pageBytes = sysconf(_SC_PAGE_SIZE);
  if (pages > 0 && pageBytes > 0) row.memoryBytes = static_cast<uint64_t>(pages) * static_cast<uint64_t>(pageBytes);
  return {row};
}

}  // namespace relaxscope

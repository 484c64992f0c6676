// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cpu_device.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "vmcore/base/thread_variable.h"
#include "vmcore/device/device_rows.h"
#include "vmcore/device/devices.h"
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

uint64_t physicalBytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), pageBytes = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && pageBytes > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(pageBytes) : 0;
}

class CpuDevice final : public Device {
 public:
  explicit CpuDevice(int32_t index) : id_{1, index} { limits_.memoryBytes = physicalBytes(); }

  [[nodiscard]] DeviceId id() const override { return id_; }
  /// Not aligned_alloc: the size is not always a multiple of the alignment.
  void* take(size_t bytes, size_t alignment) override {
    void* block = nullptr;
    return posix_memalign(&block, alignment, bytes) == 0 ? block : nullptr;
  }
  void give(void* block) noexcept override { std::free(block); }
  [[nodiscard]] const DeviceLimits& limits() const override { return limits_; }
  MemorySource& pinnedMemory() override { return *this; }

  void copyFromHost(void* to, const void* from, size_t bytes) override { copyWithin(to, from, bytes); }
  void copyToHost(void* to, const void* from, size_t bytes) override { copyWithin(to, from, bytes); }
  void copyWithin(void* to, const void* from, size_t bytes) override {
    if (bytes != 0) std::memcpy(to, from, bytes);
  }
  void fill(void* to, uint8_t value, size_t bytes) override {
    if (bytes != 0) std::memset(to, value, bytes);
  }
  void synchronize() override {}

  Stream createStream() override { return new char; }
  void destroyStream(Stream stream) noexcept override { delete static_cast<char*>(stream); }
  void synchronize(Stream) override {}
  Stream exchangeStream(Stream stream) override {
    RS_THREAD_VARIABLE Stream current = nullptr;
    return std::exchange(current, stream);
  }

  Event createEvent() override { return new Clock::time_point; }
  void destroyEvent(Event event) noexcept override { delete static_cast<Clock::time_point*>(event); }
  void record(Event event, Stream) override { *static_cast<Clock::time_point*>(event) = Clock::now(); }
  void wait(Stream, Event) override {}
  bool hasHappened(Event) override { return true; }
  void synchronizeEvent(Event) override {}
  double nsBetween(Event from, Event to) override {
    return std::chrono::duration<double, std::nano>(*static_cast<Clock::time_point*>(to) -
                                                    *static_cast<Clock::time_point*>(from))
        .count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  const DeviceId id_;
  DeviceLimits limits_;
};

}  // namespace

std::shared_ptr<Device> makeCpuDevice(int32_t index) { return std::make_shared<CpuDevice>(index); }
std::shared_ptr<MemorySource> hostMemory(int32_t index) { return makeCpuDevice(index); }

std::vector<DeviceRow> probeCpu() {
  DeviceRow row;
  row.id = "cpu";
  row.name = withThreads(processorName());
  row.usable = true;
  row.memoryBytes = physicalBytes();
  return {row};
}

}  // namespace relaxscope

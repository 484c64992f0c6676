// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/devices.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <fstream>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "vmcore/base/text/number.h"
#include "vmcore/device/cpu_device.h"
#include "vmcore/device/cuda/cuda_device.h"
#include "vmcore/device/device_rows.h"
#include "vmcore/device/thread_pool.h"
#include "vmcore/run/gpu_emulation.h"

namespace relaxscope {
namespace {

Result<std::shared_ptr<Device>> openCpu(int32_t index) { return makeCpuDevice(index); }
Result<std::shared_ptr<Device>> openCuda(int32_t index) {
  RS_TRY(auto device, cuda::openCudaDevice(index));
  return std::shared_ptr<Device>(std::move(device));
}

constexpr int32_t kCuda = 2;

struct DeviceKind {
  const char* name;
  int32_t type;  ///< DLDeviceType
  std::vector<DeviceRow> (*probe)();
  Result<std::shared_ptr<Device>> (*open)(int32_t index);
};
constexpr DeviceKind kDeviceKinds[] = {
    {"cpu", 1, probeCpu, openCpu},
    {"cuda", kCuda, probeCuda, openCuda},
};

/// The open devices of this process.
struct OpenDevices {
  std::shared_mutex lock;
  std::vector<std::shared_ptr<Device>> devices;

  Device* find(DeviceId id) {
    const std::shared_lock hold(lock);
    for (const auto& device : devices)
      if (device->id() == id) return device.get();
    return nullptr;
  }
};
/// Never destroyed: tensors may outlive everything else.
OpenDevices& openDevices() {
  static auto* const all = new OpenDevices;
  return *all;
}

constexpr int32_t kMaxHosts = 64;

}  // namespace

std::vector<DeviceRow> listDevices() {
  std::vector<DeviceRow> rows;
  for (const DeviceKind& kind : kDeviceKinds)
    for (DeviceRow& row : kind.probe()) rows.push_back(std::move(row));
  return rows;
}

Device* findDevice(DeviceId id) { return openDevices().find(id); }

Result<std::shared_ptr<Device>> openDevice(DeviceId id) {
  OpenDevices& all = openDevices();
  const std::lock_guard hold(all.lock);
  for (const auto& device : all.devices)
    if (device->id() == id) return device;
  for (const DeviceKind& kind : kDeviceKinds) {
    if (kind.type != id.type) continue;
    RS_TRY(auto device, kind.open(id.index));
    all.devices.push_back(device);
    return device;
  }
  return Error(fmt::format("there is no engine for devices of type {}", id.type));
}

std::string hostName() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? std::string(name) : std::string();
}

std::string withThreads(const std::string& processor) {
  const int threads = parallelThreads();
  return fmt::format("{}, {} {}", processor, threads, threads == 1 ? "thread" : "threads");
}

std::string processorText() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return withThreads(line.substr(colon + 2));
  }
  return hostText();
}

std::string hostText() {
#if defined(__x86_64__)
  const char* machine = "x86-64";
#elif defined(__aarch64__)
  const char* machine = "aarch64";
#else
  const char* machine = "this processor";
#endif
  return withThreads(machine);
}

std::string affinityText() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return {};
  std::string text;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed)) continue;
    int last = cpu;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &allowed)) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", cpu);
    if (last > cpu) text += fmt::format("-{}", last);
    cpu = last;
  }
  return text;
}

Result<DeviceId> parseDevice(const std::string& name) {
  const std::string_view text = name;
  const size_t colon = text.find(':');
  std::string_view kindName = text.substr(0, colon);
  if (kindName == kEmulatedKind) {
    emulateCuda();
    kindName = kCudaKind;
  }
  DeviceId id;
  if (colon != std::string_view::npos) {
    const std::string_view number = text.substr(colon + 1);
    const auto index = wholeNumber<decltype(id.index)>(number);
    if (!index || *index < 0) return Error(fmt::format("device {}: \"{}\" is not a device number", name, number));
    id.index = *index;
  }
  for (const DeviceKind& kind : kDeviceKinds) {
    if (kindName != kind.name) continue;
    id.type = kind.type;
    if (id.type == 1) {
      if (id.index >= kMaxHosts)
        return Error(fmt::format("device {}: host devices are cpu to cpu:{}", name, kMaxHosts - 1));
      return id;
    }
    const std::string wanted = fmt::format("{}:{}", kind.name, id.index);
    const std::vector<DeviceRow> rows = kind.probe();
    for (const DeviceRow& row : rows) {
      if (row.id != wanted) continue;
      if (row.usable) return id;
      return Error(fmt::format("device {} cannot be used: {}", name, row.reason));
    }
    const bool isListed = !rows.empty() && !rows[0].usable;  // else the driver lists fewer
    return Error(fmt::format("device {} cannot be used: {}", name,
                             isListed ? rows[0].reason : fmt::format("there are {} of its kind", rows.size())));
  }
  return Error(fmt::format("device {}: unknown kind; use cpu, cuda:N or emulated:N", name));
}

const char* allocatorName(Allocator::Kind kind) { return kind == Allocator::Kind::Naive ? "naive" : "pooled"; }

Result<Allocator::Kind> parseAllocator(const std::string& name) {
  for (const Allocator::Kind kind : {Allocator::Kind::Naive, Allocator::Kind::Pooled})
    if (name == allocatorName(kind)) return kind;
  return Error(fmt::format("allocator {}: use pooled or naive", name));
}

Result<DeviceChoice> parseDeviceChoice(const std::string& text, Allocator::Kind usual) {
  const size_t equals = text.find('=');
  DeviceChoice choice{{}, text.substr(0, equals), usual};
  RS_TRY(choice.id, parseDevice(choice.name));
  if (choice.id == DeviceId{}) choice.name = "cpu";
  if (choice.id.type == kCuda)
    choice.name = fmt::format("{}:{}", cudaIsEmulated() ? kEmulatedKind : kCudaKind, choice.id.index);
  if (equals == std::string::npos) return choice;
  RS_TRY(choice.allocator, parseAllocator(text.substr(equals + 1)));
  return choice;
}

}  // namespace relaxscope

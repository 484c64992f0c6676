// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <fmt/format.h>

#include "vmcore/device/device_rows.h"

namespace relaxscope {
namespace {

/// The few driver functions a list of devices needs (CUDA driver API; CUdevice is an int).
struct Driver {
  int (*init)(unsigned) = nullptr;
  int (*deviceCount)(int*) = nullptr;
  int (*deviceName)(char*, int, int) = nullptr;
  int (*deviceBytes)(size_t*, int) = nullptr;
};

template <class F>
bool bind(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

std::vector<DeviceRow> unusable(std::string reason) {
  DeviceRow row;
  row.id = "cuda:0";
  row.name = "NVIDIA GPU";
  row.reason = std::move(reason);
  return {row};
}

}  // namespace

std::vector<DeviceRow> probeCuda() {
  void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return unusable("the NVIDIA driver library libcuda.so.1 was not found");
  Driver driver;
  if (!bind(library, "cuInit", driver.init) || !bind(library, "cuDeviceGetCount", driver.deviceCount) ||
      !bind(library, "cuDeviceGetName", driver.deviceName) || !bind(library, "cuDeviceTotalMem_v2", driver.deviceBytes))
    return unusable("libcuda.so.1 lacks functions of the driver API");
  if (const int code = driver.init(0); code != 0)
    return unusable(fmt::format("the NVIDIA driver cannot be initialized (cuInit returns {})", code));
  int count = 0;
  if (driver.deviceCount(&count) != 0 || count == 0) return unusable("the NVIDIA driver reports no GPU");
  std::vector<DeviceRow> rows;
  for (int i = 0; i < count; ++i) {
    DeviceRow row;
    row.id = fmt::format("cuda:{}", i);
    char name[256] = "";
    if (driver.deviceName(name, sizeof name, i) == 0) row.name = name;
    size_t bytes = 0;
    if (driver.deviceBytes(&bytes, i) == 0) row.memoryBytes = bytes;
    row.reason = "this build of RelaxScope does not run kernels on GPUs yet";
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace relaxscope

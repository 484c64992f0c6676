// SPDX-License-Identifier: Apache-2.0
// The GPUs that the CUDA driver lists, as rows of the device list.
#include <fmt/format.h>

#include "vmcore/device/cuda/cublas/cublas.h"
#include "vmcore/device/cuda/driver.h"
#include "vmcore/device/device_rows.h"
#include "vmcore/run/gpu_emulation.h"

namespace relaxscope {
namespace {

std::vector<DeviceRow> unusable(std::string reason) {
  DeviceRow row;
  row.id = "cuda:0";
  row.name = "NVIDIA GPU";
  row.reason = std::move(reason);
  row.emulated = cudaIsEmulated();
  return {row};
}

/// What executables for GPUs may ask for and the engine does not have: nothing of it could be tried on a GPU.
constexpr const char* kNotSupported[] = {
    "float8 products of cuBLAS",
    "cuDNN",
    "tensor maps made at run time",
    "KV caches on a GPU",
    "copies between GPUs without the host",
    "NVML",
};

/// cuBLAS as it is found, or why not.
void addCublas(DeviceRow& row) {
  const auto library = cuda::blas::cublas();
  if (library) row.libraries.push_back(fmt::format("{} ({})", (*library)->name(), (*library)->path));
  else row.missing.push_back(library.error().text());
}

DeviceRow rowOf(const cuda::Driver& driver, int index) {
  DeviceRow row;
  row.id = fmt::format("cuda:{}", index);
  row.name = "NVIDIA GPU";
  row.emulated = driver.isEmulated();
  cuda::Device device = 0;
  if (const int status = driver.deviceGet(&device, index); status != cuda::Success) {
    row.reason = cuda::statusText(driver, status);
    return row;
  }
  char name[256] = "";
  if (driver.deviceName(name, sizeof name, device) == cuda::Success) row.name = name;
  size_t bytes = 0;
  if (driver.deviceBytes(&bytes, device) == cuda::Success) row.memoryBytes = bytes;
  int major = 0, minor = 0, mode = 0;
  driver.deviceAttribute(&major, cuda::CapabilityMajor, device);
  driver.deviceAttribute(&minor, cuda::CapabilityMinor, device);
  row.architecture = fmt::format("sm_{}{}", major, minor);
  row.driver = fmt::format("CUDA {}", cuda::versionText(driver.version));
  addCublas(row);
  row.missing.insert(row.missing.end(), std::begin(kNotSupported), std::end(kNotSupported));
  for (const std::string& function : driver.missing)
    row.missing.push_back(fmt::format("{}, which this driver lacks", function));
  constexpr int kProhibited = 2;
  if (driver.deviceAttribute(&mode, cuda::ComputeMode, device) == cuda::Success && mode == kProhibited)
    row.reason = "its compute mode prohibits contexts (nvidia-smi -c)";
  row.usable = row.reason.empty();
  return row;
}

}  // namespace

std::vector<DeviceRow> probeCuda() {
  const auto found = cuda::driver();
  if (!found) return unusable(found.error().text());
  int count = 0;
  if (const int status = (*found)->deviceCount(&count); status != cuda::Success)
    return unusable(fmt::format("the NVIDIA driver does not list its GPUs: {}", cuda::statusText(**found, status)));
  if (count == 0) return unusable("the NVIDIA driver reports no GPU");
  std::vector<DeviceRow> rows;
  for (int i = 0; i < count; ++i) rows.push_back(rowOf(**found, i));
  return rows;
}

}  // namespace relaxscope

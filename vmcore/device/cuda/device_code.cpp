// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/device_code.h"

#include <fmt/format.h>

#include <array>

#include "vmcore/base/text/text.h"
#include "vmcore/device/cuda/compile.h"

namespace relaxscope::cuda {
namespace {

/// Tells the device's observer of a compilation or load.
class ObservedLoad {
 public:
  ObservedLoad(const CudaDevice& device, std::string_view name) : observer_(device.observer()) {
    if (observer_ == nullptr) return;
    WorkRequest request;
    request.device = &device;
    request.kind = DeviceWorkKind::Compilation;
    request.name = name;
    observer_->before(request);
  }
  ~ObservedLoad() {
    if (observer_ != nullptr) observer_->after(Success);
  }
  ObservedLoad(const ObservedLoad&) = delete;
  ObservedLoad& operator=(const ObservedLoad&) = delete;

 private:
  LaunchObserver* const observer_;
};

}  // namespace

DeviceCode::~DeviceCode() {
  for (const Loaded& each : loaded_) {
    const Driver& driver = each.device->driver();
    if (driver.contextSet(each.device->context()) == Success) driver.moduleUnload(each.module);
  }
}

Function DeviceCode::kernel(const CudaDevice& device, const std::string& name) {
  const std::lock_guard hold(lock_);
  Module module = nullptr;
  for (const Loaded& each : loaded_)
    if (each.device == &device) module = each.module;
  if (module == nullptr) {
    const ObservedLoad observed(device, name_);
    module = load(device);
    loaded_.push_back({&device, module});
  }
  Function found = nullptr;
  const int status = device.driver().moduleFunction(&found, module, name.c_str());
  if (status == NotFound) throw DeviceFault(fmt::format("{} has no kernel named {}", name_, printable(name)));
  device.check(status, "cuModuleGetFunction", name);
  return found;
}

Module DeviceCode::load(const CudaDevice& device) const {
  std::vector<char> image(code_.bytes.size());
  if (!code_.bytes.copyTo(0, {reinterpret_cast<uint8_t*>(image.data()), image.size()}))
    throw DeviceFault(fmt::format("{}: the file has changed since it was opened", name_));
  if (code_.content == "CUDA C++ source") {
    auto compiled = compileFor(device, std::string(image.begin(), image.end()), name_);
    if (!compiled) throw DeviceFault(fmt::format("{}: {}", name_, compiled.error().message));
    image = *std::move(compiled);
  }
  image.push_back('\0');  // PTX is text; binary images state their size
  constexpr size_t kLogBytes = 8192;
  std::vector<char> log(kLogBytes, '\0');
  std::array<int, 2> options{ErrorLogBuffer, ErrorLogBufferBytes};
  std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(kLogBytes)};
  Module module = nullptr;
  const int status = device.driver().moduleLoad(&module, image.data(), static_cast<unsigned>(options.size()),
                                                options.data(), values.data());
  log.back() = '\0';
  if (status != Success) throw DeviceFault(loadFault(device, status, log.data()), isContextLost(status));
  return module;
}

std::string DeviceCode::loadFault(const CudaDevice& device, int status, const std::string& log) const {
  const std::string architecture = fmt::format("sm_{}", device.limits().architecture);
  std::string text;
  switch (status) {
    case NoBinaryForGpu:
      text = fmt::format("{} has no code for this GPU ({}); build it for {} or keep its source", name_, architecture,
                         architecture);
      break;
    case UnsupportedPtxVersion:
      text = fmt::format("{} holds PTX of a CUDA release newer than the driver's {}; update the driver", name_,
                         versionText(device.driver().version));
      break;
    default: text = fmt::format("{} cannot be loaded", name_);
  }
  text += ": " + statusText(device.driver(), status);
  if (!log.empty()) text += "\n" + printable(log);
  return text;
}

}  // namespace relaxscope::cuda

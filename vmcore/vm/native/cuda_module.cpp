// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/cuda_module.h"

#include <fmt/format.h>
#include <tvm/ffi/cast.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/string.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "vmcore/base/thread_variable.h"
#include "vmcore/device/cuda/device_code.h"
#include "vmcore/device/cuda/launch_plan.h"
#include "vmcore/format/library/module_payload.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/objects/device_copy.h"

namespace relaxscope {
namespace {

constexpr const char* kLoader = "ffi.Module.load_from_bytes.cuda";
constexpr size_t kMaxDevices = 16;

/// The device that launches of this thread go to; null: the first one.
RS_THREAD_VARIABLE cuda::CudaDevice* currentDevice = nullptr;

cuda::CudaDevice& cudaDevice(int64_t index) {
  Device* const found = findDevice({kDLCUDA, static_cast<int32_t>(index)});
  if (found == nullptr)
    raise("RuntimeError", fmt::format("kernels need the device cuda:{}, which the VM does not have; run with --device "
                                      "cuda:{}",
                                      index, index));
  return static_cast<cuda::CudaDevice&>(*found);
}

/// One kernel of a module with what a launch needs.
class Kernel {
 public:
  Kernel(std::shared_ptr<cuda::DeviceCode> code, std::string name, cuda::LaunchPlan plan)
      : code_(std::move(code)), name_(std::move(name)), plan_(std::move(plan)) {}

  void launch(const ffi::AnyView* views, int32_t count) const {
    if (static_cast<size_t>(count) != plan_.argumentCount())
      raise("TypeError", fmt::format("{} expects {} arguments, but got {}", name_, plan_.argumentCount(), count));
    cuda::CudaDevice& device = currentDevice != nullptr ? *currentDevice : cudaDevice(0);
    onDevice([&] { launchOn(device, rawValues(views)); });
  }

 private:
  static constexpr size_t kFewParams = 32;
  /// Addresses of the parameters for the driver, and the values that had to be converted.
  struct Params {
    std::array<void*, kFewParams> few{};
    std::array<float, kFewParams> fewFloats{};
    std::vector<void*> many;
    std::vector<float> manyFloats;
  };

  void launchOn(const cuda::CudaDevice& device, const TVMFFIAny* args) const {
    Params storage;
    void** params = pointers(args, storage);
    std::array<int64_t, 16> values{};
    const size_t valueCount = plan_.argumentCount() - plan_.params.size();
    if (valueCount > values.size()) raise("TypeError", fmt::format("{} has too many launch parameters", name_));
    for (size_t i = 0; i < valueCount; ++i) values[i] = args[plan_.params.size() + i].v_int64;
    auto shape = plan_.shape({values.data(), valueCount});
    if (!shape) raise("ValueError", fmt::format("{}: {}", name_, shape.error().message));
    const cuda::Function function = functionOn(device, *shape);
    const cuda::Driver& driver = device.driver();
    const cuda::Stream stream = device.currentStream();
    int status = 0;
    if (!plan_.needsAttributes()) [[likely]] {
      status = device.observed([&] { return request(device, function, *shape, stream); },
                               [&] {
                                 return driver.launch(function, shape->grid[0], shape->grid[1], shape->grid[2],
                                                      shape->block[0], shape->block[1], shape->block[2],
                                                      shape->sharedBytes, stream, params, nullptr);
                               });
    } else if (driver.launchEx != nullptr) {
      const cuda::AttributedLaunch launch(plan_, *shape, stream);
      status = device.observed([&] { return request(device, function, *shape, stream); },
                               [&] { return driver.launchEx(&launch.config, function, params, nullptr); });
    } else {
      throw DeviceFault(fmt::format("{} needs cuLaunchKernelEx, which this driver lacks (CUDA {})", name_,
                                    cuda::versionText(driver.version)));
    }
    if (status != cuda::Success) [[unlikely]]
      throwLaunchFault(device, status, *shape);
    device.noteLaunch(name_.c_str());
  }

  [[nodiscard]] cuda::WorkRequest request(const cuda::CudaDevice& device, cuda::Function function,
                                          const cuda::LaunchExtents& shape, cuda::Stream stream) const {
    cuda::WorkRequest made;
    made.device = &device;
    made.stream = stream;
    made.name = name_;
    made.function = function;
    std::copy_n(std::begin(shape.grid), made.grid.size(), made.grid.begin());
    std::copy_n(std::begin(shape.block), made.block.size(), made.block.begin());
    made.sharedBytes = shape.sharedBytes;
    return made;
  }

  void** pointers(const TVMFFIAny* args, Params& storage) const {
    const size_t count = plan_.params.size();
    void** params = storage.few.data();
    float* floats = storage.fewFloats.data();
    if (count > kFewParams) {
      storage.many.resize(count);
      storage.manyFloats.resize(count);
      params = storage.many.data();
      floats = storage.manyFloats.data();
    }
    for (size_t i = 0; i < count; ++i) {
      TVMFFIAny& value = const_cast<TVMFFIAny&>(args[i]);
      switch (plan_.params[i]) {
        case cuda::ParamKind::Pointer: params[i] = &value.v_ptr; break;
        case cuda::ParamKind::Integer: params[i] = &value.v_int64; break;
        case cuda::ParamKind::Float64: params[i] = &value.v_float64; break;
        case cuda::ParamKind::Float32:
          floats[i] = static_cast<float>(value.v_float64);
          params[i] = &floats[i];
          break;
        case cuda::ParamKind::TensorMap: params[i] = value.v_ptr; break;
      }
    }
    return params;
  }

  /// The kernel on a device, with the limits raised that the launch needs.
  cuda::Function functionOn(const cuda::CudaDevice& device, const cuda::LaunchExtents& shape) const {
    constexpr unsigned kSharedWithoutOptIn = 48 << 10;
    constexpr unsigned kPortableCluster = 8;
    const auto index = static_cast<size_t>(device.id().index);
    if (index >= kMaxDevices) raise("RuntimeError", "too many GPUs");
    PerDevice& at = perDevice_[index];
    cuda::Function function = at.function.load(std::memory_order_acquire);
    if (function == nullptr) {
      function = code_->kernel(device, name_);
      at.function.store(function, std::memory_order_release);
    }
    if (shape.sharedBytes >= kSharedWithoutOptIn && shape.sharedBytes > at.shared.load(std::memory_order_relaxed)) {
      device.check(
          device.driver().functionSet(function, cuda::MaxDynamicSharedSizeBytes, static_cast<int>(shape.sharedBytes)),
          "cuFuncSetAttribute", fmt::format("{}: {} bytes of dynamic shared memory", name_, shape.sharedBytes));
      at.shared.store(shape.sharedBytes, std::memory_order_relaxed);
    }
    const unsigned cluster = shape.cluster[0] * shape.cluster[1] * shape.cluster[2];
    if (cluster > kPortableCluster && !at.nonPortable.exchange(true))
      device.check(device.driver().functionSet(function, cuda::NonPortableClusterSizeAllowed, 1), "cuFuncSetAttribute",
                   name_);
    return function;
  }

  [[noreturn]] void throwLaunchFault(const cuda::CudaDevice& device, int status, const cuda::LaunchExtents& s) const {
    device.fail(status, plan_.needsAttributes() ? "cuLaunchKernelEx" : "cuLaunchKernel",
                fmt::format("{} with grid ({}, {}, {}), block ({}, {}, {}), {} bytes of dynamic shared memory", name_,
                            s.grid[0], s.grid[1], s.grid[2], s.block[0], s.block[1], s.block[2], s.sharedBytes));
  }

  struct PerDevice {
    std::atomic<cuda::Function> function{nullptr};
    std::atomic<unsigned> shared{0};
    std::atomic<bool> nonPortable{false};
  };
  const std::shared_ptr<cuda::DeviceCode> code_;
  const std::string name_;
  const cuda::LaunchPlan plan_;
  mutable std::array<PerDevice, kMaxDevices> perDevice_;
};

class CudaModuleObj final : public ffi::ModuleObj {
 public:
  CudaModuleObj(CodeModule code, ffi::Bytes payload)
      : module_(std::move(code)),
        payload_(std::move(payload)),
        code_(std::make_shared<cuda::DeviceCode>(module_.parts.at(0), "the CUDA module")) {}

  const char* kind() const final { return "cuda"; }
  int GetPropertyMask() const final { return ffi::Module::kBinarySerializable | ffi::Module::kRunnable; }
  ffi::Bytes SaveToBytes() const final { return payload_; }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    const std::string wanted = name;
    const auto found = std::find_if(module_.kernels.begin(), module_.kernels.end(),
                                    [&](const DeviceKernel& kernel) { return kernel.key == wanted; });
    if (found == module_.kernels.end()) return std::nullopt;
    auto plan = cuda::planLaunch(*found);
    if (!plan) raise("RuntimeError", plan.error().message);
    const auto kernel = std::make_shared<Kernel>(code_, found->name, *std::move(plan));
    return ffi::Function::FromPacked(
        [kernel, keep = ffi::GetRef<ffi::Module>(this)](const ffi::AnyView* args, int32_t count, ffi::Any*) {
          kernel->launch(args, count);
        });
  }

 private:
  const CodeModule module_;
  const ffi::Bytes payload_;
  const std::shared_ptr<cuda::DeviceCode> code_;
};

ffi::Module loadCudaModule(const ffi::Bytes& payload) {
  const Bytes bytes = Bytes::copyOf(std::string_view(payload.data(), payload.size()));
  auto decoded = decodePayload("cuda", LibraryEra::From022, bytes);
  if (!decoded) raise("ValueError", fmt::format("a CUDA module of the library: {}", decoded.error().text()));
  auto* const code = std::get_if<CodeModule>(&decoded->value);
  if (code == nullptr || code->parts.empty()) raise("ValueError", "a CUDA module of the library holds no code");
  return ffi::Module(ffi::make_object<CudaModuleObj>(std::move(*code), payload));
}

}  // namespace

void registerCudaLoader() {
  if (ffi::Function::GetGlobal(kLoader).has_value()) return;
  ffi::Function::SetGlobal(kLoader, ffi::Function::FromTyped(loadCudaModule));
}

ffi::Function setDeviceFunction() {
  return ffi::Function::FromTyped([](int64_t type, int64_t index) {
    if (type == kDLCPU) return;
    if (type != kDLCUDA) raise("RuntimeError", fmt::format("devices of type {} are not supported", type));
    onDevice([&] {
      if (currentDevice == nullptr || currentDevice->id().index != index) currentDevice = &cudaDevice(index);
      currentDevice->activate();
    });
  });
}

}  // namespace relaxscope

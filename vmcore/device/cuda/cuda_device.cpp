// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/cuda_device.h"

#include <fmt/format.h>
#include <tvm/ffi/extra/c_env_api.h>

#include <array>
#include <atomic>
#include <utility>

namespace relaxscope::cuda {
namespace {

DevicePointer pointer(const void* address) { return reinterpret_cast<DevicePointer>(address); }

DeviceLimits readLimits(const Driver& driver, cuda::Device device) {
  const auto attribute = [&](DeviceAttribute which) {
    int value = 0;
    return driver.deviceAttribute(&value, which, device) == Success ? value : 0;
  };
  DeviceLimits limits;
  size_t bytes = 0;
  if (driver.deviceBytes(&bytes, device) == Success) limits.memoryBytes = bytes;
  limits.architecture = attribute(CapabilityMajor) * 10 + attribute(CapabilityMinor);
  limits.multiprocessors = attribute(MultiprocessorCount);
  limits.maxThreadsPerBlock = attribute(MaxThreadsPerBlock);
  limits.maxThreadsPerMultiprocessor = attribute(MaxThreadsPerMultiprocessor);
  limits.sharedBytesPerBlock = attribute(MaxSharedMemoryPerBlock);
  limits.sharedBytesPerBlockOptin = attribute(MaxSharedMemoryPerBlockOptin);
  limits.warpSize = attribute(WarpSize);
  // Memory transfers data on both edges of its clock.
  limits.memoryBytesPerSecond = 2.0 * attribute(MemoryClockRateKhz) * 1e3 * attribute(MemoryBusWidthBits) / 8;
  return limits;
}

/// Host memory that the driver has pinned.
class PinnedMemory final : public MemorySource {
 public:
  PinnedMemory(const CudaDevice& device, int32_t index) : device_(device), index_(index) {}
  [[nodiscard]] DeviceId id() const override {
    constexpr int32_t kCudaHost = 3;  // DLPack
    return {kCudaHost, index_};
  }
  /// Pages of their own, so every alignment up to a page is met.
  void* take(size_t bytes, size_t) override {
    device_.activate();
    void* block = nullptr;
    const int status =
        device_.observed([&] { return memoryRequest(device_, DeviceWorkKind::Allocation, "cuMemAllocHost", bytes); },
                         [&] { return device_.driver().memAllocHost(&block, bytes); });
    if (status == OutOfDeviceMemory) return nullptr;
    device_.check(status, "cuMemAllocHost");
    return block;
  }
  void give(void* block) noexcept override {
    if (device_.driver().contextSet(device_.context()) != Success) return;
    device_.observedQuietly([&] { return memoryRequest(device_, DeviceWorkKind::Release, "cuMemFreeHost"); },
                            [&] { return device_.driver().memFreeHost(block); });
  }

 private:
  const CudaDevice& device_;
  const int32_t index_;
};

class PrimaryContextDevice final : public CudaDevice {
 public:
  PrimaryContextDevice(const Driver& driver, int32_t index, cuda::Device device, Context context)
      : driver_(driver),
        index_(index),
        device_(device),
        context_(context),
        limits_(readLimits(driver, device)),
        pinned_(*this, index) {}
  /// Memory of tensors that outlive the device is freed with the context; a context that is lost stays as it is.
  ~PrimaryContextDevice() override { driver_.primaryRelease(device_); }

  [[nodiscard]] DeviceId id() const override { return {2, index_}; }
  [[nodiscard]] const DeviceLimits& limits() const override { return limits_; }
  [[nodiscard]] const Driver& driver() const override { return driver_; }
  [[nodiscard]] Context context() const override { return context_; }
  MemorySource& pinnedMemory() override { return pinned_; }

  void activate() const override {
    Context now = nullptr;  // asked each time: other libraries of the process change it too
    if (driver_.contextGet(&now) == Success && now == context_) return;
    check(driver_.contextSet(context_), "cuCtxSetCurrent");
  }

  /// The driver aligns blocks to 256 bytes.
  void* take(size_t bytes, size_t) override {
    activate();
    DevicePointer block = 0;
    const int status = observed([&] { return memoryRequest(*this, DeviceWorkKind::Allocation, "cuMemAlloc", bytes); },
                                [&] { return driver_.memAlloc(&block, bytes); });
    if (status == OutOfDeviceMemory) return nullptr;
    check(status, "cuMemAlloc", fmt::format("{} bytes", bytes));
    return reinterpret_cast<void*>(block);
  }
  [[nodiscard]] Room room() noexcept override {
    size_t free = 0, total = 0;
    const bool known = driver_.contextSet(context_) == Success && driver_.memInfo(&free, &total) == Success;
    return known ? Room{free, total} : Room{};
  }
  void give(void* block) noexcept override {
    if (driver_.contextSet(context_) != Success) return;
    observedQuietly([&] { return memoryRequest(*this, DeviceWorkKind::Release, "cuMemFree"); },
                    [&] { return waited([&] { return driver_.memFree(pointer(block)); }); });
  }

  void copyFromHost(void* to, const void* from, size_t bytes) override {
    if (bytes == 0) return;
    activate();
    const cuda::Stream stream = currentStream();
    check(observed([&] { return request(DeviceWorkKind::CopyToDevice, stream, bytes); },
                   [&] { return driver_.copyToDevice(pointer(to), from, bytes, stream); }),
          "cuMemcpyHtoDAsync");
  }
  void copyToHost(void* to, const void* from, size_t bytes) override {
    if (bytes == 0) return;
    activate();
    const cuda::Stream stream = currentStream();
    check(observed([&] { return request(DeviceWorkKind::CopyToHost, stream, bytes); },
                   [&] { return waited([&] { return driver_.copyToHost(to, pointer(from), bytes, stream); }); }),
          "cuMemcpyDtoHAsync");
    waitFor(stream);
  }
  void copyWithin(void* to, const void* from, size_t bytes) override {
    if (bytes == 0) return;
    activate();
    const cuda::Stream stream = currentStream();
    check(observed([&] { return request(DeviceWorkKind::CopyOnDevice, stream, bytes); },
                   [&] { return driver_.copyOnDevice(pointer(to), pointer(from), bytes, stream); }),
          "cuMemcpyDtoDAsync");
  }
  void fill(void* to, uint8_t value, size_t bytes) override {
    if (bytes == 0) return;
    activate();
    const cuda::Stream stream = currentStream();
    check(observed([&] { return request(DeviceWorkKind::Fill, stream, bytes); },
                   [&] { return driver_.fillBytes(pointer(to), value, bytes, stream); }),
          "cuMemsetD8Async");
  }
  void synchronize() override {
    activate();
    check(observed([&] { return request(DeviceWorkKind::Wait, nullptr, 0); }, [&] { return waitForContext(); }),
          "cuCtxSynchronize");
  }

  Stream createStream() override {
    activate();
    cuda::Stream stream = nullptr;
    check(driver_.streamCreate(&stream, StreamNonBlocking, 0), "cuStreamCreateWithPriority");
    return stream;
  }
  void destroyStream(Stream stream) noexcept override {
    if (stream != nullptr && driver_.contextSet(context_) == Success)
      driver_.streamDestroy(static_cast<cuda::Stream>(stream));
  }
  void synchronize(Stream stream) override {
    activate();
    waitFor(static_cast<cuda::Stream>(stream));
  }
  // The current stream is tvm-ffi's, as other libraries of the process read and set it too.
  Stream exchangeStream(Stream stream) override {
    void* before = nullptr;
    if (TVMFFIEnvSetStream(id().type, index_, stream, &before) != 0)
      throw DeviceFault("tvm-ffi does not accept a stream of a CUDA device");
    return before;
  }
  [[nodiscard]] cuda::Stream currentStream() const override {
    return static_cast<cuda::Stream>(TVMFFIEnvGetStream(id().type, index_));
  }

  Event createEvent() override {
    activate();
    cuda::Event event = nullptr;
    check(driver_.eventCreate(&event, EventDefault), "cuEventCreate");
    return event;
  }
  void destroyEvent(Event event) noexcept override {
    if (event != nullptr && driver_.contextSet(context_) == Success)
      driver_.eventDestroy(static_cast<cuda::Event>(event));
  }
  void record(Event event, Stream stream) override {
    activate();
    check(driver_.eventRecord(static_cast<cuda::Event>(event), static_cast<cuda::Stream>(stream)), "cuEventRecord");
  }
  void wait(Stream stream, Event event) override {
    activate();
    check(driver_.streamWaitEvent(static_cast<cuda::Stream>(stream), static_cast<cuda::Event>(event), 0),
          "cuStreamWaitEvent");
  }
  bool hasHappened(Event event) override {
    activate();
    const int status = driver_.eventQuery(static_cast<cuda::Event>(event));
    if (status == NotReady) return false;
    check(status, "cuEventQuery");
    return true;
  }
  void synchronizeEvent(Event event) override {
    activate();
    check(observed([&] { return request(DeviceWorkKind::Wait, nullptr, 0); },
                   [&] { return waited([&] { return driver_.eventSynchronize(static_cast<cuda::Event>(event)); }); }),
          "cuEventSynchronize");
  }
  double nsBetween(Event from, Event to) override {
    activate();
    float milliseconds = 0;
    check(driver_.eventElapsed(&milliseconds, static_cast<cuda::Event>(from), static_cast<cuda::Event>(to)),
          "cuEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e6;
  }

  void noteLaunch(const char* kernel) const override {
    launches_[launched_.fetch_add(1, std::memory_order_relaxed) % kKept].store(kernel, std::memory_order_relaxed);
  }
  [[nodiscard]] int waitForContext() const override {
    return waited([this] { return driver_.contextSynchronize(); });
  }
  [[nodiscard]] std::string unfinishedText() const override {
    if (waits_.load(std::memory_order_relaxed) == 0) return {};
    std::string text = fmt::format("cuda:{} did not finish", index_);
    if (const std::string launches = lastLaunches(); !launches.empty())
      text += fmt::format("; last launches: {}", launches);
    return text;
  }
  [[nodiscard]] std::string lastLaunches() const override {
    std::string text;
    const uint64_t count = launched_.load(std::memory_order_relaxed);
    for (uint64_t i = 0; i < std::min<uint64_t>(count, kShown); ++i) {
      const char* name = launches_[(count - 1 - i) % kKept].load(std::memory_order_relaxed);
      if (name != nullptr) text += (text.empty() ? "" : ", ") + std::string(name);
    }
    return text;
  }

 private:
  [[nodiscard]] WorkRequest request(DeviceWorkKind kind, cuda::Stream stream, size_t bytes) const {
    WorkRequest made;
    made.device = this;
    made.kind = kind;
    made.stream = stream;
    made.bytes = bytes;
    return made;
  }
  /// Of calls that wait for the device, or may.
  template <class Wait>
  int waited(Wait wait) const {
    waits_.fetch_add(1, std::memory_order_relaxed);
    const int status = wait();
    waits_.fetch_sub(1, std::memory_order_relaxed);
    return status;
  }
  void waitFor(cuda::Stream stream) const {
    check(observed([&] { return request(DeviceWorkKind::Wait, stream, 0); },
                   [&] { return waited([&] { return driver_.streamSynchronize(stream); }); }),
          "cuStreamSynchronize");
  }

  static constexpr size_t kKept = 16, kShown = 3;
  const Driver& driver_;
  const int32_t index_;
  const cuda::Device device_;
  const Context context_;
  const DeviceLimits limits_;
  PinnedMemory pinned_;
  mutable std::array<std::atomic<const char*>, kKept> launches_{};
  mutable std::atomic<uint64_t> launched_{0};
  mutable std::atomic<int> waits_{0};  ///< threads that wait for the device
};

}  // namespace

void CudaDevice::fail(int status, const char* what, const std::string& subject) const {
  std::string text = subject.empty() ? std::string(what) : fmt::format("{}: {}", subject, what);
  text += ": " + statusText(driver(), status);
  const bool lost = isContextLost(status);
  // The call that reports an asynchronous fault is not the one that caused it.
  if (lost && subject.empty())
    if (const std::string launches = lastLaunches(); !launches.empty())
      text += fmt::format("; last launches: {}", launches);
  if (status == OutOfDeviceMemory) {
    size_t free = 0, total = 0;
    if (driver().memInfo(&free, &total) == Success) text += fmt::format("; {} of {} bytes are free", free, total);
  }
  throw DeviceFault(std::move(text), lost);
}

Result<std::shared_ptr<CudaDevice>> openCudaDevice(int32_t index) {
  RS_TRY(const Driver* const found, cuda::driver());
  static std::atomic<const Driver*> used{nullptr};
  const Driver* before = nullptr;
  if (!used.compare_exchange_strong(before, found) && before != found)
    return Error("this process already uses another CUDA driver; a real and an emulated GPU need two processes");
  cuda::Device device = 0;
  int count = 0;
  if (const int status = found->deviceCount(&count); status != Success)
    return Error(fmt::format("the NVIDIA driver does not list its GPUs: {}", statusText(*found, status)));
  if (index < 0 || index >= count)
    return Error(
        fmt::format("device cuda:{} does not exist; the driver has {} GPU{}", index, count, count == 1 ? "" : "s"));
  if (const int status = found->deviceGet(&device, index); status != Success)
    return Error(fmt::format("device cuda:{}: {}", index, statusText(*found, status)));
  Context context = nullptr;
  if (const int status = found->primaryRetain(&context, device); status != Success)
    return Error(fmt::format("device cuda:{} gives no context: {}", index, statusText(*found, status)));
  try {
    auto made = std::make_shared<PrimaryContextDevice>(*found, index, device, context);
    made->activate();
    return std::shared_ptr<CudaDevice>(std::move(made));
  } catch (const DeviceFault& fault) { return Error(fault.what()); }
}

}  // namespace relaxscope::cuda

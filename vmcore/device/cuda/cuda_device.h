// SPDX-License-Identifier: Apache-2.0
// A GPU of the CUDA driver as a device: its primary context, which it shares with other libraries of the process.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <string>

#include "vmcore/device/cuda/driver.h"
#include "vmcore/device/cuda/launch_observer.h"
#include "vmcore/device/device.h"

namespace relaxscope::cuda {

class CudaDevice : public relaxscope::Device {
 public:
  [[nodiscard]] virtual const Driver& driver() const = 0;
  [[nodiscard]] virtual Context context() const = 0;
  /// Makes the context the current one of this thread.
  virtual void activate() const = 0;
  /// The current stream of this thread; null: the default stream.
  [[nodiscard]] virtual cuda::Stream currentStream() const = 0;
  /// Throws a DeviceFault if `status` is an error: "softmax_kernel: cuLaunchKernel: CUDA_ERROR_...". `what` is the
  /// driver's function, `subject` what it was about (may be empty).
  void check(int status, const char* what, const std::string& subject = {}) const {
    if (status != Success) [[unlikely]]
      fail(status, what, subject);
  }
  [[noreturn]] void fail(int status, const char* what, const std::string& subject) const;
  /// Remembers the name of a launched kernel for the message of a fault that a later call reports.
  virtual void noteLaunch(const char* kernel) const = 0;
  /// Waits for all work of the context, unobserved. Returns the driver's status.
  [[nodiscard]] virtual int waitForContext() const = 0;
  [[nodiscard]] virtual std::string lastLaunches() const = 0;

  /// Who is told of this device's work; null: nobody.
  [[nodiscard]] LaunchObserver* observer() const { return observer_.load(std::memory_order_acquire); }
  /// False if there is another one.
  bool addObserver(LaunchObserver& observer) const {
    LaunchObserver* none = nullptr;
    return observer_.compare_exchange_strong(none, &observer) || none == &observer;
  }
  void removeObserver(LaunchObserver& observer) const {
    LaunchObserver* own = &observer;
    observer_.compare_exchange_strong(own, nullptr);
  }
  /// Makes a call of the driver; the observer, if any, is told what `describe` returns. Returns the call's status.
  template <class Describe, class Call>
  int observed(Describe&& describe, Call&& call) const {
    LaunchObserver* const told = observer();
    if (told == nullptr) [[likely]]
      return call();
    told->before(describe());
    const int status = call();
    told->after(status);
    return status;
  }
  /// As above, where nothing may be thrown: unobserved if there is no memory for the observer.
  template <class Describe, class Call>
  void observedQuietly(Describe&& describe, Call&& call) const noexcept {
    LaunchObserver* told = observer();
    try {
      if (told != nullptr) told->before(describe());
    } catch (const std::exception&) { told = nullptr; }
    const int status = call();
    try {
      if (told != nullptr) told->after(status);
    } catch (const std::exception&) { return; }
  }

 private:
  mutable std::atomic<LaunchObserver*> observer_{nullptr};
};

/// A request to allocate or free memory by a function of the driver: "cuMemAlloc".
inline WorkRequest memoryRequest(const CudaDevice& device, DeviceWorkKind kind, const char* function,
                                 size_t bytes = 0) {
  WorkRequest made;
  made.device = &device;
  made.kind = kind;
  made.bytes = bytes;
  made.name = function;
  return made;
}

Result<std::shared_ptr<CudaDevice>> openCudaDevice(int32_t index);

}  // namespace relaxscope::cuda

// SPDX-License-Identifier: Apache-2.0
// A device as the engine uses it: blocks of memory, copies, streams, events. The host is the first implementation,
// CUDA the second; tests/unit/device/device_suite_test.cpp runs one suite on every device.
//
// Work is in the order of the current stream. Functions throw DeviceFault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "vmcore/base/result.h"
#include "vmcore/device/device_id.h"

namespace relaxscope {

/// A call of a device's driver failed.
class DeviceFault : public std::exception {
 public:
  /// `lost`: the device accepts no work from this process anymore.
  explicit DeviceFault(std::string message, bool lost = false) : message_(std::move(message)), lost_(lost) {}
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }
  [[nodiscard]] bool isLost() const { return lost_; }

 private:
  std::string message_;
  bool lost_;
};

/// What a device can run at once; zero: no such limit, or unknown.
struct DeviceLimits {
  uint64_t memoryBytes = 0;
  int32_t architecture = 0;  ///< of CUDA devices: compute capability times ten, 80
  int32_t multiprocessors = 0;
  int32_t maxThreadsPerBlock = 0;
  int32_t maxThreadsPerMultiprocessor = 0;
  int32_t sharedBytesPerBlock = 0;       ///< without opting in
  int32_t sharedBytesPerBlockOptin = 0;  ///< the maximum of dynamic and static shared memory
  int32_t warpSize = 0;
  double memoryBytesPerSecond = 0;  ///< peak, from memory clock and bus width
};

/// Blocks of one kind of memory: of a device, or of the host.
class MemorySource {
 public:
  virtual ~MemorySource() = default;
  /// The device that owns the memory.
  [[nodiscard]] virtual DeviceId id() const = 0;
  /// A block with undefined contents, aligned to `alignment` (a power of two up to 2 MiB); null if there is no memory.
  virtual void* take(size_t bytes, size_t alignment) = 0;
  /// Returns a block of take(). Any thread.
  virtual void give(void* block) noexcept = 0;
  /// Bytes of the memory that take() draws from; zeros: unknown.
  struct Room {
    uint64_t free = 0, total = 0;
  };
  [[nodiscard]] virtual Room room() noexcept { return {}; }
};

class Device : public MemorySource {
 public:
  /// A queue of work; null is the device's default stream.
  using Stream = void*;
  /// A point in a stream's work.
  using Event = void*;

  [[nodiscard]] virtual const DeviceLimits& limits() const = 0;
  /// Memory of the host that the device copies from and to without a staging copy.
  virtual MemorySource& pinnedMemory() = 0;

  /// Copies from the host; `from` may change when it returns.
  virtual void copyFromHost(void* to, const void* from, size_t bytes) = 0;
  /// Copies to the host; complete when it returns.
  virtual void copyToHost(void* to, const void* from, size_t bytes) = 0;
  /// Copies between blocks of this device, which do not overlap.
  virtual void copyWithin(void* to, const void* from, size_t bytes) = 0;
  virtual void fill(void* to, uint8_t value, size_t bytes) = 0;
  /// Waits for all work of all streams.
  virtual void synchronize() = 0;

  virtual Stream createStream() = 0;
  virtual void destroyStream(Stream stream) noexcept = 0;
  virtual void synchronize(Stream stream) = 0;
  /// Makes a stream the current one of this thread and returns the one before.
  virtual Stream exchangeStream(Stream stream) = 0;

  virtual Event createEvent() = 0;
  virtual void destroyEvent(Event event) noexcept = 0;
  /// Places the event behind the work that `stream` has now.
  virtual void record(Event event, Stream stream) = 0;
  /// Makes later work of `stream` wait for the event.
  virtual void wait(Stream stream, Event event) = 0;
  virtual bool hasHappened(Event event) = 0;
  virtual void synchronizeEvent(Event event) = 0;
  /// Nanoseconds from one event that has happened to another; events of the CUDA driver resolve half a microsecond.
  virtual double nsBetween(Event from, Event to) = 0;

  /// What some thread waits for, for the message of a wait without end: "cuda:0 did not finish; last launches:
  /// softmax_kernel"; empty: none waits. Any thread.
  [[nodiscard]] virtual std::string unfinishedText() const { return {}; }
};

/// The device of this process, created at the first request; an error says why it cannot be used.
Result<std::shared_ptr<Device>> openDevice(DeviceId id);
/// The same for a device that is known to be open; null for any other.
Device* findDevice(DeviceId id);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/driver/driver.h"

#include <atomic>
#include <ctime>

#include "vmcore/emulated/driver/scheduler.h"

namespace relaxscope::emulated {
using namespace cuda;

DriverState& driver() {
  static DriverState& state = *new DriverState;  // never destroyed: other threads may be inside a call at exit
  return state;
}

CurrentCall& currentCall() {
  thread_local CurrentCall call;
  return call;
}

ThreadState& thisThread() {
  thread_local ThreadState state;
  return state;
}

uint64_t threadNumber() {
  static std::atomic<uint64_t> last{0};
  thread_local const uint64_t own = ++last;
  return own;
}

uint64_t nowNs() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

void throwFault(const ContextState& context) {
  if (context.sticky != Success) throw Refusal{context.sticky, context.fault, false};
}

ContextState& currentContext() {
  const Context handle = thisThread().context;
  require(handle != nullptr, InvalidContext, "no context is current on this thread");
  ContextState& context = *driver().contexts.at(handle, "current context", ContextIsDestroyed);
  throwFault(context);
  return context;
}

DeviceState& deviceAt(int device) {
  require(device >= 0 && static_cast<size_t>(device) < driver().devices.size(), InvalidDevice,
          fmt::format("device: {} is not a device", device));
  return driver().devices[static_cast<size_t>(device)];
}

bool isSticky(int status) {
  switch (status) {
    case IllegalAddress:
    case LaunchTimeout:
    case Assert:
    case HardwareStackError:
    case IllegalInstruction:
    case MisalignedAddress:
    case InvalidAddressSpace:
    case InvalidPc:
    case LaunchFailed: return true;
    default: return false;
  }
}

void killContext(ContextState& context, int status, const std::string& why) {
  if (context.sticky != Success) return;
  context.sticky = status;
  context.fault = why;
  dropWork(context);
}

void loseDevices() {
  driver().lost = true;
  for (DeviceState& device : driver().devices)
    if (device.primary != nullptr) killContext(*device.primary, LaunchFailed, "the GPU is lost");
}

const DeviceMemory* memoryOf(uint64_t address) {
  for (const DeviceState& device : driver().devices)
    if (device.memory != nullptr && device.memory->owns(address)) return device.memory.get();
  return nullptr;
}

}  // namespace relaxscope::emulated

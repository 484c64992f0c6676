// SPDX-License-Identifier: Apache-2.0
// The kinds of device work as a table, as event_kind.h has those of events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace relaxscope {

/// Kind of a slice of a device's track. The numbers are part of the protocol and of .rsprof; a new one increments the
/// version.
enum class DeviceWorkKind : uint16_t {
  Kernel = 0,
  CopyToDevice = 1,
  CopyToHost = 2,
  CopyOnDevice = 3,
  CopyBetweenDevices = 4,
  Fill = 5,            ///< memory set to a value
  Wait = 6,            ///< the host waits for the device: a call that synchronises
  DriverOverhead = 7,  ///< time that driver and collector took for themselves
  Compilation = 8,     ///< of kernels, from source or PTX; name: the module or the file of the cache
  Allocation = 9,      ///< a call of the driver that allocates memory; name: the function
  Release = 10,        ///< a call that frees it
};

enum class DeviceWorkGroup : uint8_t { Kernel, Copy, Fill, Memory, Host };

struct DeviceWorkKindRow {
  DeviceWorkKind kind;
  const char* name;  ///< used in exports and in .rsprof
  DeviceWorkGroup group;
};

inline constexpr DeviceWorkKindRow kDeviceWorkKinds[] = {
    {DeviceWorkKind::Kernel, "kernel", DeviceWorkGroup::Kernel},
    {DeviceWorkKind::CopyToDevice, "copy to device", DeviceWorkGroup::Copy},
    {DeviceWorkKind::CopyToHost, "copy to host", DeviceWorkGroup::Copy},
    {DeviceWorkKind::CopyOnDevice, "copy on device", DeviceWorkGroup::Copy},
    {DeviceWorkKind::CopyBetweenDevices, "copy between devices", DeviceWorkGroup::Copy},
    {DeviceWorkKind::Fill, "fill", DeviceWorkGroup::Fill},
    {DeviceWorkKind::Wait, "wait for device", DeviceWorkGroup::Host},
    {DeviceWorkKind::DriverOverhead, "driver overhead", DeviceWorkGroup::Host},
    {DeviceWorkKind::Compilation, "compile kernels", DeviceWorkGroup::Host},
    {DeviceWorkKind::Allocation, "allocate memory", DeviceWorkGroup::Memory},
    {DeviceWorkKind::Release, "free memory", DeviceWorkGroup::Memory},
};
static_assert(
    [] {
      for (size_t i = 0; i < std::size(kDeviceWorkKinds); ++i)
        if (static_cast<size_t>(kDeviceWorkKinds[i].kind) != i) return false;
      return true;
    }(),
    "the row of a kind stands at its number");

/// The row of a kind, or null for an unknown number; numbers from a file or a pipe are untrusted.
constexpr const DeviceWorkKindRow* deviceWorkKindRow(uint16_t number) {
  return number < std::size(kDeviceWorkKinds) ? &kDeviceWorkKinds[number] : nullptr;
}
constexpr const DeviceWorkKindRow* deviceWorkKindRow(DeviceWorkKind kind) {
  return deviceWorkKindRow(static_cast<uint16_t>(kind));
}
constexpr bool isInGroup(DeviceWorkKind kind, DeviceWorkGroup group) {
  const DeviceWorkKindRow* row = deviceWorkKindRow(kind);
  return row != nullptr && row->group == group;
}
constexpr bool isKernel(DeviceWorkKind kind) { return isInGroup(kind, DeviceWorkGroup::Kernel); }
constexpr bool isCopy(DeviceWorkKind kind) { return isInGroup(kind, DeviceWorkGroup::Copy); }
/// Calls of the driver that allocate or free memory: on a thread of the host.
constexpr bool isMemory(DeviceWorkKind kind) { return isInGroup(kind, DeviceWorkGroup::Memory); }
/// Work that occupies the device: kernels, copies and fills.
constexpr bool occupiesDevice(DeviceWorkKind kind) {
  return isKernel(kind) || isCopy(kind) || isInGroup(kind, DeviceWorkGroup::Fill);
}

}  // namespace relaxscope

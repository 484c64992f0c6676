// SPDX-License-Identifier: Apache-2.0
// Initialisation, statuses, and what the devices say of themselves.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/error_names.h"
#include "vmcore/emulated/driver/limits.h"

namespace relaxscope::emulated::api {
namespace {

void copyText(char* to, int bytes, const std::string& text) {
  requireOutput(to, "text");
  require(bytes > 0, InvalidValue, "bytes: must be greater than 0");
  const size_t length = std::min(text.size(), static_cast<size_t>(bytes) - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

struct AttributeRow {
  DeviceAttribute attribute;
  int value;
};
constexpr AttributeRow kAttributes[] = {
    {MaxThreadsPerBlock, limits::kThreadsPerBlock},
    {MaxBlockDimX, limits::kBlockX},
    {MaxBlockDimY, limits::kBlockY},
    {MaxBlockDimZ, limits::kBlockZ},
    {MaxGridDimX, limits::kGridX},
    {MaxGridDimY, limits::kGridY},
    {MaxGridDimZ, limits::kGridZ},
    {MaxSharedMemoryPerBlock, limits::kSharedPerBlock},
    {WarpSize, limits::kWarp},
    {MaxRegistersPerBlock, limits::kRegistersPerBlock},
    {ClockRateKhz, limits::kClockKhz},
    {MultiprocessorCount, limits::kMultiprocessors},
    {Integrated, 0},
    {ComputeMode, 0},
    {MemoryClockRateKhz, limits::kMemoryClockKhz},
    {MemoryBusWidthBits, limits::kMemoryBusBits},
    {L2CacheBytes, limits::kL2Bytes},
    {MaxThreadsPerMultiprocessor, limits::kThreadsPerMultiprocessor},
    {UnifiedAddressing, 1},
    {MaxSharedMemoryPerMultiprocessor, limits::kSharedPerMultiprocessor},
    {MaxRegistersPerMultiprocessor, limits::kRegistersPerMultiprocessor},
    {CooperativeLaunch, 1},
    {MaxSharedMemoryPerBlockOptin, limits::kSharedPerBlockOptin},
    {MaxBlocksPerMultiprocessor, limits::kBlocksPerMultiprocessor},
    {ReservedSharedMemoryPerBlock, limits::kSharedReservedPerBlock},
    {MemoryPoolsSupported, 0},
};

}  // namespace

int init(unsigned flags) {
  const Configuration& read = configuration();
  require(read.error.empty(), InvalidValue, read.error);
  require(!read.stub, StubLibrary, "the library is a stub");
  require(read.init == Success, read.init, "the configuration asks for this status");
  require(read.devices > 0, NoDevice, "the configuration has no device");
  require(flags == 0, InvalidValue, "flags: must be 0");
  if (driver().initialized) return Success;
  driver().devices.resize(static_cast<size_t>(read.devices));
  for (DeviceState& device : driver().devices) device.memory = std::make_unique<DeviceMemory>(read.memory);
  driver().initialized = true;
  return Success;
}

int driverVersion(int* version) {
  requireOutput(version, "version");
  *version = configuration().driver;
  return Success;
}

int errorName(int status, const char** name) {
  requireOutput(name, "name");
  *name = nullptr;
  require(!configuration().stub, StubLibrary, "the library is a stub");
  const ErrorRow* const row = errorRow(status);
  require(row != nullptr, InvalidValue, fmt::format("status: {} is unknown", status));
  *name = row->name;
  return Success;
}

int errorString(int status, const char** text) {
  requireOutput(text, "text");
  *text = nullptr;
  require(!configuration().stub, StubLibrary, "the library is a stub");
  const ErrorRow* const row = errorRow(status);
  require(row != nullptr, InvalidValue, fmt::format("status: {} is unknown", status));
  *text = row->text;
  return Success;
}

int deviceCount(int* count) {
  requireOutput(count, "count");
  *count = static_cast<int>(driver().devices.size());
  return Success;
}

int deviceGet(Device* device, int ordinal) {
  requireOutput(device, "device");
  deviceAt(ordinal);
  *device = ordinal;
  return Success;
}

int deviceName(char* name, int bytes, Device device) {
  deviceAt(device);
  copyText(name, bytes, "Emulated GPU");
  return Success;
}

int deviceAttribute(int* value, int attribute, Device device) {
  requireOutput(value, "value");
  deviceAt(device);
  if (attribute == CapabilityMajor) return *value = configuration().architecture / 10, Success;
  if (attribute == CapabilityMinor) return *value = configuration().architecture % 10, Success;
  const auto* const row = std::find_if(std::begin(kAttributes), std::end(kAttributes),
                                       [&](const AttributeRow& known) { return known.attribute == attribute; });
  require(row != std::end(kAttributes), InvalidValue, fmt::format("attribute: {} is unknown", attribute));
  *value = row->value;
  return Success;
}

int deviceBytes(size_t* bytes, Device device) {
  requireOutput(bytes, "bytes");
  *bytes = deviceAt(device).memory->totalBytes();
  return Success;
}

int deviceUuid(Uuid* uuid, Device device) {
  requireOutput(uuid, "uuid");
  deviceAt(device);
  *uuid = {};
  std::memcpy(uuid->bytes, "emulated", 8);
  uuid->bytes[15] = static_cast<unsigned char>(device);
  return Success;
}

int devicePciBusId(char* id, int bytes, Device device) {
  deviceAt(device);
  copyText(id, bytes, fmt::format("0000:{:02x}:00.0", device + 1));
  return Success;
}

int canAccessPeer(int* can, Device device, Device peer) {
  requireOutput(can, "can");
  deviceAt(device);
  deviceAt(peer);
  *can = device != peer ? 1 : 0;
  return Success;
}

}  // namespace relaxscope::emulated::api

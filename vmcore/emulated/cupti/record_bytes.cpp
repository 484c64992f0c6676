// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/cupti/record_bytes.h"

#include <unistd.h>

#include <cstring>

#include "vmcore/emulated/driver/configuration.h"

namespace relaxscope::emulated {
namespace {

using namespace cuda::cupti;

constexpr int kCuda13 = 13000;

template <class Record>
void append(std::vector<char>& to, const Record& record) {
  const size_t at = to.size();
  to.resize(at + recordBytes(record.kind));  // what a release appends is zero
  std::memcpy(to.data() + at, &record, sizeof record);
}

template <class Record>
Record placed(const WorkRecord& work) {
  Record record{};
  record.kind = recordKindOf(work.kind);
  record.start = work.start;
  record.end = work.end;
  record.device = work.device;
  record.context = work.device + 1;
  record.stream = work.stream;
  record.correlation = work.correlation;
  record.graph = work.graph;
  record.graphNode = work.graphNode;
  return record;
}

void appendKernel(std::vector<char>& to, const WorkRecord& work, const char* name) {
  auto record = placed<KernelRecord>(work);
  for (size_t i = 0; i < 3; ++i) {
    record.grid[i] = static_cast<int32_t>(work.grid[i]);
    record.block[i] = static_cast<int32_t>(work.block[i]);
  }
  record.registers = static_cast<uint16_t>(work.registers);
  record.staticShared = work.staticShared;
  record.dynamicShared = work.dynamicShared;
  record.localPerThread = work.localPerThread;
  record.name = name;
  append(to, record);
}

}  // namespace

uint32_t cuptiVersion(int driver) {
  constexpr uint32_t kOf12 = 19, kOf11 = 18;
  if (driver >= kCuda13) return static_cast<uint32_t>(driver) * 10;
  if (driver >= 12000) return kOf12 + static_cast<uint32_t>(driver % 1000 / 10);
  return kOf11;
}

size_t recordBytes(uint32_t kind) {
  const bool is13 = configuration().driver >= kCuda13;
  switch (kind) {
    case KernelKind: return is13 ? 216 : 208;
    case CopyKind:
    case PeerCopyKind: return is13 ? 96 : 88;
    case FillKind: return 88;
    case SynchronizationKind:
    case OverheadKind: return is13 ? 56 : 40;
    case DriverApiKind: return 40;
    case MemoryOperationKind: return is13 ? 128 : 120;
    case ExternalCorrelationKind: return 24;
    default: return 0;
  }
}

uint32_t recordKindOf(WorkKind kind) {
  switch (kind) {
    case WorkKind::Kernel: return KernelKind;
    case WorkKind::Fill: return FillKind;
    default: return CopyKind;
  }
}

void appendWork(std::vector<char>& to, const WorkRecord& work, const char* name) {
  if (work.kind == WorkKind::Kernel) return appendKernel(to, work, name);
  if (work.kind == WorkKind::Fill) {
    auto record = placed<FillRecord>(work);
    record.bytes = work.bytes;
    record.value = work.value;
    record.memoryKind = DeviceMemoryKind;
    return append(to, record);
  }
  auto record = placed<CopyRecord>(work);
  record.bytes = work.bytes;
  const uint8_t host = work.pinned ? Pinned : Pageable;
  record.from = work.kind == WorkKind::CopyToDevice ? host : uint8_t{DeviceMemoryKind};
  record.to = work.kind == WorkKind::CopyToHost ? host : uint8_t{DeviceMemoryKind};
  record.direction = work.kind == WorkKind::CopyToDevice ? HostToDevice
                     : work.kind == WorkKind::CopyToHost ? DeviceToHost
                                                         : DeviceToDevice;
  append(to, record);
}

void appendCall(std::vector<char>& to, const ApiRecord& call) {
  append(to, ApiCallRecord{DriverApiKind, call.callback, call.start, call.end, static_cast<uint32_t>(getpid()),
                           call.thread, call.correlation, static_cast<uint32_t>(call.status)});
}

void appendWait(std::vector<char>& to, int type, uint32_t stream, uint32_t correlation, uint64_t start, uint64_t end) {
  append(to, SynchronizationRecord{SynchronizationKind, static_cast<uint32_t>(type), start, end, correlation, 1, stream,
                                   0});
}

void appendMemory(std::vector<char>& to, const MemoryCallRecord& call) {
  MemoryRecord record{};
  record.kind = MemoryOperationKind;
  record.operation = call.release ? ReleaseOperation : AllocationOperation;
  record.memoryKind = uint32_t{call.pinned ? Pinned : DeviceMemoryKind};
  record.correlation = call.correlation;
  record.address = call.address;
  record.bytes = call.bytes;
  record.timestamp = call.time;
  record.process = static_cast<uint32_t>(getpid());
  record.device = call.device;
  record.context = call.device + 1;
  append(to, record);
}

void appendExternal(std::vector<char>& to, uint32_t kind, uint64_t id, uint32_t correlation) {
  append(to, ExternalCorrelationRecord{ExternalCorrelationKind, kind, id, correlation, 0});
}

void appendOverhead(std::vector<char>& to, uint32_t type, uint64_t start, uint64_t end) {
  append(to, OverheadRecord{OverheadKind, type, 0, {0, 0, 0}, start, end});
}

}  // namespace relaxscope::emulated

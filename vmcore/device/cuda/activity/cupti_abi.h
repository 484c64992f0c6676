// SPDX-License-Identifier: Apache-2.0
// The part of CUPTI's binary interface that RelaxScope uses: results, kinds and records, declared here so that a build
// needs no CUDA Toolkit. The records are those of CUDA 12.0 and later; later versions only append to them. A record
// does not state its size: cuptiActivityGetNextRecord leads from one to the next. Source: cupti_activity.h,
// cupti_result.h and cupti_driver_cbid.h of CUDA 12.1 to 13.5.
#pragma once

#include <cstddef>
#include <cstdint>

namespace relaxscope::cuda::cupti {

/// CUptiResult.
enum CuptiStatus : int {
  Ok = 0,
  InvalidParameter = 1,
  MaxLimitReached = 12,
  CuptiNotInitialized = 15,
  QueueEmpty = 18,
  InvalidKind = 21,
  CuptiNotSupported = 27,
  VirtualizedDevice = 33,
  InsufficientPrivileges = 35,
  MultipleSubscribers = 39,
  VirtualizedPrivileges = 40,
  ConfidentialComputing = 41,
  CmpDevice = 42,
  MigDevice = 43,
  SliDevice = 44,
  WslDevice = 45,
  CuptiUnknown = 999,
};

/// CUpti_ActivityKind.
enum RecordKind : uint32_t {
  CopyKind = 1,
  FillKind = 2,
  DriverApiKind = 4,
  RuntimeApiKind = 5,
  KernelKind = 10,  ///< CONCURRENT_KERNEL; plain KERNEL would serialise kernels
  OverheadKind = 17,
  PeerCopyKind = 22,
  SynchronizationKind = 38,
  ExternalCorrelationKind = 39,
  MemoryOperationKind = 49,  ///< MEMORY2
};

/// CUpti_ActivityMemcpyKind.
enum CopyDirection : uint8_t { HostToDevice = 1, DeviceToHost = 2, DeviceToDevice = 8, PeerToPeer = 10 };
/// CUpti_ActivityMemoryKind.
enum MemoryKind : uint8_t { Pageable = 1, Pinned = 2, DeviceMemoryKind = 3 };
/// CUpti_ActivityMemoryOperationType.
enum MemoryOperation : uint32_t { AllocationOperation = 1, ReleaseOperation = 2 };
/// CUpti_ActivitySynchronizationType.
enum SynchronizationType : uint32_t { SyncEvent = 1, SyncStreamWaitsForEvent = 2, SyncStream = 3, SyncContext = 4 };
/// CUpti_ActivityOverheadKind.
enum OverheadType : uint32_t {
  DriverCompiler = 1,
  BufferFlush = 1 << 16,
  Instrumentation = 2 << 16,
  Resource = 3 << 16,
  ModuleLoading = 4 << 16,
  LazyFunctionLoading = 5 << 16,
  CommandBufferFull = 6 << 16,
  BufferRequest = 7 << 16,
  UvmInit = 8 << 16,
};
/// CUpti_ExternalCorrelationKind.
inline constexpr uint32_t kCustom0 = 3;

/// CUpti_driver_api_trace_cbid: the calls that ask a device for work, wait for it, or allocate and free memory.
enum DriverCallback : uint32_t {
  OnContextSynchronize = 17,
  OnMemFreeHost = 38,
  OnEventSynchronize = 121,
  OnStreamSynchronize = 126,
  OnFillBytes = 216,
  OnFillWords = 220,
  OnMemAlloc = 243,
  OnMemFree = 245,
  OnCopyToDevice = 277,
  OnCopyToHost = 279,
  OnCopyOnDevice = 281,
  OnMemAllocHost = 294,
  OnLaunch = 307,
  OnCopyPeer = 319,
  OnLaunchCooperative = 477,
  OnGraphLaunch = 514,
  OnMemAllocAsync = 598,
  OnMemFreeAsync = 600,
  OnLaunchEx = 652,
};
inline constexpr DriverCallback kDriverCallbacks[] = {
    OnContextSynchronize, OnEventSynchronize, OnStreamSynchronize, OnFillBytes,   OnFillWords,
    OnCopyToDevice,       OnCopyToHost,       OnCopyOnDevice,      OnLaunch,      OnCopyPeer,
    OnLaunchCooperative,  OnGraphLaunch,      OnLaunchEx,          OnMemAlloc,    OnMemFree,
    OnMemAllocHost,       OnMemFreeHost,      OnMemAllocAsync,     OnMemFreeAsync};

/// CUpti_runtime_api_trace_cbid: the calls of the CUDA runtime by which a library allocates and frees memory.
enum RuntimeCallback : uint32_t {
  OnRuntimeMalloc = 20,
  OnRuntimeFree = 22,
  OnRuntimeMallocHost = 25,
  OnRuntimeFreeHost = 26,
  OnRuntimeHostAlloc = 27,
  OnRuntimeMallocAsync = 373,
  OnRuntimeFreeAsync = 375,
};

#pragma pack(push, 8)
/// CUpti_ActivityKernel9 and later.
struct KernelRecord {
  uint32_t kind;
  uint16_t sharedConfig, registers;
  char reserved0[8];
  uint64_t start, end, completed;
  uint32_t device, context, stream;
  int32_t grid[3], block[3];
  uint32_t staticShared, dynamicShared, localPerThread, localTotal32, correlation;
  uint64_t gridId;
  const char* name;
  uint64_t reserved1, queued, submitted;
  uint8_t launchType, sharedRequested;
  char reserved2[2];
  uint32_t sharedExecuted;
  uint64_t graphNode;
  uint32_t sharedLimit, graph;
  char reserved3[48];
};
static_assert(sizeof(KernelRecord) == 208);
static_assert(offsetof(KernelRecord, registers) == 6 && offsetof(KernelRecord, start) == 16);
static_assert(offsetof(KernelRecord, device) == 40 && offsetof(KernelRecord, stream) == 48);
static_assert(offsetof(KernelRecord, grid) == 52 && offsetof(KernelRecord, block) == 64);
static_assert(offsetof(KernelRecord, staticShared) == 76 && offsetof(KernelRecord, dynamicShared) == 80);
static_assert(offsetof(KernelRecord, localPerThread) == 84 && offsetof(KernelRecord, correlation) == 92);
static_assert(offsetof(KernelRecord, name) == 104 && offsetof(KernelRecord, queued) == 120);
static_assert(offsetof(KernelRecord, sharedExecuted) == 140 && offsetof(KernelRecord, graphNode) == 144);
static_assert(offsetof(KernelRecord, graph) == 156);

/// CUpti_ActivityMemcpy5 and later.
struct CopyRecord {
  uint32_t kind;
  uint8_t direction, from, to, flags;
  uint64_t bytes, start, end;
  uint32_t device, context, stream, correlation;
  char reserved[16];
  uint64_t graphNode;
  uint32_t graph, channel;
  char reserved1[8];
};
static_assert(sizeof(CopyRecord) == 88);
static_assert(offsetof(CopyRecord, direction) == 4 && offsetof(CopyRecord, bytes) == 8);
static_assert(offsetof(CopyRecord, start) == 16 && offsetof(CopyRecord, end) == 24);
static_assert(offsetof(CopyRecord, device) == 32 && offsetof(CopyRecord, stream) == 40);
static_assert(offsetof(CopyRecord, correlation) == 44 && offsetof(CopyRecord, graphNode) == 64);
static_assert(offsetof(CopyRecord, graph) == 72 && offsetof(CopyRecord, channel) == 76);

/// CUpti_ActivityMemcpyPtoP4.
struct PeerCopyRecord {
  uint32_t kind;
  uint8_t direction, from, to, flags;
  uint64_t bytes, start, end;
  uint32_t device, context, stream, fromDevice, fromContext, toDevice, toContext, correlation;
  char reserved[8];
  uint64_t graphNode;
  uint32_t graph, channel;
};
static_assert(sizeof(PeerCopyRecord) == 88);
static_assert(offsetof(PeerCopyRecord, stream) == 40 && offsetof(PeerCopyRecord, correlation) == 60);
static_assert(offsetof(PeerCopyRecord, graphNode) == 72 && offsetof(PeerCopyRecord, graph) == 80);

/// CUpti_ActivityMemset4 and later.
struct FillRecord {
  uint32_t kind, value;
  uint64_t bytes, start, end;
  uint32_t device, context, stream, correlation;
  uint16_t flags, memoryKind;
  char reserved[12];
  uint64_t graphNode;
  uint32_t graph, channel;
  char reserved1[8];
};
static_assert(sizeof(FillRecord) == 88);
static_assert(offsetof(FillRecord, value) == 4 && offsetof(FillRecord, bytes) == 8);
static_assert(offsetof(FillRecord, start) == 16 && offsetof(FillRecord, stream) == 40);
static_assert(offsetof(FillRecord, correlation) == 44 && offsetof(FillRecord, memoryKind) == 50);
static_assert(offsetof(FillRecord, graphNode) == 64 && offsetof(FillRecord, graph) == 72);

/// CUpti_ActivitySynchronization and later.
struct SynchronizationRecord {
  uint32_t kind, type;
  uint64_t start, end;
  uint32_t correlation, context, stream, event;
};
static_assert(sizeof(SynchronizationRecord) == 40);
static_assert(offsetof(SynchronizationRecord, start) == 8 && offsetof(SynchronizationRecord, correlation) == 24);
static_assert(offsetof(SynchronizationRecord, stream) == 32);

/// CUpti_ActivityMemory2 and later, without the memory pool that ends it. The time is that of the call's start.
struct MemoryRecord {
  uint32_t kind, operation, memoryKind, correlation;
  uint64_t address, bytes, timestamp, programCounter;
  uint32_t process, device, context, stream;
  const char* name;
  uint32_t isAsync, reserved;
};
static_assert(sizeof(MemoryRecord) == 80);
static_assert(offsetof(MemoryRecord, correlation) == 12 && offsetof(MemoryRecord, address) == 16);
static_assert(offsetof(MemoryRecord, bytes) == 24 && offsetof(MemoryRecord, timestamp) == 32);
static_assert(offsetof(MemoryRecord, device) == 52 && offsetof(MemoryRecord, stream) == 60);
static_assert(offsetof(MemoryRecord, isAsync) == 72);

/// CUpti_ActivityOverhead2 and later.
struct OverheadRecord {
  uint32_t kind, type, objectKind, objectId[3];
  uint64_t start, end;
};
static_assert(sizeof(OverheadRecord) == 40);
static_assert(offsetof(OverheadRecord, objectId) == 12 && offsetof(OverheadRecord, start) == 24);

/// CUpti_ActivityAPI.
struct ApiCallRecord {
  uint32_t kind, callback;
  uint64_t start, end;
  uint32_t process, thread, correlation, status;
};
static_assert(sizeof(ApiCallRecord) == 40);
static_assert(offsetof(ApiCallRecord, start) == 8 && offsetof(ApiCallRecord, correlation) == 32);

/// CUpti_ActivityExternalCorrelation.
struct ExternalCorrelationRecord {
  uint32_t kind, externalKind;
  uint64_t id;
  uint32_t correlation, reserved;
};
static_assert(sizeof(ExternalCorrelationRecord) == 24);
static_assert(offsetof(ExternalCorrelationRecord, id) == 8 && offsetof(ExternalCorrelationRecord, correlation) == 16);
#pragma pack(pop)

/// The version from which records are as above: that of CUDA 11.8, which some releases of 12.1 state.
inline constexpr uint32_t kOldestCupti = 18;

using Subscriber = struct SubscriberTag*;
using RequestBuffer = void (*)(uint8_t** buffer, size_t* bytes, size_t* maxRecords);
using CompleteBuffer = void (*)(void* context, uint32_t stream, uint8_t* buffer, size_t bytes, size_t validBytes);
using SubscriberCallback = void (*)(void* self, int domain, uint32_t callback, const void* data);

}  // namespace relaxscope::cuda::cupti

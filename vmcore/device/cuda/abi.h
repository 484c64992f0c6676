// SPDX-License-Identifier: Apache-2.0
// The part of the CUDA driver's binary interface that RelaxScope calls: handles, constants and structures, declared
// here so that a build needs no CUDA Toolkit. Names follow the driver API without its prefix. A test compares them with
// the toolkit's headers where those are installed. Source: CUDA Driver API reference, cuda.h of CUDA 12.0 to 13.0.
#pragma once

#include <cstddef>
#include <cstdint>

namespace relaxscope::cuda {

using Device = int;                  ///< CUdevice
using DevicePointer = uint64_t;      ///< CUdeviceptr
using Context = struct ContextTag*;  ///< CUcontext
using Module = struct ModuleTag*;    ///< CUmodule
using Function = struct FunctionTag*;
using Stream = struct StreamTag*;  ///< CUstream; null: the legacy default stream
using Event = struct EventTag*;
using Graph = struct GraphTag*;
using GraphNode = struct GraphNodeTag*;
using GraphExec = struct GraphExecTag*;

/// CUresult.
enum Status : int {
  Success = 0,
  InvalidValue = 1,
  OutOfDeviceMemory = 2,
  NotInitialized = 3,
  Deinitialized = 4,
  StubLibrary = 34,
  DeviceUnavailable = 46,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  InvalidContext = 201,
  NoBinaryForGpu = 209,
  InvalidPtx = 218,
  UnsupportedPtxVersion = 222,
  InvalidSource = 300,
  FileNotFound = 301,
  InvalidHandle = 400,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeout = 702,
  PeerAccessAlreadyEnabled = 704,
  ContextIsDestroyed = 709,
  Assert = 710,
  HardwareStackError = 714,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  InvalidAddressSpace = 717,
  InvalidPc = 718,
  LaunchFailed = 719,
  CooperativeLaunchTooLarge = 720,
  NotPermitted = 800,
  NotSupported = 801,
  SystemNotReady = 802,
  SystemDriverMismatch = 803,
  CompatNotSupportedOnDevice = 804,
  StreamCaptureUnsupported = 900,
  StreamCaptureInvalidated = 901,
  StreamCaptureUnmatched = 903,
  StreamCaptureUnjoined = 904,
  StreamCaptureIsolation = 905,
  StreamCaptureImplicit = 906,
  CapturedEvent = 907,
  StreamCaptureWrongThread = 908,
  Unknown = 999,
};

/// CUdevice_attribute.
enum DeviceAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockDimX = 2,
  MaxBlockDimY = 3,
  MaxBlockDimZ = 4,
  MaxGridDimX = 5,
  MaxGridDimY = 6,
  MaxGridDimZ = 7,
  MaxSharedMemoryPerBlock = 8,
  WarpSize = 10,
  MaxRegistersPerBlock = 12,
  ClockRateKhz = 13,
  MultiprocessorCount = 16,
  Integrated = 18,
  ComputeMode = 20,
  MemoryClockRateKhz = 36,
  MemoryBusWidthBits = 37,
  L2CacheBytes = 38,
  MaxThreadsPerMultiprocessor = 39,
  UnifiedAddressing = 41,
  CapabilityMajor = 75,
  CapabilityMinor = 76,
  MaxSharedMemoryPerMultiprocessor = 81,
  MaxRegistersPerMultiprocessor = 82,
  CooperativeLaunch = 95,
  MaxSharedMemoryPerBlockOptin = 97,
  MaxBlocksPerMultiprocessor = 106,
  ReservedSharedMemoryPerBlock = 111,
  MemoryPoolsSupported = 115,
};

/// CUfunction_attribute.
enum FunctionAttribute : int {
  FunctionMaxThreadsPerBlock = 0,
  SharedSizeBytes = 1,
  ConstSizeBytes = 2,
  LocalSizeBytes = 3,
  NumRegisters = 4,
  PtxVersion = 5,
  BinaryVersion = 6,
  MaxDynamicSharedSizeBytes = 8,
  NonPortableClusterSizeAllowed = 14,
};

/// CUjit_option.
enum JitOption : int { InfoLogBuffer = 3, InfoLogBufferBytes = 4, ErrorLogBuffer = 5, ErrorLogBufferBytes = 6 };

enum StreamFlags : unsigned { StreamDefault = 0, StreamNonBlocking = 1 };
enum EventFlags : unsigned { EventDefault = 0, EventBlockingSync = 1, EventDisableTiming = 2 };
enum CaptureMode : int { CaptureGlobal = 0, CaptureThreadLocal = 1, CaptureRelaxed = 2 };
enum CaptureStatus : int { CaptureNone = 0, CaptureActive = 1, CaptureInvalidated = 2 };
/// CUgraphNodeType.
enum GraphNodeType : int {
  NodeKernel = 0,
  NodeMemcpy = 1,
  NodeMemset = 2,
  NodeHost = 3,
  NodeGraph = 4,
  NodeEmpty = 5,
  NodeWaitEvent = 6,
  NodeEventRecord = 7
};
/// CUlaunchAttributeID.
enum LaunchAttributeId : unsigned {
  LaunchCooperative = 2,
  LaunchClusterDimension = 4,
  LaunchProgrammaticStreamSerialization = 6,
  LaunchPreferredClusterDimension = 11,
};
/// Block dimension x of a launch whose kernel was compiled with the dimension (CUDA 13).
inline constexpr unsigned kRequiredBlockDim = 1u << 31;

/// CUlaunchAttribute: 72 bytes.
struct LaunchAttribute {
  LaunchAttributeId id;
  char pad[4];
  union {
    char bytes[64];
    int cooperative;
    struct {
      unsigned x, y, z;
    } clusterDim;
    int programmaticStreamSerialization;
  } value;
};
static_assert(sizeof(LaunchAttribute) == 72);

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  Stream stream;
  LaunchAttribute* attributes;
  unsigned attributeCount;
};
static_assert(sizeof(LaunchConfig) == 56);

/// CUDA_KERNEL_NODE_PARAMS_v2.
struct KernelNodeParams {
  Function function;
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  void** params;
  void** extra;
  void* kernel;
  Context context;
};
static_assert(sizeof(KernelNodeParams) == 72);

struct Uuid {
  unsigned char bytes[16];
};

/// CUDA_GET_PROC_ADDRESS_LEGACY_STREAM.
inline constexpr uint64_t kLegacyStream = 1;

}  // namespace relaxscope::cuda

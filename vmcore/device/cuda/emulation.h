// SPDX-License-Identifier: Apache-2.0
// What the emulated CUDA libraries offer beyond NVIDIA's interface. Each is an extern "C" function that a program finds
// with dlsym; a real driver lacks them, which is how a program knows that the GPU is emulated.
#pragma once

#include <cstddef>
#include <cstdint>

namespace relaxscope::emulated {

/// A tensor that a kernel of the next launches may access, as the program's Call passed it.
struct TensorExtent {
  uint64_t address = 0;  ///< device pointer of the first element
  uint64_t bytes = 0;
  uint32_t elementBytes = 1;
  char name[60] = {};  ///< of the Call's argument: "argument 2"; for messages
};

/// Kinds of the work that an activity sink is given.
enum class WorkKind : uint8_t { Kernel, CopyToDevice, CopyToHost, CopyOnDevice, Fill };

/// One finished piece of work of a stream. Times are CLOCK_REALTIME nanoseconds.
struct WorkRecord {
  WorkKind kind = WorkKind::Kernel;
  bool pinned = false;  ///< of copies: whether the host side is pinned
  uint32_t device = 0, stream = 0, correlation = 0;
  uint32_t graph = 0;      ///< 0: not part of a graph
  uint64_t graphNode = 0;  ///< 0: not part of a graph
  uint64_t queued = 0, start = 0, end = 0;
  uint64_t bytes = 0;  ///< of copies and fills
  uint32_t value = 0;  ///< of fills
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  uint32_t registers = 0, staticShared = 0, dynamicShared = 0, localPerThread = 0;
  const char* name = nullptr;  ///< of kernels; valid during the call
};

/// One call of a driver function. `callback` is CUPTI's CUpti_driver_api_trace_cbid.
struct ApiRecord {
  uint32_t callback = 0, correlation = 0, thread = 0;
  int status = 0;
  uint64_t start = 0, end = 0;
};

/// One call that allocated or freed memory. Time is CLOCK_REALTIME nanoseconds at its start.
struct MemoryCallRecord {
  bool release = false, pinned = false;  ///< pinned: host memory
  uint32_t device = 0, correlation = 0;
  uint64_t address = 0, bytes = 0, time = 0;
};

/// Receives finished work and driver calls, on any thread; set by the emulated libcupti.
struct ActivitySink {
  void* self = nullptr;
  void (*work)(void* self, const WorkRecord& record) = nullptr;
  void (*api)(void* self, const ApiRecord& record) = nullptr;
  /// A wait for a device: kind as CUPTI's CUpti_ActivitySynchronizationType, stream 0 for the whole context.
  void (*wait)(void* self, int kind, uint32_t stream, uint32_t correlation, uint64_t start, uint64_t end) = nullptr;
  void (*memory)(void* self, const MemoryCallRecord& record) = nullptr;
};

/// Name of the function in libcuda and its type: sets the tensors that this thread's next launches may access, until
/// the next call; none: whole allocations are checked.
inline constexpr const char* kSetExtents = "rsEmulatedSetExtents";
using SetExtents = void (*)(const TensorExtent* extents, size_t count);

/// Sets or removes (null) the activity sink.
inline constexpr const char* kSetActivitySink = "rsEmulatedSetActivitySink";
using SetActivitySink = void (*)(const ActivitySink* sink);

/// The text of the fault that an error status of this context reports: kernel, block, thread, parameter, index; empty
/// if there is none. Valid until the next call.
inline constexpr const char* kFaultText = "rsEmulatedFaultText";
using FaultText = const char* (*)();

}  // namespace relaxscope::emulated

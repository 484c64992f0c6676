// SPDX-License-Identifier: Apache-2.0
// The state of the emulated driver: devices, contexts and every object with a handle, behind one mutex, which each call
// holds except while it waits. It lives until the process ends.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "vmcore/emulated/driver/configuration.h"
#include "vmcore/emulated/driver/handles.h"
#include "vmcore/emulated/driver/objects.h"

namespace relaxscope::emulated {

struct DriverState {
  std::mutex mutex;
  bool initialized = false;
  bool lost = false;  ///< the GPUs do not answer any more
  uint64_t launches = 0;
  uint32_t streamsMade = 0, graphsMade = 0;
  std::vector<DeviceState> devices;
  std::vector<std::shared_ptr<Capture>> captures;  ///< under way
  HandleTable<HandleKind::Context, cuda::Context, ContextState> contexts;
  HandleTable<HandleKind::Module, cuda::Module, ModuleState> modules;
  HandleTable<HandleKind::Function, cuda::Function, FunctionState> functions;
  HandleTable<HandleKind::Stream, cuda::Stream, StreamState> streams;
  HandleTable<HandleKind::Event, cuda::Event, EventState> events;
  HandleTable<HandleKind::Graph, cuda::Graph, GraphState> graphs;
  HandleTable<HandleKind::GraphNode, cuda::GraphNode, GraphNodeState> nodes;
  HandleTable<HandleKind::GraphExec, cuda::GraphExec, GraphExecState> execs;
};
DriverState& driver();

/// The call that this thread is in.
struct CurrentCall {
  Fn function = Fn::Count;
  uint32_t correlation = 0;
  uint64_t startNs = 0;
  std::unique_lock<std::mutex> lock;  ///< of the driver's mutex
};
CurrentCall& currentCall();

/// What belongs to a thread.
struct ThreadState {
  cuda::Context context = nullptr;  ///< current
  std::vector<TensorExtent> extents;
  std::string faultText;
};
ThreadState& thisThread();
/// A number for this thread that no other has.
uint64_t threadNumber();

/// CLOCK_REALTIME.
uint64_t nowNs();

/// Throws Refusal unless the condition holds.
inline void require(bool condition, int status, const std::string& why) {
  if (!condition) throw Refusal{status, why};
}
/// Throws Refusal if an output pointer is null.
inline void requireOutput(const void* pointer, const char* argument) {
  if (pointer == nullptr) throw Refusal{cuda::InvalidValue, std::string(argument) + ": is null"};
}

/// The context that is current on this thread; throws Refusal if there is none, if it was destroyed or if a fault has
/// killed it.
ContextState& currentContext();
/// The device with that number; throws Refusal.
DeviceState& deviceAt(int device);
/// Throws the fault of a context that has one.
void throwFault(const ContextState& context);
/// Whether the status is one after which a context answers nothing else.
bool isSticky(int status);
/// Ends a context with a fault, if it has none yet: queued work is dropped, further calls return the status.
void killContext(ContextState& context, int status, const std::string& why);
/// Ends every context, as if the GPUs had fallen off the bus.
void loseDevices();
/// The memory that has an address, allocated or not; null if it is no device address. Without the mutex.
const DeviceMemory* memoryOf(uint64_t address);

}  // namespace relaxscope::emulated

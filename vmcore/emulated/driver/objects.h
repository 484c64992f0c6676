// SPDX-License-Identifier: Apache-2.0
// What the handles of the emulated driver stand for. All of it is guarded by the driver's mutex, except where said.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "vmcore/device/cuda/emulation.h"
#include "vmcore/emulated/device_memory.h"
#include "vmcore/emulated/driver/api.h"
#include "vmcore/emulated/kernel_image.h"
#include "vmcore/emulated/kernel_run.h"

namespace relaxscope::emulated {

struct ContextState;

/// What a copy, fill or kernel does, and how a record tells of it. Immutable once queued: a graph queues it many times.
struct Work {
  std::function<std::optional<KernelFault>()> run;
  WorkRecord record;  ///< without times, stream and correlation
  std::string name;   ///< of kernels
};

/// An entry of a stream: work, or without one a mark that is reached when all before it is done.
struct Operation {
  uint64_t serial = 0;                    ///< in the order of calls
  std::shared_ptr<ContextState> context;  ///< null once done
  std::shared_ptr<const Work> work;
  std::vector<std::shared_ptr<Operation>> after;  ///< must be done first; empty once done
  WorkRecord record;
  uint64_t doneNs = 0;  ///< CLOCK_REALTIME; 0 while pending
  [[nodiscard]] bool done() const { return doneNs != 0; }
};
using OperationRef = std::shared_ptr<Operation>;

struct GraphNodeState {
  ContextState* context = nullptr;
  int type = cuda::NodeEmpty;
  std::shared_ptr<const Work> work;  ///< null for empty nodes
  std::vector<size_t> after;         ///< nodes of the same graph, all before this one
  cuda::GraphNode handle = nullptr;
  std::shared_ptr<const KernelRun> kernel;  ///< of kernel nodes
  cuda::Function function = nullptr;
  std::vector<void*> params;  ///< addresses of the kernel's arguments, for those who ask
};

struct GraphState {
  ContextState* context = nullptr;
  std::vector<std::shared_ptr<GraphNodeState>> nodes;
};

/// A capture under way: streams that take part add nodes to one graph.
struct Capture {
  cuda::Stream origin = nullptr;
  int mode = cuda::CaptureGlobal;
  uint64_t thread = 0;
  bool invalidated = false;
  std::shared_ptr<GraphState> graph = std::make_shared<GraphState>();
};

struct StreamState {
  ContextState* context = nullptr;
  bool blocking = true;  ///< synchronises with the legacy default stream
  uint32_t id = 0;       ///< in records
  OperationRef last;
  std::shared_ptr<Capture> capture;
  std::vector<size_t> captured;  ///< nodes that the next captured one comes after
};

struct EventState {
  ContextState* context = nullptr;
  bool timing = true;
  OperationRef recorded;
  std::shared_ptr<Capture> capture;  ///< if it was last recorded in a capture
  std::vector<size_t> captured;
};

struct FunctionState {
  ContextState* context = nullptr;
  const KernelEntry* kernel = nullptr;
  std::shared_ptr<const KernelImage> image;
  cuda::Module module = nullptr;
  int maxDynamicShared = 0;  ///< of the attribute
};

struct ModuleState {
  ContextState* context = nullptr;
  std::shared_ptr<const KernelImage> image;
  std::map<std::string, cuda::Function> functions;  ///< those that were asked for
};

struct GraphExecState {
  ContextState* context = nullptr;
  uint32_t id = 0;
  std::vector<std::shared_ptr<GraphNodeState>> nodes;
  OperationRef last;  ///< end of the last launch: launches of one executable graph follow each other
};

/// A primary context between its first retain and its last release.
struct ContextState : std::enable_shared_from_this<ContextState> {
  int device = 0;
  cuda::Context handle = nullptr;
  std::shared_ptr<StreamState> legacy;       ///< the default stream
  std::vector<OperationRef> orphans;         ///< last operations of destroyed streams
  std::set<uint64_t> blocks;                 ///< of device memory
  std::map<uintptr_t, uint64_t> hostBlocks;  ///< pinned: address and bytes
  std::set<int> peers;
  int sticky = 0;  ///< status of the fault that killed it
  std::string fault;
};

/// A GPU.
struct DeviceState {
  std::unique_ptr<DeviceMemory> memory;  ///< from cuInit on; usable without the driver's mutex
  std::shared_ptr<ContextState> primary;
  unsigned retained = 0;
};

}  // namespace relaxscope::emulated

// SPDX-License-Identifier: Apache-2.0
// Primary contexts, and which one is current on a thread.
#include <cstdio>
#include <cstdlib>

#include "vmcore/emulated/driver/activity.h"
#include "vmcore/emulated/driver/capture.h"
#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/scheduler.h"

namespace relaxscope::emulated::api {
namespace {

/// CUPTI's number of the default stream of a context.
constexpr uint32_t kLegacyStreamId = 7;

template <class Table>
size_t removeOf(Table& table, const ContextState& context) {
  return table.removeIf([&](const auto& object) { return object.context == &context; });
}

void reportLeak(const char* what, size_t count, uint64_t bytes = 0) {
  if (count == 0 || !configuration().leaks) return;
  const std::string size = bytes == 0 ? "" : fmt::format(" ({} bytes)", bytes);
  fmt::print(stderr, "emulated GPU: {} {}{}{} never freed\n", count, what, count == 1 ? "" : "s",
             size + (count == 1 ? " was" : " were"));
}

uint64_t freeBlocks(const ContextState& context, DeviceMemory& memory) {
  uint64_t bytes = 0;
  for (const uint64_t block : context.blocks) {
    if (const auto found = memory.find(block)) bytes += found->bytes;
    memory.release(block);
  }
  return bytes;
}

/// Releases everything that a context owns.
void destroyContext(DeviceState& device) {
  const std::shared_ptr<ContextState> context = device.primary;
  killContext(*context, ContextIsDestroyed, "the context was released");
  reportLeak("block", context->blocks.size(), freeBlocks(*context, *device.memory));
  uint64_t hostBytes = 0;
  for (const auto& [address, bytes] : context->hostBlocks) {
    hostBytes += bytes;
    std::free(reinterpret_cast<void*>(address));
  }
  reportLeak("pinned host block", context->hostBlocks.size(), hostBytes);
  reportLeak("stream", removeOf(driver().streams, *context));
  reportLeak("event", removeOf(driver().events, *context));
  removeOf(driver().functions, *context);
  reportLeak("module", removeOf(driver().modules, *context));
  driver().nodes.removeIf([&](const GraphNodeState& node) { return node.context == context.get(); });
  reportLeak("graph", removeOf(driver().graphs, *context));
  reportLeak("executable graph", removeOf(driver().execs, *context));
  std::erase_if(driver().captures, [&](const auto& capture) { return capture->graph->context == context.get(); });
  driver().contexts.remove(context->handle);
  context->legacy.reset();
  device.primary.reset();
}

}  // namespace

int primaryRetain(Context* context, Device device) {
  requireOutput(context, "context");
  DeviceState& state = deviceAt(device);
  require(!driver().lost, DeviceUnavailable, "the GPU is lost");
  if (state.retained++ == 0) {
    state.primary = std::make_shared<ContextState>();
    state.primary->device = device;
    state.primary->legacy = std::make_shared<StreamState>();
    state.primary->legacy->context = state.primary.get();
    state.primary->legacy->id = kLegacyStreamId;
    state.primary->handle = driver().contexts.add(state.primary);
  }
  *context = state.primary->handle;
  return Success;
}

int primaryRelease(Device device) {
  DeviceState& state = deviceAt(device);
  require(state.retained > 0, InvalidContext, fmt::format("device: {} has no retained context", device));
  if (--state.retained > 0) return Success;
  const std::shared_ptr<ContextState> context = state.primary;
  if (context->sticky == Success) {
    try {
      waitForAll(*context);
    } catch (const Refusal&) {
      // A fault of work that nobody waited for: the context ends anyhow.
    }
  }
  if (state.retained == 0 && state.primary == context) destroyContext(state);
  return Success;
}

int contextSet(Context context) {
  if (context != nullptr) driver().contexts.at(context, "context", InvalidContext);
  thisThread().context = context;
  return Success;
}

int contextGet(Context* context) {
  requireOutput(context, "context");
  *context = thisThread().context;
  return Success;
}

int contextSynchronize() {
  ContextState& context = currentContext();
  forbidDuringCapture(context);
  const uint64_t start = nowNs();
  waitForAll(context);
  reportWait(WaitKind::Context, 0, currentCall().correlation, start, nowNs());
  return Success;
}

int enablePeerAccess(Context peer, unsigned flags) {
  ContextState& own = currentContext();
  ContextState& other = *driver().contexts.at(peer, "peer", InvalidContext);
  require(flags == 0, InvalidValue, "flags: must be 0");
  require(&own != &other, InvalidDevice, "peer: is the current context");
  require(own.peers.insert(other.device).second, PeerAccessAlreadyEnabled, "peer: access is enabled already");
  return Success;
}

}  // namespace relaxscope::emulated::api

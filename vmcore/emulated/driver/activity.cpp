// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/driver/activity.h"

#include <mutex>
#include <optional>
#include <shared_mutex>

#include "vmcore/device/cuda/activity/cupti_abi.h"

namespace relaxscope::emulated {
namespace {

struct Sink {
  std::shared_mutex mutex;  ///< shared: while a call of the sink is under way
  std::optional<ActivitySink> sink;
};

Sink& current() {
  static Sink& sink = *new Sink;
  return sink;
}

template <class Call>
void withSink(Call call) {
  const std::shared_lock lock(current().mutex);
  if (current().sink) call(*current().sink);
}

}  // namespace

void setActivitySink(const ActivitySink* sink) {
  const std::unique_lock lock(current().mutex);
  if (sink == nullptr) current().sink.reset();
  else current().sink = *sink;
}

uint32_t callbackOf(Fn function) {
  using namespace cuda::cupti;
  switch (function) {
    case Fn::launch: return OnLaunch;
    case Fn::launchEx: return OnLaunchEx;
    case Fn::launchCooperative: return OnLaunchCooperative;
    case Fn::graphLaunch: return OnGraphLaunch;
    case Fn::copyToDevice: return OnCopyToDevice;
    case Fn::copyToHost: return OnCopyToHost;
    case Fn::copyOnDevice: return OnCopyOnDevice;
    case Fn::copyPeer: return OnCopyPeer;
    case Fn::fillBytes: return OnFillBytes;
    case Fn::fillWords: return OnFillWords;
    case Fn::streamSynchronize: return OnStreamSynchronize;
    case Fn::eventSynchronize: return OnEventSynchronize;
    case Fn::contextSynchronize: return OnContextSynchronize;
    case Fn::memAlloc: return OnMemAlloc;
    case Fn::memFree: return OnMemFree;
    case Fn::memAllocHost: return OnMemAllocHost;
    case Fn::memFreeHost: return OnMemFreeHost;
    default: return 0;
  }
}

void reportWork(const WorkRecord& record) {
  withSink([&](const ActivitySink& sink) {
    if (sink.work != nullptr) sink.work(sink.self, record);
  });
}

void reportCall(const ApiRecord& record) {
  withSink([&](const ActivitySink& sink) {
    if (sink.api != nullptr) sink.api(sink.self, record);
  });
}

void reportMemory(const MemoryCallRecord& record) {
  withSink([&](const ActivitySink& sink) {
    if (sink.memory != nullptr) sink.memory(sink.self, record);
  });
}

void reportWait(WaitKind kind, uint32_t stream, uint32_t correlation, uint64_t start, uint64_t end) {
  withSink([&](const ActivitySink& sink) {
    if (sink.wait != nullptr) sink.wait(sink.self, static_cast<int>(kind), stream, correlation, start, end);
  });
}

}  // namespace relaxscope::emulated

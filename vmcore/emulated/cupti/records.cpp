// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/cupti/records.h"

#include <dlfcn.h>

#include <csignal>
#include <cstring>
#include <ctime>
#include <thread>
#include <utility>

#include "vmcore/emulated/cupti/record_bytes.h"
#include "vmcore/emulated/driver/configuration.h"

namespace relaxscope::emulated {
namespace {

using namespace cuda::cupti;

thread_local std::map<uint32_t, std::vector<uint64_t>> externals;

uint64_t nowNs() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

/// The function of the emulated libcuda in this library's folder; null if there is none.
SetActivitySink findSinkSetter() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&findSinkSetter), &info) == 0 || info.dli_fname == nullptr) return nullptr;
  const std::string own = info.dli_fname;
  const std::string path = own.substr(0, own.rfind('/') + 1) + "libcuda.so.1";
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  return library == nullptr ? nullptr : reinterpret_cast<SetActivitySink>(dlsym(library, kSetActivitySink));
}

}  // namespace

Records& Records::ofProcess() {
  static Records& made = *new Records;  // the driver's threads may outlive static objects
  return made;
}

void Records::setCallbacks(RequestBuffer request, CompleteBuffer filled) {
  const std::lock_guard lock(mutex_);
  request_ = request;
  complete_ = filled;
}

bool Records::connect() {
  static const SetActivitySink set = findSinkSetter();
  if (set == nullptr) return false;
  ActivitySink sink;
  sink.self = this;
  sink.work = [](void* self, const WorkRecord& work) { static_cast<Records*>(self)->addWork(work); };
  sink.api = [](void* self, const ApiRecord& call) { static_cast<Records*>(self)->addCall(call); };
  sink.wait = [](void* self, int type, uint32_t stream, uint32_t correlation, uint64_t start, uint64_t end) {
    static_cast<Records*>(self)->addWait(type, stream, correlation, start, end);
  };
  sink.memory = [](void* self, const MemoryCallRecord& call) { static_cast<Records*>(self)->addMemory(call); };
  bool wanted = false;
  {
    const std::lock_guard lock(mutex_);
    wanted = !kinds_.empty() || !calls_.empty();
  }
  set(wanted ? &sink : nullptr);  // waits for calls of the sink under way, which take the mutex
  return true;
}

int Records::enable(uint32_t kind, bool on) {
  if (recordBytes(kind) == 0) return InvalidKind;
  {
    const std::lock_guard lock(mutex_);
    if (on) kinds_.insert(kind);
    else kinds_.erase(kind);
  }
  return connect() ? Ok : CuptiNotInitialized;
}

int Records::enableCall(uint32_t callback, bool on) {
  {
    const std::lock_guard lock(mutex_);
    if (on) calls_.insert(callback);
    else calls_.erase(callback);
  }
  return connect() ? Ok : CuptiNotInitialized;
}

void Records::addWork(const WorkRecord& work) {
  const std::lock_guard lock(mutex_);
  if (!isEnabled(recordKindOf(work.kind))) return;
  appendWork(queue_, work, work.name == nullptr ? nullptr : names_.insert(work.name).first->c_str());
  changed_.notify_all();
}

void Records::addCall(const ApiRecord& call) {
  const std::lock_guard lock(mutex_);
  if (call.callback == 0 || (!isEnabled(DriverApiKind) && !calls_.contains(call.callback))) return;
  appendCall(queue_, call);
  if (isEnabled(ExternalCorrelationKind))
    for (const auto& [kind, ids] : externals)
      if (!ids.empty()) appendExternal(queue_, kind, ids.back(), call.correlation);
  changed_.notify_all();
}

void Records::addWait(int type, uint32_t stream, uint32_t correlation, uint64_t start, uint64_t end) {
  const std::lock_guard lock(mutex_);
  if (!isEnabled(SynchronizationKind)) return;
  appendWait(queue_, type, stream, correlation, start, end);
  changed_.notify_all();
}

void Records::addMemory(const MemoryCallRecord& call) {
  const std::lock_guard lock(mutex_);
  if (!isEnabled(MemoryOperationKind)) return;
  appendMemory(queue_, call);
  changed_.notify_all();
}

void Records::flush() {
  std::unique_lock lock(mutex_);
  if (request_ == nullptr) return;
  if (!std::exchange(started_, true)) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([this] { deliverForever(); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  const uint64_t own = ++flushesAsked_;
  changed_.notify_all();
  changed_.wait(lock, [&] { return flushesDone_ >= own; });
}

uint64_t Records::takeDropped() {
  const std::lock_guard lock(mutex_);
  return std::exchange(dropped_, 0);
}

void Records::pushExternal(uint32_t kind, uint64_t id) { externals[kind].push_back(id); }

bool Records::popExternal(uint32_t kind, uint64_t& last) {
  std::vector<uint64_t>& ids = externals[kind];
  if (ids.empty()) return false;
  last = ids.back();
  ids.pop_back();
  return true;
}

void Records::deliverForever() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return !queue_.empty() || flushesDone_ < flushesAsked_; });
    const std::vector<char> records = std::exchange(queue_, {});
    const uint64_t asked = flushesAsked_;
    const bool tellsOverhead = isEnabled(OverheadKind);
    lock.unlock();
    const uint64_t start = nowNs();
    deliver(records);
    if (asked > flushesDone_) {  // written by this thread alone
      std::vector<char> overhead;
      if (tellsOverhead && used_ != 0) appendOverhead(overhead, BufferFlush, start, nowNs());
      deliver(overhead);
      complete();
      requested_ = 0;
    }
    lock.lock();
    flushesDone_ = asked;
    changed_.notify_all();
  }
}

void Records::deliver(const std::vector<char>& records) {
  for (size_t at = 0; at < records.size();) {
    uint32_t kind = 0;
    std::memcpy(&kind, records.data() + at, sizeof kind);
    deliverOne(records.data() + at, recordBytes(kind));
    at += recordBytes(kind);
  }
}

void Records::deliverOne(const char* record, size_t bytes) {
  if (buffer_ != nullptr && used_ + bytes > bufferBytes_) complete();
  if (buffer_ == nullptr && requested_ < configuration().buffers.value_or(UINT64_MAX)) {
    size_t most = 0;
    request_(&buffer_, &bufferBytes_, &most);
    ++requested_;
  }
  if (buffer_ == nullptr || bytes > bufferBytes_) {
    const std::lock_guard lock(mutex_);
    ++dropped_;
    return;
  }
  std::memcpy(buffer_ + used_, record, bytes);
  used_ += bytes;
}

void Records::complete() {
  if (buffer_ == nullptr) return;
  complete_(nullptr, 0, std::exchange(buffer_, nullptr), bufferBytes_, std::exchange(used_, 0));
}

}  // namespace relaxscope::emulated

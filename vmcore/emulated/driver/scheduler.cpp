// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/driver/scheduler.h"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "vmcore/emulated/driver/activity.h"
#include "vmcore/emulated/driver/driver.h"

namespace relaxscope::emulated {
namespace {

/// A thread that waits, and what for.
struct Waiter {
  std::vector<OperationRef> targets;
  int allowed = -1;  ///< pieces of work that may run for it; -1: as many as it takes
  [[nodiscard]] bool satisfied() const {
    return allowed == 0 ||
           std::all_of(targets.begin(), targets.end(), [](const OperationRef& target) { return target->done(); });
  }
};

/// Guarded by the driver's mutex.
struct Queue {
  std::map<uint64_t, OperationRef> pending;  ///< by serial; what runs is among them
  OperationRef running;
  std::vector<Waiter*> waiters;
  std::map<uint64_t, OperationRef> needed;  ///< with `late`: what the waiters need that is not done
  bool neededKnown = false;                 ///< `needed` is of the present waiters
  std::condition_variable changed;          ///< new work, a new waiter, or something is done
  std::mt19937_64 random{configuration().late.value_or(0)};
  uint64_t made = 0;
  bool started = false;
  bool hung = false;  ///< in the kernel that the configuration names
};

Queue& queue() {
  static Queue& made = *new Queue;
  return made;
}

void markDone(const OperationRef& operation) {
  queue().pending.erase(operation->serial);
  queue().needed.erase(operation->serial);
  operation->doneNs = nowNs();
  operation->after.clear();
  operation->work.reset();
  operation->context.reset();
}

bool isReady(const Operation& operation) {
  return std::all_of(operation.after.begin(), operation.after.end(), [](const OperationRef& op) { return op->done(); });
}

/// Adds the pending operations that must run before `target` is done, itself among them.
void addNeeded(const OperationRef& target, std::map<uint64_t, OperationRef>& needed) {
  std::vector<OperationRef> open{target};
  while (!open.empty()) {
    const OperationRef operation = open.back();
    open.pop_back();
    if (operation->done() || !needed.emplace(operation->serial, operation).second) continue;
    open.insert(open.end(), operation->after.begin(), operation->after.end());
  }
}

/// The operation to run next; null if none may run now.
OperationRef pickLate() {
  if (!queue().neededKnown) {
    queue().needed.clear();
    for (const Waiter* waiter : queue().waiters)
      if (!waiter->satisfied())
        for (const OperationRef& target : waiter->targets) addNeeded(target, queue().needed);
    queue().neededKnown = true;
  }
  std::vector<OperationRef> ready;
  for (const auto& [serial, operation] : queue().needed)
    if (isReady(*operation)) ready.push_back(operation);
  return ready.empty() ? nullptr : ready[queue().random() % ready.size()];
}

OperationRef pick() {
  if (queue().pending.empty()) return nullptr;
  // What an operation depends on was queued before it, so the first one is ready.
  return configuration().late ? pickLate() : queue().pending.begin()->second;
}

/// Until `ns` have passed since `start`.
void spinUntil(uint64_t start, uint64_t ns) {
  while (nowNs() - start < ns) {}
}

std::optional<KernelFault> runWork(const Work& work) {
  try {
    return work.run();
  } catch (const std::exception& error) { return KernelFault{cuda::LaunchFailed, error.what()}; }
}

/// Never returns. Who asks learns that the work is not done, who waits waits.
void hang(std::unique_lock<std::mutex>& lock) {
  queue().hung = true;
  for (Waiter* waiter : queue().waiters)
    if (waiter->allowed > 0) waiter->allowed = 0;
  queue().changed.notify_all();
  queue().changed.wait(lock, [] { return false; });
}

/// Runs an operation, with the mutex released meanwhile.
void execute(const OperationRef& operation, std::unique_lock<std::mutex>& lock) {
  queue().running = operation;
  if (const std::shared_ptr<const Work> work = operation->work) {
    if (!work->name.empty() && work->name == configuration().hang) hang(lock);
    const std::shared_ptr<ContextState> context = operation->context;
    WorkRecord record = operation->record;
    lock.unlock();
    record.start = nowNs();
    const std::optional<KernelFault> fault = runWork(*work);
    if (!work->name.empty() && work->name == configuration().spinning)
      spinUntil(record.start, configuration().spinMicroseconds * 1000);
    record.end = std::max(nowNs(), record.start + 1);
    record.name = work->name.empty() ? nullptr : work->name.c_str();
    reportWork(record);
    lock.lock();
    if (fault) killContext(*context, fault->status, fault->text);
  }
  queue().running.reset();
  markDone(operation);
  for (Waiter* waiter : queue().waiters)
    if (waiter->allowed > 0 && --waiter->allowed == 0) queue().neededKnown = false;
  queue().changed.notify_all();
}

[[noreturn]] void runForever() {
  std::unique_lock lock(driver().mutex);
  for (;;) {
    if (const OperationRef next = pick()) execute(next, lock);
    else queue().changed.wait(lock);
  }
}

/// Starts the thread that runs the work. Signals of the program stay with its own threads.
void start() {
  if (queue().started) return;
  queue().started = true;
  sigset_t all, before;
  sigfillset(&all);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) sigdelset(&all, signal);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(runForever).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Waits, with the mutex released, until the waiter is satisfied.
void waitWith(Waiter& waiter) {
  queue().waiters.push_back(&waiter);
  queue().neededKnown = false;
  queue().changed.notify_all();
  queue().changed.wait(currentCall().lock, [&waiter] { return waiter.satisfied(); });
  std::erase(queue().waiters, &waiter);
  queue().neededKnown = false;
}

void addPending(std::vector<OperationRef>& to, const OperationRef& operation) {
  if (operation != nullptr && !operation->done()) to.push_back(operation);
}

/// What an entry of a stream comes after: what stands in the stream, and of the legacy default stream and the blocking
/// ones the other side.
std::vector<OperationRef> precedingIn(const StreamState& stream) {
  std::vector<OperationRef> after;
  ContextState& context = *stream.context;
  addPending(after, stream.last);
  if (&stream == context.legacy.get()) {
    driver().streams.forEach([&](cuda::Stream, const StreamState& other) {
      if (other.context == &context && other.blocking) addPending(after, other.last);
    });
    for (const OperationRef& orphan : context.orphans) addPending(after, orphan);
    context.orphans.clear();
  } else if (stream.blocking) {
    addPending(after, context.legacy->last);
  }
  return after;
}

}  // namespace

OperationRef enqueueAfter(ContextState& context, std::shared_ptr<const Work> work, std::vector<OperationRef> after,
                          const WorkRecord& record) {
  auto operation = std::make_shared<Operation>();
  operation->serial = ++queue().made;
  operation->context = context.shared_from_this();
  operation->work = std::move(work);
  operation->after = std::move(after);
  std::erase_if(operation->after, [](const OperationRef& op) { return op == nullptr || op->done(); });
  operation->record = record;
  operation->record.device = static_cast<uint32_t>(context.device);
  operation->record.queued = currentCall().startNs;
  operation->record.correlation = currentCall().correlation;
  queue().pending[operation->serial] = operation;
  start();
  queue().changed.notify_all();
  return operation;
}

OperationRef enqueue(StreamState& stream, std::shared_ptr<const Work> work, std::vector<OperationRef> more) {
  std::vector<OperationRef> after = precedingIn(stream);
  after.insert(after.end(), more.begin(), more.end());
  WorkRecord record = work == nullptr ? WorkRecord{} : work->record;
  record.stream = stream.id;
  stream.last = enqueueAfter(*stream.context, std::move(work), std::move(after), record);
  return stream.last;
}

void waitFor(ContextState& context, const std::vector<OperationRef>& operations) {
  Waiter waiter;
  for (const OperationRef& operation : operations) addPending(waiter.targets, operation);
  const std::shared_ptr<ContextState> kept = context.shared_from_this();
  if (!waiter.targets.empty()) waitWith(waiter);
  throwFault(context);
}

std::vector<OperationRef> pendingOf(const ContextState& context) {
  std::vector<OperationRef> pending;
  for (const auto& [serial, operation] : queue().pending)
    if (operation->context.get() == &context) pending.push_back(operation);
  return pending;
}

void waitForAll(ContextState& context) { waitFor(context, pendingOf(context)); }

bool askDone(const OperationRef& operation) {
  if (operation == nullptr || operation->done()) return true;
  if (!configuration().late || queue().hung) return false;
  Waiter waiter{{operation}, 1};
  waitWith(waiter);
  return operation->done();
}

void dropWork(ContextState& context) {
  for (const OperationRef& operation : pendingOf(context))
    if (operation != queue().running) markDone(operation);
  queue().changed.notify_all();
}

}  // namespace relaxscope::emulated

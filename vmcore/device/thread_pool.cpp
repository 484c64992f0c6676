// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <tvm/ffi/c_api.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "vmcore/base/thread_variable.h"

namespace relaxscope {
namespace {

/// Spins before sleeping: parallel kernels launch in quick succession. A thread that waits longer sleeps, so that it
/// takes no time from kernels that other threads run.
constexpr int kSpins = 2000;

RS_THREAD_VARIABLE bool insideTask = false;

int usableProcessors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

/// One launch: shared by its tasks and the launching thread.
struct Launch {
  ParallelTask task = nullptr;
  void* closure = nullptr;
  ParallelGroupEnv env;
  std::atomic<int> pending{0};
  std::atomic<int> arrived{0};     ///< tasks that reached the current barrier
  std::atomic<int> generation{0};  ///< barriers passed
  std::mutex errorMutex;
  int code = 0;
  TVMFFIObjectHandle error = nullptr;

  void run(int id) {
    insideTask = true;
    const int rc = task(id, &env, closure);
    insideTask = false;
    if (rc == 0) return;
    TVMFFIObjectHandle mine = nullptr;
    TVMFFIErrorMoveFromRaised(&mine);
    const std::lock_guard hold(errorMutex);
    if (code == 0) {
      code = rc;
      error = mine;
    } else if (mine != nullptr) {
      TVMFFIObjectDecRef(mine);
    }
  }
};

class Pool {
 public:
  explicit Pool(int threads) {
    workers_.reserve(static_cast<size_t>(threads) - 1);
    try {
      for (int i = 1; i < threads; ++i) workers_.emplace_back([this, i] { work(i); });
    } catch (const std::system_error&) {
      // The system provides no more threads; generated code works with any number of tasks.
    }
  }
  // Never destroyed: a kernel library may still launch tasks during process exit.

  [[nodiscard]] int threads() const { return static_cast<int>(workers_.size()) + 1; }

  int launch(ParallelTask task, void* closure, int tasks) {
    const std::lock_guard one(launchMutex_);  // two VMs on two threads take turns
    Launch launch;
    launch.task = task;
    launch.closure = closure;
    launch.env = {&launch, tasks};
    launch.pending.store(tasks - 1, std::memory_order_relaxed);
    if (tasks > 1) {
      {
        const std::lock_guard hold(mutex_);
        current_ = &launch;
        currentTasks_ = tasks;
        epoch_.fetch_add(1, std::memory_order_release);
      }
      wake_.notify_all();
    }
    launch.run(0);
    awaitTasks(launch);
    if (launch.code != 0 && launch.error != nullptr) {
      TVMFFIErrorSetRaised(launch.error);
      TVMFFIObjectDecRef(launch.error);
    }
    return launch.code;
  }

 private:
  void awaitTasks(const Launch& launch) {
    for (int spin = 0; spin < kSpins; ++spin)
      if (launch.pending.load(std::memory_order_acquire) == 0) return;
    for (;;) {
      const uint32_t seen = ended_.load();
      if (launch.pending.load() == 0) return;
      ended_.wait(seen);
    }
  }
  void work(int id) {
    uint64_t seen = 0;
    for (;;) {
      for (int spin = 0; spin < kSpins && epoch_.load(std::memory_order_acquire) == seen; ++spin) {}
      Launch* launch = nullptr;
      {
        std::unique_lock hold(mutex_);
        wake_.wait(hold, [&] { return epoch_.load(std::memory_order_relaxed) != seen; });
        seen = epoch_.load(std::memory_order_relaxed);
        if (id < currentTasks_) launch = current_;
      }
      if (launch == nullptr) continue;
      launch->run(id);
      if (launch->pending.fetch_sub(1) != 1) continue;
      ended_.fetch_add(1);  // not in the launch, which may be gone
      ended_.notify_one();
    }
  }

  std::vector<std::thread> workers_;
  std::mutex launchMutex_, mutex_;
  std::condition_variable wake_;
  std::atomic<uint64_t> epoch_{0};
  std::atomic<uint32_t> ended_{0};  ///< launches whose tasks have ended
  Launch* current_ = nullptr;
  int currentTasks_ = 0;
};

std::atomic<Pool*> thePool{nullptr};

/// The pool of this process; null where there is no memory for one. A forked child inherits no threads and creates its
/// own pool.
Pool* pool() {
  Pool* known = thePool.load(std::memory_order_acquire);
  if (known != nullptr) return known;
  static std::atomic_flag making;
  while (making.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  known = thePool.load(std::memory_order_acquire);
  try {
    if (known == nullptr) {
      static const int watched = ::pthread_atfork(nullptr, nullptr, [] {
        thePool.store(nullptr, std::memory_order_release);
        making.clear();
      });
      static_cast<void>(watched);
      known = new Pool(parallelThreads());
      thePool.store(known, std::memory_order_release);
    }
  } catch (const std::bad_alloc&) {}
  making.clear(std::memory_order_release);
  return known;
}

int runInTurn(ParallelTask task, void* closure) {
  // Inside a task the pool is busy with the outer launch; a single task needs no barrier.
  ParallelGroupEnv env{nullptr, 1};
  return task(0, &env, closure);
}

}  // namespace

int parallelThreads() {
  static const int count = [] {
    for (const char* name : {"RELAXSCOPE_NUM_THREADS", "TVM_NUM_THREADS"}) {
      const char* text = std::getenv(name);
      const int wanted = text == nullptr ? 0 : std::atoi(text);
      if (wanted > 0) return std::min(wanted, 1024);
    }
    return usableProcessors();
  }();
  return count;
}

int parallelLaunch(ParallelTask task, void* closure, int numTask) {
  Pool* const threads = insideTask ? nullptr : pool();
  if (threads == nullptr) return runInTurn(task, closure);
  return threads->launch(task, closure, numTask <= 0 ? threads->threads() : std::min(numTask, threads->threads()));
}

int parallelBarrier(int, ParallelGroupEnv* env) {
  auto* launch = static_cast<Launch*>(env->syncHandle);
  if (launch == nullptr || env->numTask <= 1) return 0;
  const int generation = launch->generation.load(std::memory_order_acquire);
  if (launch->arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == env->numTask) {
    launch->arrived.store(0, std::memory_order_relaxed);
    launch->generation.fetch_add(1, std::memory_order_acq_rel);
    launch->generation.notify_all();
    return 0;
  }
  for (int spin = 0; spin < kSpins; ++spin)
    if (launch->generation.load(std::memory_order_acquire) != generation) return 0;
  launch->generation.wait(generation, std::memory_order_acquire);
  return 0;
}

}  // namespace relaxscope

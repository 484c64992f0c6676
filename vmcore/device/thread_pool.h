// SPDX-License-Identifier: Apache-2.0
// The threads of TVMBackendParallelLaunch and TVMBackendParallelBarrier (engine.md 3): one pool per process, started by
// the first parallel kernel. Task 0 runs on the launching thread. An error that a kernel stores in thread-local storage
// is moved to the launching thread; the first one wins.
#pragma once

#include <cstdint>

namespace relaxscope {

/// A launch as generated code sees it; the layout is TVM's.
struct ParallelGroupEnv {
  void* syncHandle = nullptr;
  int32_t numTask = 0;
};
using ParallelTask = int (*)(int taskId, ParallelGroupEnv* env, void* closure);

/// Runs tasks 0..numTask-1, at most one per thread, concurrently and waits for them; 0 means one per thread. A launch
/// from inside a task runs as a single task on the caller. Returns 0, or the first failing code with the error in the
/// calling thread's thread-local storage.
int parallelLaunch(ParallelTask task, void* closure, int numTask);
/// Waits until every task of the launch has reached this barrier. Returns 0.
int parallelBarrier(int taskId, ParallelGroupEnv* env);
/// Number of threads to use: RELAXSCOPE_NUM_THREADS or TVM_NUM_THREADS, else the processors that this process may use.
/// The system may provide fewer.
int parallelThreads();

}  // namespace relaxscope

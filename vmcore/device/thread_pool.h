// SPDX-License-Identifier: Apache-2.0
// The threads behind TVMBackendParallelLaunch and TVMBackendParallelBarrier (engine.md 3): one pool a
// process, started at the first parallel kernel. Task 0 runs on the launching thread. An error that a
// kernel left in its thread's store is moved to the launching thread; the first one wins.
#pragma once

#include <cstdint>

namespace relaxscope {

/// What generated code sees of a launch; the layout is TVM's.
struct ParallelGroupEnv {
  void* syncHandle = nullptr;
  int32_t numTask = 0;
};
using ParallelTask = int (*)(int taskId, ParallelGroupEnv* env, void* closure);

/// Runs tasks 0..numTask-1 at the same time and waits for them; 0 means as many as there are threads.
/// A launch from inside a task runs its tasks one after another on the caller. Returns 0, or the first failing code
/// with the error in the calling thread's store.
int parallelLaunch(ParallelTask task, void* closure, int numTask);
/// Waits until every task of the launch has come here as often. Returns 0.
int parallelBarrier(int taskId, ParallelGroupEnv* env);
/// Threads that are wanted at once; the system may give a launch fewer: RELAXSCOPE_NUM_THREADS or TVM_NUM_THREADS, else
/// the processors this process may use.
int parallelThreads();

}  // namespace relaxscope

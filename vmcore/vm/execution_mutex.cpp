// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/execution_mutex.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

void ExecutionMutex::lockBusy(std::string_view what, WhenBusy whenBusy) {
  // The wait is bounded, as the other thread may be waiting for this one, for example in a Python function.
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  do {
    if (whenBusy == WhenBusy::Refuse || std::chrono::steady_clock::now() > until)
      raise("RuntimeError",
            fmt::format("{} cannot be called: another thread is calling this VM; use one VM per thread", what));
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  } while (!tryLock());
}

}  // namespace relaxscope

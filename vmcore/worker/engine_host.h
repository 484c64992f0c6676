// SPDX-License-Identifier: Apache-2.0
// Requests that need the engine, carried out on one thread: list devices, load, run. Another thread may
// ask it to stop. Nothing throws out of here; what native code raises becomes a Failure.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "vmcore/vm/virtual_machine.h"
#include "vmcore/wire/messages.h"
#include "vmcore/worker/channel.h"
#include "vmcore/worker/memory_limit.h"
#include "vmcore/worker/output_capture.h"

namespace relaxscope::worker {

/// Why a request is being stopped.
enum class StopReason : uint8_t { None, Cancel, TimeLimit };

class EngineHost {
 public:
  EngineHost(Channel& channel, OutputCapture& output, MemoryLimit& memory)
      : channel_(channel), output_(output), memory_(memory) {}

  // On the engine's thread. Each ends with exactly one answer: the result or a Failure.
  void listDevices();
  void load(const wire::Load& request);
  void run(const wire::Run& request);

  // On the other thread.
  /// Before a request is handed over: forgets an earlier stop.
  void prepare();
  void requestStop(StopReason reason);

 private:
  struct Script;
  void runScript(const wire::Run& request, Script& script);
  bool measureRuns(const wire::Run& request, Script& script, wire::RunFinished& finished);
  void startTrace(const wire::Run& request);
  wire::Failure failure(const RunError& error) const;
  void answer(const wire::Message& message);
  void fail(const std::string& kind, const std::string& message) {
    answer(wire::Failure{kind, message, std::nullopt, 0, false});
  }

  Channel& channel_;
  OutputCapture& output_;
  MemoryLimit& memory_;
  wire::Load loaded_;       ///< what was asked for the machine we hold
  std::mutex machineLock_;  ///< the pointer, not the machine
  std::unique_ptr<VirtualMachine> machine_;
  std::atomic<StopReason> stop_{StopReason::None};
};

/// "the time limit of 3 s is over".
std::string timeLimitText(double seconds);

}  // namespace relaxscope::worker

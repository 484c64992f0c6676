// SPDX-License-Identifier: Apache-2.0
// Executes the requests that need the engine on one thread: list devices, load, run. Another thread may stop them.
// Errors of native code become a Failure.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "vmcore/vm/virtual_machine.h"
#include "vmcore/wire/messages.h"
#include "vmcore/worker/channel.h"
#include "vmcore/worker/file_receiver.h"
#include "vmcore/worker/memory_limit.h"
#include "vmcore/worker/output_capture.h"

namespace relaxscope::worker {

/// Why a request is stopped.
enum class StopReason : uint8_t { None, Cancel, TimeLimit };

class EngineHost {
 public:
  EngineHost(Channel& channel, OutputCapture& output, MemoryLimit& memory)
      : channel_(channel), output_(output), memory_(memory) {}

  // On the engine's thread. Each sends exactly one answer: the result or a Failure.
  void listDevices();
  void compile(const wire::Compile& request);
  void offer(const wire::FileOffers& offers);
  void load(const wire::Load& request);
  void run(const wire::Run& request);

  // On the other thread.
  /// Clears an earlier stop; called before a request is handed over.
  void prepare();
  void requestStop(StopReason reason);
  /// As VirtualMachine::unfinishedText.
  std::string unfinishedText();
  /// Whether a run is being recorded. Async-signal-safe.
  [[nodiscard]] bool isRecording() const noexcept { return recording_; }
  /// Sends the events that the recording still holds; false if they cannot be had. Any thread, while the engine's
  /// stands still until the end of the process.
  [[nodiscard]] bool sendLastEvents();
  /// Files of the host. Parts are added between requests.
  [[nodiscard]] FileReceiver& files() { return files_; }

 private:
  struct Script;
  void runScript(const wire::Run& request, Script& script);
  bool measureRuns(const wire::Run& request, Script& script, wire::RunFinished& finished);
  void startTrace(const wire::Run& request);
  void sendEvents(std::shared_ptr<TraceChunk> chunk, std::vector<RunSpan> runs);
  void addUnfinished(Engine& engine, int64_t now);
  wire::Failure failure(const RunError& error) const;
  void answer(const wire::Message& message);
  void fail(const std::string& kind, const std::string& message) {
    answer(wire::Failure{kind, files_.withHostNames(message), std::nullopt, 0, false});
  }

  Channel& channel_;
  OutputCapture& output_;
  MemoryLimit& memory_;
  FileReceiver files_;
  wire::Load loaded_;  ///< request of the current VM, with the host's paths
  std::mutex vmLock_;  ///< guards the pointer, not the VM
  std::unique_ptr<VirtualMachine> vm_;
  std::atomic<StopReason> stop_{StopReason::None};
  std::atomic<bool> recording_{false};
  TraceInfo traceInfo_;  ///< of the recording
  /// The recorded run in progress, without its times.
  std::optional<RunSpan> inProgress_;
  std::atomic<bool> sending_{false};                                  ///< events are being handed over
  enum class Last : uint8_t { No, Sound, Unsound } last_ = Last::No;  ///< what sendLastEvents() has sent so far
};

/// "the time limit of 3 s is reached".
std::string timeLimitText(double seconds);

}  // namespace relaxscope::worker

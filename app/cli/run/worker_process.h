// SPDX-License-Identifier: Apache-2.0
// A worker process for a terminal program: starts it, transfers the bytes, enforces the deadlines of its driver and
// forwards Ctrl+C as Cancel. Every failure of the process is returned as a Failure.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/wire/host_driver.h"

namespace relaxscope::cli {

/// The worker's program: $RELAXSCOPE_WORKER, else beside this program, else the name alone (searched in PATH).
std::string defaultWorkerPath();

class WorkerProcess {
 public:
  /// Starts `command` through the shell; empty: the worker of defaultWorkerPath(). For a command that cannot be started
  /// next() returns a Failure.
  explicit WorkerProcess(const std::string& command);
  /// Ends the process and all that it started.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  [[nodiscard]] wire::Session& session() { return driver_.session(); }
  /// Queues bytes, which next() writes.
  void send(const std::vector<uint8_t>& bytes);
  /// See HostDriver::setTimeLimit.
  void setTimeLimit(double seconds);
  /// `tell` is called by next() when more of the files that the worker lacks has been sent.
  void tellFileProgress(std::function<void(const wire::FileProgress&)> tell) { tellFiles_ = std::move(tell); }
  /// Waits for the next message. The end of the process, a protocol violation, no answer to Cancel and a missing
  /// greeting return a fatal Failure, which is the last message.
  wire::Message next();

 private:
  using Clock = std::chrono::steady_clock;
  void start(const std::string& command);
  /// Transfers bytes for at most `wait`; a Failure where the process has ended.
  std::optional<RunFailure> pump(std::chrono::milliseconds wait);
  std::optional<RunFailure> checkDeadlines();
  void writeSome();
  void stopWriting();
  bool readSome();
  void readErrorText();
  void noticeInterrupt();
  void noticeFileProgress();
  RunFailure lost(const std::string& killedBecause);
  /// Collects the process's exit status, killing it if it does not end by itself.
  wire::WorkerEnd reap(bool kill);
  void closeAll();

  wire::HostDriver driver_;
  bool ownGroup_ = false;  ///< the worker leads a process group of its own
  pid_t pid_ = -1;
  int toWorker_ = -1, fromWorker_ = -1, errors_ = -1;
  bool cancelled_ = false;
  bool dead_ = false;  ///< it has ended; the next pump() reads the rest of its output
  std::optional<RunFailure> over_;
  std::function<void(const wire::FileProgress&)> tellFiles_;
  std::optional<wire::FileProgress> told_;
};

/// The exit code of cli.md for a failed run: 3 when the worker died of native code, else 2.
int exitCodeOf(const RunFailure& failure);

}  // namespace relaxscope::cli

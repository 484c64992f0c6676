// SPDX-License-Identifier: Apache-2.0
// A worker process as a terminal program drives it: starts it, moves the bytes, keeps the deadlines of its driver and
// passes Ctrl+C on as a polite Cancel. Whatever goes wrong with the process arrives as a Failure.
#pragma once

#include <sys/types.h>

#include <chrono>
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
  /// Starts `command` by the shell; empty: the worker of defaultWorkerPath(). A command that cannot be
  /// started shows as a Failure of next().
  explicit WorkerProcess(const std::string& command);
  /// Ends the process if it is still there, with all that it started.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  [[nodiscard]] wire::Session& session() { return driver_.session(); }
  /// Queues bytes; they go out during next().
  void send(const std::vector<uint8_t>& bytes);
  /// For the request that was just sent: the worker must answer within so many seconds and some grace; 0: no limit.
  void setTimeLimit(double seconds);
  /// Waits for the next message. The end of the process, a broken protocol, silence after Cancel and a
  /// worker that never greets are a fatal Failure; after one nothing more comes.
  wire::Message next();

 private:
  using Clock = std::chrono::steady_clock;
  void start(const std::string& command);
  /// Moves bytes for at most `wait`; a Failure when that showed the end.
  std::optional<RunFailure> pump(std::chrono::milliseconds wait);
  std::optional<RunFailure> checkDeadlines();
  void writeSome();
  bool readSome();
  void readErrorText();
  void noticeInterrupt();
  RunFailure lost(const std::string& killedBecause);
  /// Takes the process's status, killing it when it does not end by itself.
  wire::WorkerEnd reap(bool kill);
  void closeAll();

  wire::HostDriver driver_;
  bool ownGroup_ = false;  ///< the worker leads a process group of its own
  pid_t pid_ = -1;
  int toWorker_ = -1, fromWorker_ = -1, errors_ = -1;
  bool cancelled_ = false;
  bool dead_ = false;  ///< seen dead once: the next look finds all it has said
  std::optional<RunFailure> over_;
};

/// The exit code of cli.md for a failed run: 3 when the worker died of native code, else 2.
int exitCodeOf(const RunFailure& failure);

}  // namespace relaxscope::cli

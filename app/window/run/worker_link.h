// SPDX-License-Identifier: GPL-3.0-or-later
// Owns one worker process, its pipes and timers; wire::HostDriver implements deadlines and the order of messages.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

#include "vmcore/wire/host_driver.h"

namespace relaxscope {

class WorkerLink : public QObject {
  Q_OBJECT
 public:
  explicit WorkerLink(QObject* parent = nullptr);
  ~WorkerLink() override;

  /// Starts `command` (a command line; empty: defaultWorker()) and sends the greeting. `timeLimit` in seconds, as
  /// HostDriver::setTimeLimit() takes it; 0: none.
  void start(const QString& command, double timeLimit = 0);
  [[nodiscard]] wire::Session& session() { return driver_.session(); }
  void send(const std::vector<uint8_t>& bytes);
  /// Of the files that the worker lacks; nothing if none are sent.
  [[nodiscard]] std::optional<wire::FileProgress> fileProgress() const;
  /// Asks the worker to stop; kills it if it does not answer within the grace period.
  void cancel();
  /// Sends the quit message; kills the process if it does not exit.
  void quit();
  /// Calls quit() and keeps the link alive until its process has ended.
  static void leave(std::unique_ptr<WorkerLink> link);
  void kill(const QString& reason);
  [[nodiscard]] bool isAlive() const { return process_.state() != QProcess::NotRunning; }
  /// Path of the worker next to this program, or in PATH; empty if there is none.
  static QString defaultWorker();

 signals:
  /// fileProgress() has changed. At most ten times a second until all is sent.
  void filesSent();
  void message(const relaxscope::wire::Message& message);
  /// The worker has failed or ended. Not emitted after quit().
  void ended(const relaxscope::RunFailure& failure);

 private:
  void onReadyRead();
  void pump();
  void stopTimers();
  void flush();
  void noticeFileProgress();
  void deliver();
  void checkDeadlines();
  void finished(int exitCode, QProcess::ExitStatus status);
  wire::HostDriver driver_;
  QProcess process_;
  QTimer deadline_, linger_;  ///< next check of deadlines; kills a worker that does not exit after a fatal failure
  QString killedBecause_;
  bool over_ = false;
  std::optional<wire::FileProgress> told_;
  QElapsedTimer sinceTold_;
};

}  // namespace relaxscope

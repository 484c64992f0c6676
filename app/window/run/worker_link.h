// SPDX-License-Identifier: GPL-3.0-or-later
// The pipes to one worker process and a timer; deadlines and the order of messages are wire::HostDriver's.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTimer>

#include <functional>
#include <memory>

#include "vmcore/wire/host_driver.h"

namespace relaxscope {

class WorkerLink : public QObject {
  Q_OBJECT
 public:
  explicit WorkerLink(QObject* parent = nullptr);
  ~WorkerLink() override;

  /// Starts `command` (a command line; empty: the worker beside this program) and greets it.
  void start(const QString& command);
  [[nodiscard]] wire::Session& session() { return driver_.session(); }
  void send(const std::vector<uint8_t>& bytes);
  /// For the request that was sent last: the worker is killed when it exceeds it in silence; 0: no limit.
  void setTimeLimit(double seconds);
  /// Asks politely; kills when there is no answer within the grace.
  void cancel();
  /// Says goodbye; the process is killed when it stays.
  void quit();
  /// The same of a link that nobody needs any more: it lives until its process has ended.
  static void leave(std::unique_ptr<WorkerLink> link);
  void kill(const QString& reason);
  [[nodiscard]] bool isAlive() const { return process_.state() != QProcess::NotRunning; }
  /// Path of the worker beside this program, or in PATH; empty when there is none.
  static QString defaultWorker();

 signals:
  void message(const relaxscope::wire::Message& message);
  /// The conversation is over: what to tell. Not sent after quit().
  void ended(const relaxscope::RunFailure& failure);

 private:
  void hear();
  void pump();
  void stopTimers();
  void flush();
  void checkDeadlines();
  void finished(int exitCode, QProcess::ExitStatus status);
  wire::HostDriver driver_;
  QProcess process_;
  QTimer deadline_, linger_;  ///< when the driver wants to be asked; after its last words
  QString killedBecause_;
  bool over_ = false;
};

}  // namespace relaxscope

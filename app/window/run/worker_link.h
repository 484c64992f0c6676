// SPDX-License-Identifier: GPL-3.0-or-later
// The pipes to one worker process and the deadlines; the order of messages is wire::Session's.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTimer>

#include <functional>
#include <memory>

#include "vmcore/wire/session.h"

namespace relaxscope {

class WorkerLink : public QObject {
  Q_OBJECT
 public:
  explicit WorkerLink(QObject* parent = nullptr);
  ~WorkerLink() override;

  /// Starts `command` (a command line; empty: the worker beside this program) and greets it.
  void start(const QString& command);
  [[nodiscard]] wire::Session& session() { return session_; }
  void send(const std::vector<uint8_t>& bytes);
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
  void ended(const relaxscope::wire::Failure& failure);

 private:
  void hear();
  void pump();
  void stopTimers();
  void finished(int exitCode, QProcess::ExitStatus status);
  wire::Session session_;
  QProcess process_;
  QTimer greeting_, grace_, linger_;  ///< until the greeting; after cancel(); after its last words
  QString killedBecause_;
  QByteArray errorText_;
  bool over_ = false;
};

}  // namespace relaxscope

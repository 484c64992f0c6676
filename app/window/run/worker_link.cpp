// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/worker_link.h"

#include <QCoreApplication>

#include <chrono>
#include <utility>

#include "app/window/run/program_beside.h"
#include "vmcore/base/version.h"

namespace relaxscope {
namespace {
constexpr qint64 kMostBuffered = 1 << 20;
constexpr int kQuitGraceMs = 1'000, kLingerMs = 1'500, kBetweenTellsMs = 100;

std::chrono::steady_clock::time_point now() { return std::chrono::steady_clock::now(); }
}  // namespace

WorkerLink::WorkerLink(QObject* parent) : QObject(parent) {
  for (QTimer* timer : {&deadline_, &linger_}) timer->setSingleShot(true);
  linger_.setInterval(kLingerMs);
  connect(&process_, &QProcess::readyReadStandardOutput, this, &WorkerLink::onReadyRead);
  connect(&process_, &QProcess::readyReadStandardError, this, [this] {
    const QByteArray text = process_.readAllStandardError();
    driver_.feedErrorText({text.constData(), static_cast<size_t>(text.size())});
  });
  connect(&process_, &QProcess::bytesWritten, this, [this] {
    if (over_) return;
    if (driver_.outgoing().empty()) noticeFileProgress();
    else pump();
  });
  connect(&process_, &QProcess::finished, this, &WorkerLink::finished);
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart || std::exchange(over_, true)) return;
    RunFailure failure;
    failure.kind = failureKindName(FailureKind::WorkerStart);
    failure.message = tr("The worker did not start: %1").arg(process_.errorString()).toStdString();
    failure.fatal = true;
    emit ended(failure);
  });
  connect(&deadline_, &QTimer::timeout, this, &WorkerLink::checkDeadlines);
  connect(&linger_, &QTimer::timeout, &process_, &QProcess::kill);
}

WorkerLink::~WorkerLink() {
  over_ = true;
  process_.disconnect(this);
  if (process_.state() == QProcess::NotRunning) return;
  process_.kill();
  process_.waitForFinished(500);
}

QString WorkerLink::defaultWorker() { return programBeside(QStringLiteral("relaxscope-worker")); }

void WorkerLink::start(const QString& command, double timeLimit) {
  QStringList words = QProcess::splitCommand(command);
  if (words.isEmpty()) {
    const QString worker = defaultWorker();
    if (worker.isEmpty()) {
      over_ = true;
      RunFailure failure;
      failure.kind = failureKindName(FailureKind::WorkerStart);
      failure.message = tr("relaxscope-worker was not found beside the program or in PATH").toStdString();
      failure.fatal = true;
      QMetaObject::invokeMethod(this, [this, failure] { emit ended(failure); }, Qt::QueuedConnection);
      return;
    }
    words = {worker};
  }
  process_.start(words.first(), words.mid(1));
  driver_.start(withVersion("relaxscope"), now());
  driver_.setTimeLimit(timeLimit, now());
  flush();
}

void WorkerLink::send(const std::vector<uint8_t>& bytes) {
  if (over_) return;
  driver_.send(bytes);
  flush();
}

/// Never blocks: QProcess buffers what the pipe does not accept. Parts of files wait until little is buffered.
void WorkerLink::flush() {
  for (;;) {
    const std::span<const uint8_t> bytes = driver_.outgoing();
    if (bytes.empty() || process_.bytesToWrite() > kMostBuffered) break;
    const qint64 taken = process_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
    driver_.written(bytes.size());
    if (taken < 0) break;  // its end is noticed elsewhere
  }
  noticeFileProgress();
  checkDeadlines();
}

std::optional<wire::FileProgress> WorkerLink::fileProgress() const {
  return driver_.fileProgress(static_cast<uint64_t>(process_.bytesToWrite()));
}

void WorkerLink::noticeFileProgress() {
  const auto progress = fileProgress();
  if (progress == told_) return;
  const bool isPartOfMany = progress && told_ && progress->sent < progress->wanted;
  if (isPartOfMany && sinceTold_.elapsed() < kBetweenTellsMs) return;
  told_ = progress;
  sinceTold_.start();
  emit filesSent();
}

void WorkerLink::deliver() {
  while (!over_) {
    const auto received = driver_.next();
    if (!received) break;
    emit message(*received);
  }
}

void WorkerLink::pump() {
  deliver();
  if (!over_) flush();  // an answer may ask for files
  deliver();            // a file may have changed
  if (over_) return;
  if (driver_.hasEnded() && !linger_.isActive()) {
    process_.closeWriteChannel();  // ends a worker that waits for more
    linger_.start();               // the failure is reported when the process ends
  }
  checkDeadlines();
}

void WorkerLink::checkDeadlines() {
  using Fault = wire::HostDriver::Fault;
  deadline_.stop();
  if (!killedBecause_.isEmpty()) return;
  const Fault fault = driver_.check(now(), static_cast<uint64_t>(process_.bytesToWrite()));
  if (!isAlive() && fault != Fault::Protocol) return;  // a process that has ended cannot miss a deadline
  switch (fault) {
    case Fault::None: break;
    case Fault::NoGreeting: return kill(tr("the worker sent no greeting"));
    case Fault::NoAnswerToCancel: return kill(tr("the worker did not answer the request to stop"));
    case Fault::NoAnswerInTime: return kill(tr("the time limit of %1 s is reached").arg(driver_.limitSeconds()));
    case Fault::SendingStopped:
      return kill(tr("it took nothing of the files sent to it for %1 s").arg(driver_.sendingSeconds()));
    case Fault::Protocol: return kill(QString::fromStdString(driver_.protocolError()));
  }
  if (const auto due = driver_.wakeUp())
    deadline_.start(std::chrono::ceil<std::chrono::milliseconds>(*due - now()) + std::chrono::milliseconds(1));
}

void WorkerLink::stopTimers() {
  for (QTimer* timer : {&deadline_, &linger_}) timer->stop();
}

void WorkerLink::cancel() {
  if (!isAlive()) return;
  driver_.cancel(now());
  flush();
}

void WorkerLink::quit() {
  over_ = true;
  stopTimers();
  if (!isAlive()) return;
  const std::vector<uint8_t> bytes = driver_.session().quit();
  process_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
  process_.closeWriteChannel();
  QTimer::singleShot(kQuitGraceMs, &process_, [this] {
    if (isAlive()) process_.kill();
  });
}

void WorkerLink::leave(std::unique_ptr<WorkerLink> link) {
  link->quit();
  WorkerLink* const last = link.release();
  if (!last->isAlive()) return last->deleteLater();  // deferred: may be called from a signal of its process
  last->setParent(qApp);
  connect(&last->process_, &QProcess::finished, last, &QObject::deleteLater);
}

void WorkerLink::kill(const QString& reason) {
  killedBecause_ = reason;
  stopTimers();
  if (isAlive()) process_.kill();
}

void WorkerLink::onReadyRead() {
  const QByteArray bytes = process_.readAllStandardOutput();
  if (bytes.isEmpty()) return;
  driver_.feed({reinterpret_cast<const uint8_t*>(bytes.constData()), static_cast<size_t>(bytes.size())});
  pump();
}

void WorkerLink::finished(int exitCode, QProcess::ExitStatus status) {
  stopTimers();
  if (!over_) onReadyRead();  // messages may still be unread when the process ends
  if (std::exchange(over_, true)) return;
  wire::WorkerEnd end;
  end.exitCode = exitCode;
  if (status == QProcess::CrashExit) end.signal = exitCode;  // Qt reports the signal's number as exit code
  end.killedBecause = killedBecause_.toStdString();
  RunFailure failure = driver_.ended(end);
  failure.fatal = true;
  if (const QString errorText = QString::fromStdString(driver_.errorText()).trimmed();
      !errorText.isEmpty() && failure.message.size() < 200 && killedBecause_.isEmpty())
    failure.message += " — " + errorText.section(QLatin1Char('\n'), -1).left(200).toStdString();
  emit ended(failure);
}

}  // namespace relaxscope

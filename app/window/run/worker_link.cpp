// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/worker_link.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>

#include <utility>

namespace relaxscope {
namespace {
constexpr int kQuitGraceMs = 1'000, kLingerMs = 1'500;
constexpr qsizetype kKeptErrorBytes = 4'096;
}  // namespace

WorkerLink::WorkerLink(QObject* parent) : QObject(parent) {
  greeting_.setSingleShot(true);
  for (QTimer* timer : {&grace_, &linger_}) timer->setSingleShot(true);
  linger_.setInterval(kLingerMs);
  connect(&process_, &QProcess::readyReadStandardOutput, this, &WorkerLink::hear);
  connect(&process_, &QProcess::readyReadStandardError, this, [this] {
    errorText_ += process_.readAllStandardError();
    if (errorText_.size() > kKeptErrorBytes) errorText_ = errorText_.right(kKeptErrorBytes);
  });
  connect(&process_, &QProcess::finished, this, &WorkerLink::finished);
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart || std::exchange(over_, true)) return;
    wire::Failure failure;
    failure.kind = "StartFailed";
    failure.message = tr("The worker did not start: %1").arg(process_.errorString()).toStdString();
    failure.fatal = true;
    emit ended(failure);
  });
  connect(&greeting_, &QTimer::timeout, this, [this] { kill(tr("no greeting from the worker")); });
  connect(&grace_, &QTimer::timeout, this, [this] { kill(tr("no answer to the request to stop")); });
  connect(&linger_, &QTimer::timeout, &process_, &QProcess::kill);
}

WorkerLink::~WorkerLink() {
  over_ = true;
  process_.disconnect(this);
  if (process_.state() == QProcess::NotRunning) return;
  process_.kill();
  process_.waitForFinished(500);
}

QString WorkerLink::defaultWorker() {
  const QString name = QStringLiteral("relaxscope-worker");
  const QString dir = QCoreApplication::applicationDirPath();
  for (const QString& candidate : {dir + QLatin1Char('/') + name, dir + QStringLiteral("/../bin/") + name})
    if (QFileInfo(candidate).isExecutable()) return QFileInfo(candidate).absoluteFilePath();
  return QStandardPaths::findExecutable(name);
}

void WorkerLink::start(const QString& command) {
  QStringList words = QProcess::splitCommand(command);
  if (words.isEmpty()) {
    const QString worker = defaultWorker();
    if (worker.isEmpty()) {
      over_ = true;
      wire::Failure failure;
      failure.kind = "StartFailed";
      failure.message = tr("relaxscope-worker was not found beside the program or in PATH").toStdString();
      failure.fatal = true;
      QMetaObject::invokeMethod(this, [this, failure] { emit ended(failure); }, Qt::QueuedConnection);
      return;
    }
    words = {worker};
  }
  process_.start(words.first(), words.mid(1));
  greeting_.start(wire::kGreetingGrace);
  send(session_.greet("relaxscope " RELAXSCOPE_VERSION));
}

void WorkerLink::send(const std::vector<uint8_t>& bytes) {
  if (over_) return;
  process_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
}

void WorkerLink::pump() {
  while (!over_) {
    auto next = session_.next();
    if (!next.ok()) {
      kill(QString::fromStdString(next.error().message));
      return;
    }
    if (!next->has_value()) return;
    const wire::Message& received = **next;
    if (std::holds_alternative<wire::Hello>(received)) greeting_.stop();
    if (std::holds_alternative<wire::Failure>(received) || std::holds_alternative<wire::RunFinished>(received))
      grace_.stop();
    if (const auto* failure = std::get_if<wire::Failure>(&received); failure != nullptr && failure->fatal) {
      linger_.start();  // what is told comes with the end of the process
      continue;
    }
    emit message(received);
  }
}

void WorkerLink::stopTimers() {
  for (QTimer* timer : {&greeting_, &grace_, &linger_}) timer->stop();
}

void WorkerLink::cancel() {
  if (!isAlive()) return;
  send(session_.cancel());
  grace_.start(wire::kCancelGrace);
}

void WorkerLink::quit() {
  over_ = true;
  stopTimers();
  if (!isAlive()) return;
  const std::vector<uint8_t> bytes = session_.quit();
  process_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
  process_.closeWriteChannel();
  QTimer::singleShot(kQuitGraceMs, &process_, [this] {
    if (isAlive()) process_.kill();
  });
}

void WorkerLink::leave(std::unique_ptr<WorkerLink> link) {
  link->quit();
  WorkerLink* const last = link.release();
  if (!last->isAlive()) return last->deleteLater();  // its process may be the one that calls
  last->setParent(qApp);
  connect(&last->process_, &QProcess::finished, last, &QObject::deleteLater);
}

void WorkerLink::kill(const QString& reason) {
  killedBecause_ = reason;
  stopTimers();
  if (isAlive()) process_.kill();
}

void WorkerLink::hear() {
  const QByteArray bytes = process_.readAllStandardOutput();
  if (bytes.isEmpty()) return;
  session_.feed({reinterpret_cast<const uint8_t*>(bytes.constData()), static_cast<size_t>(bytes.size())});
  pump();
}

void WorkerLink::finished(int exitCode, QProcess::ExitStatus status) {
  stopTimers();
  if (!over_) hear();  // its last words may come with its end
  if (std::exchange(over_, true)) return;
  wire::WorkerEnd end;
  end.exitCode = exitCode;
  if (status == QProcess::CrashExit) end.signal = exitCode;  // Qt reports the signal's number as exit code
  end.killedBecause = killedBecause_.toStdString();
  wire::Failure failure = session_.ended(end);
  failure.fatal = true;
  if (const QString said = QString::fromUtf8(errorText_).trimmed();
      !said.isEmpty() && failure.message.size() < 200 && killedBecause_.isEmpty())
    failure.message += " — " + said.section(QLatin1Char('\n'), -1).left(200).toStdString();
  emit ended(failure);
}

}  // namespace relaxscope

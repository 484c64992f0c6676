// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_controller.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include "app/settings.h"
#include "vmcore/base/sha256.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {
constexpr int kPublishMs = 33;
constexpr qsizetype kMaxOutput = 1 << 20;
}  // namespace

RunController::RunController(Document* document, QObject* parent) : QObject(parent), document_(document) {
  publishTimer_.setInterval(kPublishMs);
  publishTimer_.setSingleShot(true);
  connect(&publishTimer_, &QTimer::timeout, this, &RunController::publish);
}

RunController::~RunController() { statisticsStop_.request_stop(); }

void RunController::start(const RunSpec& spec) {
  if (isBusy()) return;
  const auto executable = document_->data().executable;
  if (!executable) return;
  document_->setRunFailure({}, {});
  document_->setRunState(RunState::Starting);
  progress_ = tr("Preparing the arguments");
  output_.clear();
  emit progressChanged();
  workerCommand_ = spec.workerCommand.isEmpty() ? settings::workerCommand() : spec.workerCommand;
  const int serial = ++serial_;
  QPointer<RunController> self(this);
  QThreadPool::globalInstance()->start([self, serial, spec, executable, file = document_->data().file] {
    auto prepared = std::make_shared<Result<PreparedRun>>(Error(std::string("not prepared")));
    try {
      *prepared = prepareRun(spec, *executable);
      if (prepared->ok() && file) (*prepared)->origin.executableDigest = sha256Hex(file->bytes.span());
    } catch (const std::bad_alloc&) {
      *prepared = Error(std::string("not enough memory for the arguments"));
    }
    QMetaObject::invokeMethod(qApp, [self, serial, prepared] {
      if (!self || self->serial_ != serial) return;
      if (prepared->ok()) return self->launch(**prepared);
      wire::Failure failure;
      failure.kind = "Arguments";
      failure.message = prepared->error().text();
      self->fail(failure);
    }, Qt::QueuedConnection);
  });
}

void RunController::launch(const PreparedRun& prepared) {
  prepared_ = prepared;
  progress_ = tr("Starting the worker");
  emit progressChanged();
  link_ = std::make_unique<WorkerLink>();
  link_->session().setOrigin(prepared.origin);
  connect(link_.get(), &WorkerLink::message, this, &RunController::handle);
  connect(link_.get(), &WorkerLink::ended, this, &RunController::fail);
  link_->start(workerCommand_);
}

void RunController::handle(const wire::Message& message) {
  if (const auto* hello = std::get_if<wire::Hello>(&message)) {
    QStringList devices;
    for (const std::string& device : hello->devices) devices.append(QString::fromStdString(device));
    emit workerGreeted(QString::fromStdString(hello->deviceText), devices);
    progress_ = tr("Loading");
    emit progressChanged();
    link_->send(link_->session().load(prepared_.load));
  } else if (std::holds_alternative<wire::Loaded>(message)) {
    document_->setRunState(RunState::Running);
    link_->send(link_->session().run(prepared_.run));
    prepared_ = {};  // large arguments need not stay
  } else if (std::holds_alternative<wire::EventBatch>(message) || std::holds_alternative<wire::RunStarted>(message)) {
    if (!publishTimer_.isActive()) publishTimer_.start();
  } else if (const auto* progress = std::get_if<wire::Progress>(&message)) {
    progress_ = tr("Run %1 of %2").arg(progress->runsDone).arg(progress->runsTotal);
    emit progressChanged();
  } else if (const auto* text = std::get_if<wire::Output>(&message)) {
    if (output_.size() < kMaxOutput) output_ += QString::fromUtf8(text->text.data(), static_cast<qsizetype>(text->text.size()));
  } else if (const auto* failure = std::get_if<wire::Failure>(&message)) {
    fail(*failure);
  } else if (std::holds_alternative<wire::RunFinished>(message)) {
    finish(true);
  }
}

Place RunController::placeOf(const wire::Position& position) const {
  Place place;
  const Executable* executable = document_->executable();
  if (executable == nullptr) return place;
  place.function = executable->findFunction(position.function);
  if (position.pc >= 0 && position.pc < static_cast<int64_t>(executable->code.size())) place.pc = InstrIndex(position.pc);
  return place;
}

void RunController::fail(const wire::Failure& failure) {
  QString text = QString::fromStdString(failure.message);
  Place place;
  if (failure.position) {
    const wire::Position& at = *failure.position;
    place = placeOf(at);
    const QString where = at.callee.empty()
        ? tr("in `%1`, instruction %2").arg(QString::fromStdString(at.function)).arg(at.pc)
        : tr("in `%1`, instruction %2, call `%3`").arg(QString::fromStdString(at.function)).arg(at.pc).arg(QString::fromStdString(at.callee));
    if (failure.kind == "Cancelled") text = tr("Stopped %1").arg(where);
    else if (failure.signal != 0) text = tr("Worker lost %1: %2").arg(where, QString::fromStdString(wire::signalName(failure.signal)));
    else if (failure.fatal) text = tr("Worker lost %1: %2").arg(where, text);
    else text = tr("Run failed %1: %2").arg(where, text);
  } else if (failure.kind == "Cancelled") {
    text = tr("Stopped");
  } else if (failure.signal != 0) {
    text = tr("Worker lost: %1").arg(QString::fromStdString(wire::signalName(failure.signal)));
  }
  document_->setRunFailure(text, place);
  finish(false);
}

void RunController::finish(bool success) {
  ++serial_;
  if (link_) {
    publish();
    link_->disconnect(this);
    link_->quit();
    link_.release()->deleteLater();
  }
  prepared_ = {};
  progress_.clear();
  document_->setRunState(RunState::Idle);
  emit progressChanged();
  if (document_->trace()) computeStatistics();
  emit finished(success);
}

void RunController::stop() {
  if (!isBusy()) return;
  document_->setRunState(RunState::Stopping);
  progress_ = tr("Stopping");
  emit progressChanged();
  if (link_ && link_->session().state() == wire::Session::State::Running) return link_->cancel();
  wire::Failure failure;
  failure.kind = "Cancelled";
  if (link_) {
    link_->disconnect(this);
    link_->kill(tr("stopped"));
  }
  fail(failure);
}

void RunController::publish() {
  publishTimer_.stop();
  if (!link_) return;
  const Trace& trace = link_->session().trace();
  if (trace.eventCount() == 0 && trace.info.functionNames.empty()) return;
  document_->setTrace(link_->session().snapshot());
}

void RunController::computeStatistics() {
  const auto trace = document_->trace();
  if (!trace) return;
  statisticsStop_.request_stop();
  statisticsStop_ = std::stop_source();
  statisticsBusy_ = true;
  const int serial = ++statisticsSerial_;
  QPointer<RunController> self(this);
  QThreadPool::globalInstance()->start([self, serial, trace, stop = statisticsStop_.get_token()] {
    auto callee = std::make_shared<const TraceStatistics>(relaxscope::computeStatistics(*trace, Grouping::Callee, stop));
    auto site = std::make_shared<const TraceStatistics>(relaxscope::computeStatistics(*trace, Grouping::Site, stop));
    QMetaObject::invokeMethod(qApp, [self, serial, callee, site] {
      if (!self || self->statisticsSerial_ != serial) return;
      self->statisticsBusy_ = false;
      self->document_->setStatistics(callee, site);
    }, Qt::QueuedConnection);
  });
}

}  // namespace relaxscope

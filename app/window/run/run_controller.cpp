// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/run_controller.h"

#include <QDir>
#include <QTemporaryFile>

#include <algorithm>
#include <new>
#include <utility>

#include "app/window/settings.h"
#include "views/core/engine_text.h"
#include "views/widgets/figures.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/command_line_text.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/run/request.h"
#include "vmcore/trace/statistics.h"

namespace relaxscope {
namespace {
constexpr int kPublishMs = 33;
constexpr qsizetype kMaxOutput = 1 << 20;

/// Writes an edited executable to a temporary file, which runs with the kernels of its original library. The file is
/// deleted with its last owner.
Result<std::shared_ptr<QTemporaryFile>> writeEdited(const Executable& executable, const LoadedFile* origin,
                                                    PreparedRun& prepared) {
  RS_CHECK(checkConstantsKnown(executable));
  const std::vector<uint8_t> bytes = writeVmExecutable(executable);
  auto file = std::make_shared<QTemporaryFile>(QDir::tempPath() + QStringLiteral("/relaxscope-edited-XXXXXX.bin"));
  const auto size = static_cast<qint64>(bytes.size());
  if (!file->open() || file->write(reinterpret_cast<const char*>(bytes.data()), size) != size || !file->flush())
    return Error("the edited executable cannot be written for the run: " + file->errorString().toStdString());
  if (origin != nullptr && origin->library)
    prepared.load.libraries.insert(prepared.load.libraries.begin(), prepared.load.path);
  prepared.load.path = file->fileName().toStdString();
  prepared.origin.executableDigest = sha256Hex(bytes);
  prepared.origin.edited = true;
  file->close();
  return file;
}

struct Launch {
  PreparedRun run;
  LoadFiles files = nullptr;
  std::shared_ptr<QTemporaryFile> temporary = nullptr;
};

/// `elsewhere`: a command starts the worker, which may see other files.
Result<Launch> prepareLaunch(const RunSpec& spec, const DocumentData& data, bool elsewhere) {
  try {
    RS_TRY(PreparedRun prepared, prepareRun(spec, *data.executable));
    Launch launch{std::move(prepared)};
    LoadRequest& load = launch.run.load;
    // An edited executable is written with its constants.
    if (!data.edited) load.constants = data.constantsPath.toStdString();
    std::optional<Bytes> bytes;
    if (data.edited) {
      RS_TRY(launch.temporary, writeEdited(*data.executable, data.file.get(), launch.run));
    } else if (data.file) {
      bytes = data.file->bytes;
      load.digest = launch.run.origin.executableDigest = sha256Hex(*bytes);
    }
    if (elsewhere) { RS_TRY(launch.files, filesOfLoad(load, bytes)); }
    return launch;
  } catch (const std::bad_alloc&) { return Error("not enough memory for the arguments"); }
}

}  // namespace

RunController::RunController(Document* document, QObject* parent) : QObject(parent), document_(document) {
  publishTimer_.setInterval(kPublishMs);
  publishTimer_.setSingleShot(true);
  connect(&publishTimer_, &QTimer::timeout, this, &RunController::publish);
}

void RunController::start(const RunSpec& spec) {
  if (isBusy()) return;
  if (!document_->data().executable) return;
  document_->setRunFailure({}, {});
  document_->setRunState(RunState::Starting);
  progress_ = {tr("Preparing the arguments")};
  output_.clear();
  outputTruncated_ = false;
  stopped_ = false;
  published_ = false;
  emit progressChanged();
  workerCommand_ = spec.workerCommand.isEmpty() ? settings::workerCommand() : spec.workerCommand;
  prepareTask_.start([spec, data = document_->data(), elsewhere = !workerCommand_.isEmpty()](
                         const std::stop_token&) { return prepareLaunch(spec, data, elsewhere); },
                     [this](const Result<Launch>& made) {
                       if (!made.ok()) return failArguments(made.error().text());
                       temporary_ = made->temporary;
                       launch(made->run, made->files);
                     },
                     [this](const TaskError& error) { failArguments(error.text().toStdString()); });
}

void RunController::failArguments(const std::string& message) {
  RunFailure failure;
  failure.kind = failureKindName(FailureKind::Arguments);
  failure.message = message;
  fail(failure);
}

void RunController::launch(const PreparedRun& prepared, LoadFiles files) {
  prepared_ = prepared;
  files_ = std::move(files);
  title_ = QString::fromStdString(prepared.title);
  several_ = prepared.run.script.size() > 1;
  progress_ = {tr("Starting the worker")};
  emit progressChanged();
  link_ = std::make_unique<WorkerLink>();
  TraceOrigin origin = prepared.origin;
  origin.command = commandLineText();
  link_->session().setOrigin(origin);
  connect(link_.get(), &WorkerLink::message, this, &RunController::handle);
  connect(link_.get(), &WorkerLink::filesSent, this, &RunController::showLoading);
  connect(link_.get(), &WorkerLink::ended, this, &RunController::fail);
  link_->start(workerCommand_, timeLimit_ = prepared.load.limits.timeSeconds);
}

void RunController::showLoading() {
  const auto files = link_->fileProgress();
  progress_ =
      files ? QStringList{tr("Sending files to the worker"), tr("%1 of %2", "bytes")
                                                                 .arg(bytesLabel(static_cast<int64_t>(files->sent)),
                                                                      bytesLabel(static_cast<int64_t>(files->wanted)))}
            : QStringList{tr("Loading")};
  emit progressChanged();
}

void RunController::handle(const wire::Message& message) {
  if (const auto* hello = std::get_if<wire::Hello>(&message)) {
    QStringList devices;
    for (const std::string& device : hello->devices) devices.append(QString::fromStdString(device));
    emit workerGreeted(QString::fromStdString(hello->deviceText), devices);
    showLoading();
    link_->send(link_->session().load(prepared_.load, files_));
  } else if (std::holds_alternative<wire::Loaded>(message)) {
    document_->setRunState(RunState::Running);
    progress_ = planned(prepared_.run);
    emit progressChanged();
    link_->send(link_->session().run(prepared_.run));
    prepared_ = {};  // frees large arguments
  } else if (wire::isTracePart(message)) {
    if (!publishTimer_.isActive()) publishTimer_.start();
  } else if (const auto* progress = std::get_if<wire::Progress>(&message)) {
    progress_ = progressOf(*progress);
    emit progressChanged();
  } else if (const auto* text = std::get_if<wire::Output>(&message)) {
    const auto room = std::max<qsizetype>(0, kMaxOutput - output_.size()),
               size = static_cast<qsizetype>(text->text.size());
    output_.append(text->text.data(), std::min(room, size));
    outputTruncated_ = outputTruncated_ || size > room;
  } else if (const auto* failure = std::get_if<RunFailure>(&message)) {
    fail(*failure);
  } else if (std::holds_alternative<wire::RunFinished>(message)) {
    finish(true);
  }
}

/// "Warm-up 2 of 3", "1 s", "about 12 s left", "12,345 events".
QStringList RunController::progressOf(const wire::Progress& progress) const {
  const auto seconds = [](double value) { return countText(qRound64(std::min(value, 1e9))); };
  QStringList parts;
  if (progress.warmupsDone < progress.warmups)
    parts << tr("Warm-up %1 of %2").arg(countText(progress.warmupsDone + 1), countText(progress.warmups));
  else
    parts << (progress.paired ? tr("Pair %1 of %2") : tr("Run %1 of %2"))
                 .arg(countText(std::min(progress.roundsDone + 1, progress.rounds)), countText(progress.rounds));
  if (several_) parts << title_;
  parts << (timeLimit_ > 0 ? tr("%1 s of at most %2 s").arg(seconds(progress.seconds), seconds(timeLimit_))
                           : tr("%1 s").arg(seconds(progress.seconds)));
  if (progress.secondsLeft >= 1) parts << tr("about %1 s left").arg(seconds(progress.secondsLeft));
  if (const uint64_t events = link_->session().trace().eventCount(); events > 0)
    parts << tr("%1 events", nullptr, pluralNumber(events)).arg(countText(static_cast<int64_t>(events)));
  return parts;
}

/// What is going to be run, until the first report of progress.
QStringList RunController::planned(const RunRequest& run) const {
  QStringList parts{tr("Running %1").arg(title_)};
  if (run.trace == TraceMode::Off) return parts;
  const RunPlan plan = planOf(run);
  const auto count = [](uint64_t number) { return countText(static_cast<int64_t>(number)); };
  if (plan.warmups > 0) parts << tr("%1 warm-ups", nullptr, pluralNumber(plan.warmups)).arg(count(plan.warmups));
  if (plan.valuesRun) parts << tr("1 run for values");
  parts << (plan.paired ? tr("%1 pairs of a recorded and an unrecorded run", nullptr, pluralNumber(plan.rounds))
                        : tr("%1 measured runs", nullptr, pluralNumber(plan.rounds)))
               .arg(count(plan.rounds));
  if (plan.leastSeconds > 0) parts << tr("at least %1 s").arg(plan.leastSeconds);
  if (plan.mostSeconds > 0)
    parts << tr("fewer, but at least %1, if they take more than %2 s").arg(kLeastRounds).arg(plan.mostSeconds);
  return parts;
}

Place RunController::placeOf(const Position& position) const {
  Place place;
  const Executable* executable = document_->executable();
  if (executable == nullptr) return place;
  place.function = executable->findFunction(position.function);
  if (position.pc >= 0 && position.pc < static_cast<int64_t>(executable->code.size()))
    place.pc = InstrIndex(position.pc);
  return place;
}

/// "in main, instruction 12, call matmul", as far as known; empty if nothing is.
QString RunController::whereText(const Position& position) {
  const PositionParts parts = positionParts(position);
  const QString function = QString::fromStdString(parts.function), call = QString::fromStdString(parts.call);
  if (!parts.step.empty()) return tr("at the step \"%1\"").arg(QString::fromStdString(parts.step));
  if (parts.function.empty()) return {};
  if (parts.pc)
    return parts.call.empty() ? tr("in %1, instruction %2").arg(function, QString::number(*parts.pc))
                              : tr("in %1, instruction %2, call %3").arg(function, QString::number(*parts.pc), call);
  return parts.call.empty() ? tr("in %1").arg(function) : tr("in %1, call %2").arg(function, call);
}

QString RunController::failureText(const RunFailure& failure) {
  const QString where = failure.position ? whereText(*failure.position) : QString();
  QString why = engineText(failure.message);
  if (failure.is(FailureKind::Cancelled)) return where.isEmpty() ? tr("Stopped") : tr("Stopped %1").arg(where);
  if (failure.signal != 0) {
    const QString signal = QString::fromStdString(signalName(failure.signal));
    why = why.isEmpty() ? signal : signal + QStringLiteral(": ") + why;
    if (where.isEmpty()) return tr("Worker lost: %1").arg(why);
  }
  if (where.isEmpty()) return why;
  return (failure.signal != 0 || failure.fatal ? tr("Worker lost %1: %2") : tr("Run failed %1: %2")).arg(where, why);
}

void RunController::fail(const RunFailure& failure) {
  stopped_ = failure.is(FailureKind::Cancelled);
  document_->setRunFailure(failureText(failure), failure.position ? placeOf(*failure.position) : Place());
  finish(false);
}

void RunController::endLink() {
  prepareTask_.cancel();
  publishTimer_.stop();
  if (link_) {
    link_->disconnect(this);
    WorkerLink::leave(std::move(link_));
  }
  prepared_ = {};
  files_.reset();
  progress_.clear();
  temporary_.reset();
}

void RunController::finish(bool success) {
  publish();
  endLink();
  document_->setRunState(RunState::Idle);
  emit progressChanged();
  if (document_->trace()) computeStatistics();
  emit finished(success);
}

void RunController::abandon() {
  statisticsTask_.cancel();
  if (!isBusy()) return;
  if (link_) link_->kill({});
  endLink();
  document_->setRunState(RunState::Idle);
  emit progressChanged();
}

void RunController::stop() {
  if (!isBusy()) return;
  document_->setRunState(RunState::Stopping);
  progress_ = {tr("Stopping")};
  emit progressChanged();
  if (link_ && link_->session().state() == wire::Session::State::Running) return link_->cancel();
  RunFailure failure;
  failure.kind = failureKindName(FailureKind::Cancelled);
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
  if (!std::exchange(published_, true)) {  // clears results of the previous run
    document_->setStatistics(nullptr, nullptr);
    document_->selection()->forgetEvents();
    sinceFigures_.start();
    figuresMs_ = 0;
  }
  document_->setTrace(link_->session().snapshot());
  computeSoFar();
}

/// Figures of a long run while it lasts, so seldom that computing them takes at most 5 % of one core from the run.
void RunController::computeSoFar() {
  constexpr qint64 kFirstMs = 1000, kRest = 20;
  const bool due = sinceFigures_.elapsed() >= std::max(kFirstMs, kRest * figuresMs_);
  if (document_->runState() == RunState::Running && due && !statisticsTask_.isPending())
    computeStatistics(FiguresOf::RunSoFar);
}

void RunController::computeStatistics(FiguresOf of) {
  const auto trace = document_->trace();
  if (!trace) return;
  struct Made {
    std::shared_ptr<const TraceStatistics> byCallee, bySite;
    qint64 ms;
  };
  statisticsTask_.start(
      [trace](const std::stop_token& stop) {
        QElapsedTimer timer;
        timer.start();
        auto byCallee =
            std::make_shared<const TraceStatistics>(relaxscope::computeStatistics(*trace, Grouping::Callee, stop));
        auto bySite =
            std::make_shared<const TraceStatistics>(relaxscope::computeStatistics(*trace, Grouping::Site, stop));
        return Made{std::move(byCallee), std::move(bySite), timer.elapsed()};
      },
      [this, of](const Made& made) {
        figuresMs_ = made.ms;
        sinceFigures_.start();
        if (of == FiguresOf::RunSoFar && made.byCallee->runs == 0) return;  // warm-ups only
        document_->setStatistics(made.byCallee, made.bySite, of);
      },
      [this](const TaskError& error) {
        document_->setStatisticsError(tr("The figures cannot be computed: %1").arg(error.text()));
      });
}

}  // namespace relaxscope

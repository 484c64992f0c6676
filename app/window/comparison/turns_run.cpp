// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison/turns_run.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <sys/prctl.h>
#include <csignal>
#include <utility>

#include "app/window/run/call_script.h"
#include "app/window/run/program_beside.h"
#include "views/core/engine_text.h"
#include "views/widgets/figures.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/run/compare/value_json.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

constexpr int kEndGraceMs = 4'000;  ///< rscope gives a worker 2 s to answer
constexpr qsizetype kMaxReport = 256 << 20, kMaxErrors = 64 << 10;

Result<TurnsCommand> prepareTurns(const PairToRecord& pair, const QString& folder) {
  TurnsCommand command{pair.old,
                       pair.now,
                       pair.spec,
                       pair.constants,
                       folder + QStringLiteral("/old.rsprof"),
                       folder + QStringLiteral("/new.rsprof")};
  if (leavesArguments(pair.spec)) return command;
  command.script = folder + QStringLiteral("/calls.json");
  RS_TRY(const WrittenScript written,
         writeCallScript(command.script, pair.spec.calls, pair.spec.seed, true, *pair.oldFile->executable));
  command.arrays = written.arraysPath;
  return command;
}

/// The trace of a profile, of the bytes of `file`.
Result<std::shared_ptr<const Trace>> readTrace(const QString& path, const LoadedFile& file) {
  RS_TRY(const TraceFile read, readTraceFile(QFile::encodeName(path).toStdString()));
  if (read.trace->info.executableDigest != sha256Hex(file.bytes))
    return Error("the file changed while it was compared");
  return read.trace;
}

/// "fewer pairs of processes than planned: pair 3 of 12: cancelled".
QString noteOf(const QByteArray& report) {
  const QJsonObject run = QJsonDocument::fromJson(report).object().value(QLatin1String("run")).toObject();
  for (const QJsonValue& note : run.value(QLatin1String("notes")).toArray())
    if (note.toString().startsWith(QLatin1String("fewer pairs of processes"))) return note.toString();
  return {};
}

Result<RecordedPair> readRecorded(const PairToRecord& pair, const QString& folder, const QByteArray& report) {
  RecordedPair recorded;
  RS_TRY(recorded.traces[0], readTrace(folder + QStringLiteral("/old.rsprof"), *pair.oldFile));
  RS_TRY(recorded.traces[1], readTrace(folder + QStringLiteral("/new.rsprof"), *pair.newFile));
  RS_TRY(ValueComparison values,
         readValuesOfReport({report.constData(), static_cast<size_t>(report.size())},
                            recorded.traces[0]->info.functionNames, recorded.traces[1]->info.functionNames));
  recorded.values = std::make_shared<const ValueComparison>(std::move(values));
  recorded.note = noteOf(report);
  return recorded;
}

}  // namespace

TurnsRun::TurnsRun(QObject* parent, QString program) : QObject(parent), program_(std::move(program)) {
  killer_.setSingleShot(true);
  killer_.setInterval(kEndGraceMs);
  connect(&killer_, &QTimer::timeout, this, [this] {
    if (process_) process_->kill();
  });
}

TurnsRun::~TurnsRun() { end(); }

QString TurnsRun::defaultProgram() { return programBeside(QStringLiteral("rscope")); }

void TurnsRun::start(const PairToRecord& pair) {
  if (busy_) return;
  busy_ = true;
  stopped_ = false;
  report_.clear();
  errors_.clear();
  pair_ = pair;
  progress_ = {tr("Preparing the arguments")};
  emit progressChanged();
  if (program_.isEmpty()) return fail(tr("rscope, which runs both, was not found beside the program or in PATH"));
  folder_ = std::make_shared<QTemporaryDir>();
  if (!folder_->isValid()) return fail(tr("No temporary folder can be created: %1").arg(folder_->errorString()));
  prepareTask_.start([pair, folder = folder_](const std::stop_token&) { return prepareTurns(pair, folder->path()); },
                     [this](const Result<TurnsCommand>& command) {
                       if (command.ok()) launch(*command);
                       else fail(engineText(command.error().text()));
                     },
                     [this](const TaskError& error) { fail(error.text()); });
}

void TurnsRun::launch(const TurnsCommand& command) {
  process_ = std::make_unique<QProcess>();
  process_->setStandardInputFile(QProcess::nullDevice());
  process_->setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
  connect(process_.get(), &QProcess::readyReadStandardError, this, &TurnsRun::readProgress);
  connect(process_.get(), &QProcess::readyReadStandardOutput, this, [this] {
    report_ += process_->readAllStandardOutput();
    if (report_.size() > kMaxReport) process_->kill();
  });
  connect(process_.get(), &QProcess::finished, this, &TurnsRun::finished);
  connect(process_.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) fail(tr("rscope did not start: %1").arg(process_->errorString()));
  });
  progress_ = {tr("Starting the workers")};
  emit progressChanged();
  since_.start();
  process_->start(program_, turnsArguments(command));
}

void TurnsRun::readProgress() {
  errors_ += process_->readAllStandardError();
  std::optional<TurnsProgress> last;
  for (const QByteArray& line : errors_.split('\n'))
    if (const auto progress = turnsProgressOf(QString::fromUtf8(line))) last = progress;
  if (errors_.size() > kMaxErrors) errors_ = errors_.right(kMaxErrors / 2);
  if (!last || stopped_) return;
  const auto seconds = [](double value) { return countText(qRound64(std::min(value, 1e9))); };
  const double passed = static_cast<double>(since_.elapsed()) / 1000;
  progress_ = {tr("Pair %1 of %2").arg(countText(last->pair), countText(last->pairs)),
               tr("turn %1 of %2").arg(countText(last->turn), countText(last->turns)), tr("%1 s").arg(seconds(passed))};
  // How many pairs are made is known after the first.
  if (const double done = last->done(); last->pair > 1 && passed * (1 / done - 1) >= 1)
    progress_ << tr("about %1 s left").arg(seconds(passed * (1 / done - 1)));
  emit progressChanged();
}

void TurnsRun::finished(int exitCode, QProcess::ExitStatus status) {
  readProgress();
  report_ += process_->readAllStandardOutput();
  killer_.stop();
  // 0 and 1 are of the comparison of the code.
  if (status == QProcess::NormalExit && (exitCode == 0 || exitCode == 1)) return read();
  if (!stopped_) return fail(failureText(exitCode, status));
  end();
  emit progressChanged();
  emit stopped();
}

/// The last line of rscope's own; kernels write to standard error, too.
QString TurnsRun::failureText(int exitCode, QProcess::ExitStatus status) const {
  const QString prefix = QStringLiteral("rscope: ");
  QString last;
  for (const QByteArray& line : errors_.split('\n'))
    if (const QString text = QString::fromUtf8(line); text.startsWith(prefix)) last = text.mid(prefix.size());
  if (report_.size() > kMaxReport) return tr("rscope was ended: its report is too large");
  if (status == QProcess::CrashExit) return tr("rscope was ended by signal %1").arg(exitCode);
  return last.isEmpty() ? tr("rscope ended with code %1").arg(exitCode) : engineText(last);
}

void TurnsRun::read() {
  progress_ = {tr("Reading the profiles")};
  emit progressChanged();
  readTask_.start([pair = pair_, folder = folder_,
                   report = report_](const std::stop_token&) { return readRecorded(pair, folder->path(), report); },
                  [this](const Result<RecordedPair>& read) {
                    if (!read.ok()) return fail(engineText(read.error().text()));
                    end();
                    emit progressChanged();
                    emit recorded(*read);
                  },
                  [this](const TaskError& error) { fail(error.text()); });
}

void TurnsRun::stop() {
  if (!busy_ || stopped_) return;
  stopped_ = true;
  progress_ = {tr("Stopping")};
  if (process_ && process_->state() != QProcess::NotRunning) {
    process_->terminate();
    killer_.start();
    return emit progressChanged();
  }
  if (readTask_.isPending()) return emit progressChanged();  // all was recorded
  end();
  emit progressChanged();
  emit stopped();
}

void TurnsRun::abandon() {
  if (!busy_) return;
  end();
  emit progressChanged();
}

void TurnsRun::fail(const QString& message) {
  end();
  emit progressChanged();
  emit failed(message);
}

/// May be called from a signal of the process.
void TurnsRun::end() {
  busy_ = false;
  progress_.clear();
  killer_.stop();
  prepareTask_.cancel();
  readTask_.cancel();
  folder_.reset();
  pair_ = {};
  if (!process_) return;
  process_->disconnect(this);
  QProcess* const last = process_.release();
  if (last->state() != QProcess::NotRunning) {
    last->kill();
    last->waitForFinished(500);
  }
  last->deleteLater();
}

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a document at a time: prepares it on the thread pool, drives the worker, updates the document's trace
// at most every 33 ms, computes statistics on the thread pool, and reports every kind of failure as one message.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>

#include "app/window/run/run_spec.h"
#include "app/window/run/worker_link.h"
#include "views/core/document.h"
#include "views/core/latest_task.h"
#include "vmcore/run/files/load_files.h"

class QTemporaryFile;

namespace relaxscope {

class RunController : public QObject {
  Q_OBJECT
 public:
  explicit RunController(Document* document, QObject* parent = nullptr);

  void start(const RunSpec& spec);
  void stop();
  /// Discards the pending run and statistics without a message: the document is about to show other data.
  void abandon();
  [[nodiscard]] bool isBusy() const { return document_->runState() != RunState::Idle; }
  /// Whether the last run ended because the user stopped it.
  [[nodiscard]] bool wasStopped() const { return stopped_; }
  /// What the page says next is not about that run.
  void forgetStop() { stopped_ = false; }
  /// Whether the last run recorded anything that is shown.
  [[nodiscard]] bool hasRecorded() const { return published_; }
  /// "Run 12 of 200", "1 s", "about 12 s left": what is under way, then details. Where room is short, the last ones
  /// give way.
  [[nodiscard]] const QStringList& progress() const { return progress_; }
  /// The first MiB of what kernels printed during the last run.
  [[nodiscard]] QString output() const { return QString::fromUtf8(output_); }
  [[nodiscard]] bool isOutputTruncated() const { return outputTruncated_; }
  /// Computes the statistics of the document's trace, also of one from a file.
  void computeStatistics(FiguresOf of = FiguresOf::WholeRun);
  /// One sentence for the user, with the place as far as it is known.
  [[nodiscard]] static QString failureText(const RunFailure& failure);
  [[nodiscard]] bool statisticsPending() const { return statisticsTask_.isPending(); }

 signals:
  void progressChanged();
  void finished(bool success);
  void workerGreeted(const QString& deviceText, const QStringList& devices);

 private:
  void launch(const PreparedRun& prepared, LoadFiles files);
  void showLoading();
  void handle(const wire::Message& message);
  void fail(const RunFailure& failure);
  void failArguments(const std::string& message);
  void finish(bool success);
  void endLink();
  void publish();
  void computeSoFar();
  [[nodiscard]] static QString whereText(const Position& position);
  [[nodiscard]] QStringList progressOf(const wire::Progress& progress) const;
  [[nodiscard]] QStringList planned(const RunRequest& run) const;
  [[nodiscard]] Place placeOf(const Position& position) const;

  Document* document_;
  std::unique_ptr<WorkerLink> link_;
  PreparedRun prepared_;
  LoadFiles files_;                            ///< what the worker of a command may lack; null for others
  std::shared_ptr<QTemporaryFile> temporary_;  ///< file that an edited executable is run from
  QString workerCommand_;
  double timeLimit_ = 0;  ///< of a load or run, in seconds; 0: none
  QString title_;         ///< names of the calls: "prefill; decode"
  bool several_ = false;  ///< the run has several calls
  bool stopped_ = false;
  QTimer publishTimer_;
  QStringList progress_;
  QByteArray output_;  ///< raw UTF-8: a character may be split across two messages
  bool outputTruncated_ = false;
  bool published_ = false;      ///< a trace of this run was published
  QElapsedTimer sinceFigures_;  ///< since figures so far were shown last, or the first trace of the run
  qint64 figuresMs_ = 0;        ///< what computing them took
  LatestTask prepareTask_, statisticsTask_;
};

}  // namespace relaxscope

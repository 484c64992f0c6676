// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a document at a time: prepares it on the pool, drives the worker, feeds the document's trace
// at most every 33 ms, computes statistics on the pool, and turns every way to fail into one message.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <stop_token>

#include "app/run_spec.h"
#include "app/worker_link.h"
#include "views/document.h"

namespace relaxscope {

class RunController : public QObject {
  Q_OBJECT
 public:
  explicit RunController(Document* document, QObject* parent = nullptr);
  ~RunController() override;

  void start(const RunSpec& spec);
  void stop();
  [[nodiscard]] bool isBusy() const { return document_->runState() != RunState::Idle; }
  /// "run 12 of 200", for the status bar.
  [[nodiscard]] const QString& progressText() const { return progress_; }
  /// What kernels printed during the last run, bounded.
  [[nodiscard]] const QString& output() const { return output_; }
  /// Statistics of a trace that came from a file.
  void computeStatistics();
  [[nodiscard]] bool statisticsPending() const { return statisticsBusy_; }

 signals:
  void progressChanged();
  void finished(bool success);
  void workerGreeted(const QString& deviceText, const QStringList& devices);

 private:
  void launch(const PreparedRun& prepared);
  void handle(const wire::Message& message);
  void fail(const wire::Failure& failure);
  void finish(bool success);
  void publish();
  [[nodiscard]] Place placeOf(const wire::Position& position) const;

  Document* document_;
  std::unique_ptr<WorkerLink> link_;
  PreparedRun prepared_;
  QString workerCommand_;
  QTimer publishTimer_;
  QString progress_, output_;
  std::stop_source statisticsStop_;
  int serial_ = 0;
  int statisticsSerial_ = 0;
  bool statisticsBusy_ = false;
  bool statisticsAgain_ = false;
};

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
// Records two executables on the same inputs in turns: runs rscope as a child process, which makes the workers, and
// reads what it recorded. Every kind of failure is one message.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <array>
#include <memory>

#include "app/window/comparison/turns_command.h"
#include "views/core/latest_task.h"
#include "vmcore/model/loaded_file.h"
#include "vmcore/run/compare/value_comparison.h"
#include "vmcore/trace/trace.h"

class QTemporaryDir;

namespace relaxscope {

struct PairToRecord {
  QString old, now;                                    ///< paths
  std::shared_ptr<const LoadedFile> oldFile, newFile;  ///< what they held when they were read: the same must run
  RunSpec spec;                                        ///< its calls are those of the old executable
  QString constants;                                   ///< file with late-bound constants; empty: none
};
struct RecordedPair {
  std::array<std::shared_ptr<const Trace>, 2> traces;  ///< old, new
  std::shared_ptr<const ValueComparison> values;
  QString note;  ///< why less was recorded than planned; empty: all of it was
};

class TurnsRun : public QObject {
  Q_OBJECT
 public:
  /// `program`: rscope; empty: it was not found.
  explicit TurnsRun(QObject* parent = nullptr, QString program = defaultProgram());
  ~TurnsRun() override;

  void start(const PairToRecord& pair);
  /// Ends the recording. What whole pairs of processes recorded is kept.
  void stop();
  /// Ends it without any signal but progressChanged().
  void abandon();
  [[nodiscard]] bool isBusy() const { return busy_; }
  /// "Pair 3 of 12", "turn 5 of 16", "about 12 s left"; empty while nothing runs.
  [[nodiscard]] const QStringList& progress() const { return progress_; }
  /// Path of rscope next to this program, or in PATH; empty if there is none.
  static QString defaultProgram();

 signals:
  void progressChanged();
  void recorded(const relaxscope::RecordedPair& pair);
  void stopped();                       ///< by stop(), before there was a whole pair
  void failed(const QString& message);  ///< one sentence for the user

 private:
  void launch(const TurnsCommand& command);
  void readProgress();
  void finished(int exitCode, QProcess::ExitStatus status);
  void read();
  void end();
  void fail(const QString& message);
  [[nodiscard]] QString failureText(int exitCode, QProcess::ExitStatus status) const;

  QString program_;
  PairToRecord pair_;
  std::shared_ptr<QTemporaryDir> folder_;  ///< of profiles and script
  std::unique_ptr<QProcess> process_;
  QTimer killer_;  ///< ends a process that does not end by itself
  LatestTask prepareTask_, readTask_;
  QByteArray report_, errors_;  ///< standard output; the end of standard error
  QElapsedTimer since_;
  QStringList progress_;
  bool busy_ = false, stopped_ = false;
};

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs both executables of a pair in turns, and gives the pair what was recorded.
#pragma once

#include <optional>

#include "app/window/comparison/turns_run.h"
#include "views/core/comparison.h"

namespace relaxscope {

class PairRunner : public QObject {
  Q_OBJECT
 public:
  /// `program`: rscope; empty: it was not found.
  explicit PairRunner(Comparison* comparison, QString program = TurnsRun::defaultProgram());

  /// What was run last; at first the last run of the old file, with the rounds of turns.
  [[nodiscard]] RunSpec lastRun() const;
  /// Why the pair cannot be run with these options; empty if it can. One sentence.
  [[nodiscard]] QString whyNotRunnable(const RunSpec& spec) const;
  [[nodiscard]] QString whyNotRunnable() const { return whyNotRunnable(lastRun()); }
  /// The pair cannot be run at all: why, in one sentence.
  void refuse(const QString& why) { refused_ = why; }
  /// Both are run on the inputs of `spec`, whose calls are those of the old executable.
  void start(const RunSpec& spec);
  void stop() { turns_.stop(); }
  [[nodiscard]] bool isBusy() const { return turns_.isBusy(); }
  [[nodiscard]] const QStringList& progress() const { return turns_.progress(); }

 signals:
  void changed();                      ///< it runs or no longer, or its progress
  void recorded(const QString& note);  ///< `note`: why less than planned; empty: all of it
  void failed(const QString& message);
  void stopped();  ///< nothing was recorded

 private:
  void take(const RecordedPair& pair);
  void checkFiles();

  Comparison* comparison_;
  TurnsRun turns_;
  std::optional<RunSpec> last_;
  QString refused_;                                         ///< why the pair cannot be run at all; else empty
  std::array<std::shared_ptr<const LoadedFile>, 2> files_;  ///< old and new when the run began
};

}  // namespace relaxscope

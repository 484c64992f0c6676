// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison/pair_runner.h"

#include <utility>

#include "app/window/run/run_settings.h"
#include "app/window/settings.h"
#include "views/code/table_texts.h"

namespace relaxscope {

PairRunner::PairRunner(Comparison* comparison, QString program)
    : QObject(comparison), comparison_(comparison), turns_(nullptr, std::move(program)) {
  connect(&turns_, &TurnsRun::progressChanged, this, &PairRunner::changed);
  connect(&turns_, &TurnsRun::recorded, this, &PairRunner::take);
  connect(&turns_, &TurnsRun::failed, this, &PairRunner::failed);
  connect(&turns_, &TurnsRun::stopped, this, &PairRunner::stopped);
  connect(comparison, &Comparison::dataChanged, this, &PairRunner::checkFiles);
}

RunSpec PairRunner::lastRun() const {
  if (last_) return *last_;
  RunSpec spec = RunSpec::fromMap(settings::lastRun(comparison_->document(Side::Old)->data().path));
  spec.repeat = kRoundsInTurns;  // not a number of runs
  return spec;
}

QString PairRunner::whyNotRunnable(const RunSpec& spec) const {
  if (!refused_.isEmpty()) return refused_;
  for (const Side side : {Side::Old, Side::New}) {
    const DocumentData& data = comparison_->document(side)->data();
    if (!data.executable) return tr("Both files must be open to run them");
    if (data.edited) return tr("Save the edited code to run both");
    if (const RunObstacle* obstacle = obstacleTo(spec, data))
      return tr("%1 cannot be run: %2").arg(comparison_->name(side), obstacleText(*obstacle));
  }
  return {};
}

void PairRunner::start(const RunSpec& spec) {
  if (isBusy()) return;
  if (const QString why = whyNotRunnable(spec); !why.isEmpty()) return emit failed(why);
  last_ = spec;
  const DocumentData &old = comparison_->document(Side::Old)->data(), &now = comparison_->document(Side::New)->data();
  files_ = {old.file, now.file};
  PairToRecord pair{old.path, now.path, old.file, now.file, withLimitsOfSettings(spec), old.constantsPath};
  if (pair.constants.isEmpty()) pair.constants = now.constantsPath;
  if (pair.spec.workerCommand.isEmpty()) pair.spec.workerCommand = settings::workerCommand();
  turns_.start(pair);
}

/// The sides may have been swapped meanwhile.
void PairRunner::take(const RecordedPair& pair) {
  const bool swapped = comparison_->document(Side::Old)->data().file != files_[0];
  comparison_->setTrace(swapped ? Side::New : Side::Old, pair.traces[0]);
  comparison_->setTrace(swapped ? Side::Old : Side::New, pair.traces[1]);
  comparison_->setValues(swapped ? std::make_shared<const ValueComparison>(exchanged(*pair.values)) : pair.values);
  emit recorded(pair.note);
}

/// A file that is read again is another one: what is being recorded is not of it.
void PairRunner::checkFiles() {
  if (!isBusy()) return;
  const auto old = comparison_->document(Side::Old)->data().file, now = comparison_->document(Side::New)->data().file;
  const bool same = (old == files_[0] && now == files_[1]) || (old == files_[1] && now == files_[0]);
  if (!same) turns_.abandon();
}

}  // namespace relaxscope

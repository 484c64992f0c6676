// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/pair_times.h"

#include <utility>

#include "views/core/discard.h"
#include "vmcore/export/match_of_diff.h"

namespace relaxscope {
namespace {

ComparedTimes compareSides(const TimedSide& old, const TimedSide& now, const ExecutableDiff* diff,
                           const std::string& why, const std::stop_token& stop) {
  const CallMatch match = callMatchOf(*old.trace, old.executable, *now.trace, now.executable, diff, why);
  ComparedTimes out{old, now, {}, {}};
  out.byCallee = compareTraces(*old.trace, *now.trace, match, Grouping::Callee, stop);
  out.bySite = compareTraces(*old.trace, *now.trace, match, Grouping::Site, stop);
  return out;
}

}  // namespace

void PairTimes::compare(TimedSide old, TimedSide now, std::shared_ptr<const ExecutableDiff> diff, std::string why) {
  task_.start(
      [old = std::move(old), now = std::move(now), diff = std::move(diff),
       why = std::move(why)](const std::stop_token& stop) {
        return std::make_shared<const ComparedTimes>(compareSides(old, now, diff.get(), why, stop));
      },
      [this](std::shared_ptr<const ComparedTimes> times) {
        report(std::move(times), {});
        emit pendingChanged();
      },
      [this](const TaskError& error) {
        report(nullptr, error.text());
        emit pendingChanged();
      });
  report(nullptr, {});
  emit pendingChanged();
}

void PairTimes::clear() {
  const bool wasPending = task_.isPending();
  task_.cancel();
  report(nullptr, {});
  if (wasPending) emit pendingChanged();
}

void PairTimes::cancel() {
  if (!task_.isPending()) return;
  task_.cancel();
  report(nullptr, tr("stopped"));
  emit pendingChanged();
}

void PairTimes::report(std::shared_ptr<const ComparedTimes> times, const QString& error) {
  if (!times_ && !times && error_ == error) return;
  discard(std::exchange(times_, std::move(times)));
  error_ = error;
  emit changed();
}

}  // namespace relaxscope

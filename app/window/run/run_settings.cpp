// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/run_settings.h"

#include <algorithm>

#include "app/window/settings.h"
#include "vmcore/analysis/summary.h"

namespace relaxscope {

RunSpec withLimitsOfSettings(RunSpec spec) {
  if (spec.limits.timeSeconds <= 0) spec.limits.timeSeconds = settings::timeLimitSeconds();
  if (const quint64 mebibytes = settings::memoryLimitMiB(); mebibytes > 0 && spec.limits.memoryDefault) {
    spec.limits.memoryDefault = false;
    spec.limits.memoryBytes = mebibytes << 20;
  }
  return spec;
}

/// Whether a run lacks the functions of an obstacle. Libraries may have them, and calls of them may be skipped: the
/// worker tells.
static bool mayMiss(const RunSpec& spec, const DocumentData& data, const RunObstacle& obstacle) {
  if (!spec.libraries.isEmpty() || !spec.skip.isEmpty()) return false;
  return std::ranges::any_of(spec.calls, [&](const RunCall& call) {
    const auto entry = call.function.isEmpty() ? defaultEntry(*data.executable)
                                               : Result<FuncIndex>(functionOfKey(*data.executable, call.function));
    return !entry.ok() || (entry->valid() && obstacle.stops(*entry));
  });
}

const RunObstacle* obstacleTo(const RunSpec& spec, const DocumentData& data) {
  // A worker that the user configured may run on another machine.
  const bool elsewhere = !spec.workerCommand.isEmpty() || !settings::workerCommand().isEmpty();
  for (const RunObstacle& obstacle : data.obstacles) {
    if (elsewhere && (obstacle.kind == ObstacleKind::OtherMachine || obstacle.kind == ObstacleKind::OtherSystem))
      continue;
    if (obstacle.kind == ObstacleKind::MissingFunction && !mayMiss(spec, data, obstacle)) continue;
    return &obstacle;
  }
  return nullptr;
}

}  // namespace relaxscope

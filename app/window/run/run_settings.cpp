// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/run_settings.h"

#include "app/window/settings.h"

namespace relaxscope {

RunSpec withLimitsOfSettings(RunSpec spec) {
  if (spec.limits.timeSeconds <= 0) spec.limits.timeSeconds = settings::timeLimitSeconds();
  if (const quint64 mebibytes = settings::memoryLimitMiB(); mebibytes > 0 && spec.limits.memoryDefault) {
    spec.limits.memoryDefault = false;
    spec.limits.memoryBytes = mebibytes << 20;
  }
  return spec;
}

const RunObstacle* obstacleTo(const RunSpec& spec, const DocumentData& data) {
  // A worker that the user configured may run on another machine.
  const bool elsewhere = !spec.workerCommand.isEmpty() || !settings::workerCommand().isEmpty();
  for (const RunObstacle& obstacle : data.obstacles) {
    if (elsewhere && (obstacle.kind == ObstacleKind::OtherMachine || obstacle.kind == ObstacleKind::OtherSystem))
      continue;
    if (!spec.libraries.isEmpty() && obstacle.kind == ObstacleKind::MissingFunction) continue;
    return &obstacle;
  }
  return nullptr;
}

}  // namespace relaxscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparison/turns_command.h"

#include <QRegularExpression>

#include <algorithm>

namespace relaxscope {
namespace {

QString numberText(uint64_t value) { return QString::number(static_cast<qulonglong>(value)); }

void addLimits(const Limits& limits, QStringList& arguments) {
  const Limits usual;
  if (limits.timeSeconds > 0) arguments << QStringLiteral("--timeout") << QString::number(limits.timeSeconds);
  if (!limits.memoryDefault) arguments << QStringLiteral("--memory-limit") << numberText(limits.memoryBytes);
  if (limits.steps != usual.steps) arguments << QStringLiteral("--step-limit") << numberText(limits.steps);
  if (limits.stackDepth != usual.stackDepth)
    arguments << QStringLiteral("--stack-limit") << numberText(limits.stackDepth);
}

void addCalls(const TurnsCommand& command, QStringList& arguments) {
  const QString& function = command.spec.calls.front().function;
  if (!command.script.isEmpty()) arguments << QStringLiteral("--script") << command.script;
  else if (!function.isEmpty()) arguments << QStringLiteral("--call") << function;
  if (!command.arrays.isEmpty()) arguments << QStringLiteral("--inputs") << command.arrays;
}

}  // namespace

bool leavesArguments(const RunSpec& spec) {
  const RunCall& call = spec.calls.front();
  const bool given = std::ranges::any_of(
      call.arguments, [](const ArgumentSpec& argument) { return !argument.content.trimmed().isEmpty(); });
  // A name that is not plain text cannot be an argument of a command.
  const bool plain = call.function == QString::fromStdString(nameOfKey(call.function));
  return spec.calls.size() == 1 && call.mode == CallMode::Call && !given && call.dims.isEmpty() && plain;
}

QStringList turnsArguments(const TurnsCommand& command) {
  const RunSpec& spec = command.spec;
  QStringList arguments{QStringLiteral("diff"),
                        command.old,
                        command.now,
                        QStringLiteral("-o"),
                        command.oldProfile,
                        command.newProfile,
                        QStringLiteral("--run"),
                        QStringLiteral("--json"),
                        QStringLiteral("--summary"),
                        QStringLiteral("--progress")};
  addCalls(command, arguments);
  if (!spec.device.isEmpty()) arguments << QStringLiteral("--device") << spec.device;
  arguments << QStringLiteral("--allocator") << spec.allocator;
  for (const QString& library : spec.libraries) arguments << QStringLiteral("--load") << library;
  for (const QString& name : spec.skip) arguments << QStringLiteral("--skip") << name;
  if (!spec.instrument.isEmpty()) arguments << QStringLiteral("--instrument") << spec.instrument;
  if (!command.constants.isEmpty()) arguments << QStringLiteral("--consts") << command.constants;
  arguments << QStringLiteral("--seed") << numberText(spec.seed) << QStringLiteral("--warmup")
            << numberText(spec.warmup);
  // Only the usual number of rounds may be lowered for runs that take long.
  if (spec.repeat != kRoundsInTurns) arguments << QStringLiteral("--repeat") << numberText(spec.repeat);
  if (spec.precise) arguments << QStringLiteral("--precise");
  addLimits(spec.limits, arguments);
  if (!spec.workerCommand.isEmpty()) arguments << QStringLiteral("--worker") << spec.workerCommand;
  return arguments;
}

std::optional<TurnsProgress> turnsProgressOf(const QString& line) {
  static const QRegularExpression kLine(
      QStringLiteral("^pair ([0-9]{1,6}) of ([0-9]{1,6}), turn ([0-9]{1,6}) of ([0-9]{1,6}), (old|new)(:.*)?$"));
  const QRegularExpressionMatch match = kLine.match(line);
  if (!match.hasMatch()) return std::nullopt;
  const auto at = [&](int group) { return match.captured(group).toInt(); };
  const TurnsProgress progress{at(1), at(2), at(3), at(4)};
  const bool sound =
      progress.pair >= 1 && progress.pair <= progress.pairs && progress.turn >= 1 && progress.turn <= progress.turns;
  return sound ? std::optional(progress) : std::nullopt;
}

}  // namespace relaxscope

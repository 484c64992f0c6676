// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/folded_lanes.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace relaxscope {

QByteArray saveFoldedLanes(const LaneOptions& options) {
  QJsonArray folded;
  for (const LaneId& lane : options.collapsed)
    folded.append(QJsonArray{static_cast<int>(lane.first), static_cast<qint64>(lane.second)});
  return QJsonDocument(QJsonObject{{QStringLiteral("folded"), folded}, {QStringLiteral("flows"), options.flows}})
      .toJson(QJsonDocument::Compact);
}

void restoreFoldedLanes(const QByteArray& state, LaneOptions& options) {
  options.collapsed.clear();
  const QJsonObject saved = QJsonDocument::fromJson(state).object();
  options.flows = saved.value(QStringLiteral("flows")).toBool(true);
  const QJsonArray folded = saved.value(QStringLiteral("folded")).toArray();
  for (const QJsonValue& value : folded) {
    const QJsonArray pair = value.toArray();
    if (pair.size() == 2)
      options.collapsed.insert({static_cast<LaneKind>(pair[0].toInt()), static_cast<uint32_t>(pair[1].toInteger())});
  }
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// The numbers of a text that a person reads, for tests of shortened texts. Independent of the code that shortens.
#pragma once

#include <QRegularExpression>
#include <QString>

#include <set>

namespace relaxscope::testing {

/// The numbers of a text, with their units if `units`. Commas in brackets separate extents of a shape, others
/// thousands.
inline std::set<QString> numbersIn(QString text, bool units) {
  static const QRegularExpression shape(QStringLiteral("\\[[^\\]…]*(\\]|…|$)")),
      number(QStringLiteral("\\d+(,\\d{3})*(\\.\\d+)?")),
      figure(QStringLiteral("\\d+(,\\d{3})*(\\.\\d+)?( ?(ns|µs|ms|s|B|KiB|MiB|GiB|%)(?![\\w]))?"));
  for (auto at = shape.globalMatch(text); at.hasNext();) {
    const auto match = at.next();
    text.replace(match.capturedStart(), match.capturedLength(), match.captured().replace(QLatin1Char(','), u';'));
  }
  std::set<QString> found;
  for (auto at = (units ? figure : number).globalMatch(text); at.hasNext();) found.insert(at.next().captured());
  return found;
}

}  // namespace relaxscope::testing

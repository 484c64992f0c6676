// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the inspector about device work.
#pragma once

#include <QCoreApplication>
#include <QList>

#include "views/inspector/fact_sheet.h"
#include "views/profile/event_facts.h"
#include "views/profile/work_facts.h"

namespace relaxscope {

class DeviceRows {
  Q_DECLARE_TR_FUNCTIONS(DeviceRows)
 public:
  static QList<std::pair<QString, bool>> chips(const WorkFacts& work);
  /// Where it is: device and stream, the call that asked for it, the start. `call` may be invalid.
  static QList<FactSheet::Fact> places(const WorkFacts& work, const EventFacts& call);
  /// Launch parameters of a kernel, bytes and rate of a copy.
  static QList<FactSheet::Fact> launch(const WorkFacts& work);
  /// Host launch, launch to start and device, on one scale, and its rank among its peers.
  static void times(FactSheet& sheet, const WorkFacts& work);
  /// The row of a call that leads to its work.
  static FactSheet::Fact ofCall(const WorkFacts& work, const Place& place);
};

}  // namespace relaxscope

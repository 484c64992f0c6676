// SPDX-License-Identifier: Apache-2.0
// Where the events of a trace belong. Every event that was recorded is in exactly one place.
#pragma once

#include <cstdint>
#include <string>

#include "vmcore/base/json/writer.h"

namespace relaxscope {

/// Of a trace's columns as recorded; events beyond are dropped, so that no run fills the memory.
inline constexpr uint64_t kMaxTraceBytes = uint64_t{3} << 30;

struct EventAccount {
  uint64_t loading = 0;
  uint64_t warmups = 0, valuesRuns = 0;
  uint64_t inRows = 0;       ///< of measured runs in the middle half of times, of which rows are made
  uint64_t besideRows = 0;   ///< of the other measured runs
  uint64_t outsideRuns = 0;  ///< of a run that has not ended
  uint64_t dropped = 0;      ///< recorded, but not kept

  [[nodiscard]] uint64_t measured() const { return inRows + besideRows; }
  [[nodiscard]] uint64_t kept() const { return loading + warmups + valuesRuns + measured() + outsideRuns; }
  [[nodiscard]] uint64_t recorded() const { return kept() + dropped; }
};
/// "5,400 recorded: 4,300 in measured runs (2,150 in the rows), 860 in warm-ups, 215 in the values run, 25 while
/// loading; none dropped".
std::string accountText(const EventAccount& account);
/// Why events are dropped: "the profile reached 3.00 GiB".
std::string droppedReason();
/// {recorded kept loading warmups values_runs in_rows beside_rows outside_runs dropped dropped_because}.
void writeAccount(JsonWriter& json, const EventAccount& account);

}  // namespace relaxscope

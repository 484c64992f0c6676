// SPDX-License-Identifier: GPL-3.0-or-later
// A run in the overview: the hottest calls and the parts of its time.
#pragma once

#include <optional>
#include <vector>

#include "views/overview/call_row.h"
#include "views/overview/run_bar.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

class Document;

struct HottestCalls {
  struct Row {
    CallRow::Data data;
    FuncIndex function;  ///< invalid if the callee is not a function of the executable
  };
  std::vector<Row> rows;              ///< by self time, largest first
  std::optional<CallRow::Data> rest;  ///< sum of the remaining callees
  double scale = 1;                   ///< share of the run at which a bar is full
};
/// std::nullopt without statistics or if the run's time is zero.
std::optional<HottestCalls> hottestCalls(const Document& document);
/// Self time by kind of call, largest first; times are means per run. Empty without statistics.
std::vector<RunBar::Part> runParts(const Document& document);

}  // namespace relaxscope

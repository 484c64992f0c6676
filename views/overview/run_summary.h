// SPDX-License-Identifier: GPL-3.0-or-later
// What the overview says of a run: the hottest calls, and the parts of its time.
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
    FuncIndex function;  ///< invalid where the callee is no function of the executable
  };
  std::vector<Row> rows;              ///< by own time, largest first
  std::optional<CallRow::Data> rest;  ///< what further callees add up to
  double scale = 1;                   ///< share of the run at which a bar is full
};
/// Nothing without the statistics of a run that took time.
std::optional<HottestCalls> hottestCalls(const Document& document);
/// Own time by kind of call, largest first; times are means of a run. Empty without statistics.
std::vector<RunBar::Part> runParts(const Document& document);

}  // namespace relaxscope

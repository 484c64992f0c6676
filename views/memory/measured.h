// SPDX-License-Identifier: GPL-3.0-or-later
// What a profile tells of a function's memory: sizes that its runs had, and the bytes of one activation.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "views/memory/plan_of.h"
#include "vmcore/analysis/function_facts.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

struct MeasuredMemory {
  struct Point {
    InstrIndex pc;
    int64_t allocated = 0;  ///< by the event itself
    int64_t live = 0;       ///< after it, of the function: without what was live before the run
  };
  std::map<std::string, std::set<int64_t>> seen;  ///< values that dimensions had in runs
  GivenSizes sizes;                               ///< of the activation of `points`
  SlotValues slotValues;                          ///< of slots that the plan for these sizes leaves open
  std::vector<Point> points;                      ///< in order of time
  int64_t peak = 0;                               ///< highest Point::live

  /// Whether a plan has another extent than the activation.
  [[nodiscard]] bool differsFrom(const GivenSizes& plan) const;
  /// Bytes that the instruction allocated; -1 if there is no record.
  [[nodiscard]] int64_t allocatedAt(InstrIndex pc) const;
};

/// Of the first activation of the function that recorded values.
MeasuredMemory measuredMemory(const Trace& trace, const FunctionFacts& facts, FuncIndex function,
                              const std::stop_token& stop);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Text for the contents of a trace, and look-ups shared by exporters and statistics.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/trace/trace.h"

namespace relaxscope {

/// "call", "function body", "load constants", ...; "unknown" for a number outside the table.
const char* eventKindName(EventKind kind);
/// The table that an event's callee indexes; the function table also for kinds without a callee.
const std::vector<std::string>& calleeNames(const TraceInfo& info, EventKind kind);
/// Subject of an event: the callee's name, a name of TraceInfo::names, or the kind's; never empty for known kinds.
std::string_view eventName(const TraceInfo& info, EventKind kind, uint32_t callee);
/// eventName, with ": kernels" for the kernels of a compiled function.
std::string eventLabel(const TraceInfo& info, EventKind kind, uint32_t callee);
/// "f32[3, 16]", "shape(2, 3)", "i7", "2.5", "float32", "tuple(2)", "%vm". `dims` are those of the chunk.
std::string argText(const ArgRecord& arg, std::span<const int64_t> dims);

/// Records of a side column by event. Columns are mostly ordered by event; others are sorted.
template <class Record>
class SideIndex {
 public:
  SideIndex(const std::vector<Record>& records, size_t events) : begin_(events + 1, 0), order_() {
    bool sorted = true;
    for (size_t i = 0; i < records.size(); ++i) {
      if (records[i].event < events) ++begin_[records[i].event + 1];
      sorted &= i == 0 || records[i - 1].event <= records[i].event;
    }
    for (size_t i = 0; i < events; ++i) begin_[i + 1] += begin_[i];
    order_.resize(records.size());
    if (sorted) {
      for (size_t i = 0; i < records.size(); ++i) order_[i] = static_cast<uint32_t>(i);
      return;
    }
    std::vector<uint32_t> next(begin_.begin(), begin_.end());
    for (size_t i = 0; i < records.size(); ++i)
      if (records[i].event < events) order_[next[records[i].event]++] = static_cast<uint32_t>(i);
  }
  /// Indices of an event's records in the column.
  [[nodiscard]] std::span<const uint32_t> of(size_t event) const {
    return std::span(order_).subspan(begin_[event], begin_[event + 1] - begin_[event]);
  }

 private:
  std::vector<uint32_t> begin_, order_;
};

/// Finds the run of an event; any order of queries is allowed, neighbouring ones are fast.
class RunLookup {
 public:
  explicit RunLookup(const std::vector<RunSpan>& runs);
  /// The run in progress at that time, or null.
  const RunSpan* at(int64_t ticks);

 private:
  std::vector<RunSpan> runs_;
  size_t last_ = 0;
};

}  // namespace relaxscope

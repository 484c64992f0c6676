// SPDX-License-Identifier: Apache-2.0
// A chunk as a trace keeps it. What events share is stored once per trace: the call that an event is of (its site) and
// the arguments that it received. An event then takes 10 bytes (12 in a trace of more than 65,536 sites), and 4 more
// with values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "vmcore/trace/event.h"
#include "vmcore/trace/index_column.h"
#include "vmcore/trace/offset_column.h"
#include "vmcore/trace/stable_table.h"

namespace relaxscope {

/// The fields that all events of one call at one depth share, as in EventFields.
struct EventSite {
  uint32_t pc = 0, function = 0, callee = 0;
  uint16_t depth = 0;
  EventKind kind{};

  friend bool operator==(const EventSite&, const EventSite&) = default;
};
static_assert(sizeof(EventSite) == 16);

/// The instruction of an event of this site, or kNoIndex.
[[nodiscard]] inline uint32_t instructionOf(const EventSite& site) {
  return hasInstruction(site.kind) ? site.pc : kNoIndex;
}

/// An argument of a call.
struct Argument {
  ArgType type = ArgType::None;
  DataType dtype;                 ///< Tensor, DType
  int64_t value = 0;              ///< Int, Bool: itself; Float: bits; Tensor: data bytes; Tuple: length
  std::span<const int64_t> dims;  ///< Tensor, Shape
};

class EventTables;

/// The arguments of one event, in order; empty if none were recorded. Valid as long as the chunk.
class Arguments {
 public:
  Arguments() = default;
  [[nodiscard]] size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] Argument operator[](size_t i) const;

 private:
  friend class StoredChunk;
  Arguments(const EventTables& tables, uint32_t list);

  const EventTables* tables_ = nullptr;
  uint32_t first_ = 0, count_ = 0;
};

/// Events and side records of a chunk; immutable.
class StoredChunk {
 public:
  /// `tables` grows by what the chunk's events are the first to have; chunk and tables must be checked
  /// (trace_check.h).
  StoredChunk(const TraceChunk& chunk, uint64_t firstEvent, std::shared_ptr<EventTables> tables);

  uint64_t firstEvent = 0;  ///< number of the first event in the whole trace

  [[nodiscard]] size_t size() const { return sites_.size(); }
  [[nodiscard]] int64_t start(size_t i) const { return starts_[i]; }        ///< ticks since the origin
  [[nodiscard]] int64_t duration(size_t i) const { return durations_[i]; }  ///< ticks
  [[nodiscard]] int64_t end(size_t i) const { return starts_[i] + durations_[i]; }
  [[nodiscard]] const EventSite& site(size_t i) const;
  /// Whether events [i, i + count) are of the same sites as those of `other` from `j` on.
  [[nodiscard]] bool hasSameSites(size_t i, const StoredChunk& other, size_t j, size_t count) const;

  [[nodiscard]] Arguments arguments(size_t i) const;
  /// Number of the distinct list of arguments of event `i`, the same for all chunks of a trace; kNoIndex for none.
  [[nodiscard]] uint32_t argumentList(size_t i) const { return lists_.empty() ? kNoIndex : lists_[i]; }
  [[nodiscard]] bool hasArguments() const { return !lists_.empty(); }
  /// Ordered by event.
  [[nodiscard]] const std::vector<MemoryRecord>& memory() const { return memory_; }
  [[nodiscard]] const std::vector<SlotChange>& slotChanges() const { return slotChanges_; }

  /// The columns that it was made from, with each list of arguments once.
  [[nodiscard]] TraceChunk columns() const;

 private:
  void storeArguments(const ValueColumns& values);

  std::shared_ptr<EventTables> tables_;
  OffsetColumn starts_, durations_;
  IndexColumn sites_;            ///< rows of EventTables::sites
  std::vector<uint32_t> lists_;  ///< rows of EventTables::lists by event; empty if no event has arguments
  std::vector<MemoryRecord> memory_;
  std::vector<SlotChange> slotChanges_;
};

/// The records of `records`, ordered by event, that belong to event `event`.
template <class Record>
[[nodiscard]] std::span<const Record> recordsOf(const std::vector<Record>& records, size_t event) {
  const auto eventOf = [](const Record& record) { return size_t{record.event}; };
  const auto begin = std::ranges::lower_bound(records, event, {}, eventOf);
  return {begin, std::ranges::upper_bound(begin, records.end(), event, {}, eventOf)};
}

}  // namespace relaxscope

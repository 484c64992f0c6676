// SPDX-License-Identifier: Apache-2.0
// What a run leaves behind: events in the columns of a TraceChunk that has room for some thousand, handed over
// every 33 ms or when it is full, and side columns of values where wanted. Everything runs
// on the machine's thread; a chunk handed to the sink never changes again while anybody keeps it.
//
// The recording has a clock of its own that stands still while the recording works on values or hands
// a chunk over: that time is nobody's, neither a Call's nor that of the function around it, and it is
// summed up a run (RunSpan::recording). What stays in the times is the writing of a row and the
// reading of the clock, whose cost is measured beforehand (InstrumentationCost::perEventNs): in
// chained mode inside each Call, in precise mode between Calls, so in the function around them.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/c_api.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "vmcore/device/allocator.h"
#include "vmcore/vm/record/tick_clock.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

/// One event by itself.
struct EventRow {
  int64_t start, end;  ///< ticks
  uint32_t pc, function, callee;
  uint16_t depth, kind;
};

/// A shape heap under watch: the tensor, what its slots held when last seen, and whose it is.
struct HeapWatch {
  tvm::ffi::Any heap;  ///< kept: a program may drop it while it is watched
  const int64_t* slots = nullptr;
  uint32_t count = 0;
  uint32_t frame = 0, function = 0;  ///< activation serial, function table row
  std::vector<int64_t> seen;
};

class Recorder {
 public:
  [[nodiscard]] bool on() const { return sink_ != nullptr; }
  [[nodiscard]] bool values() const { return values_; }
  [[nodiscard]] TraceMode mode() const { return mode_; }

  /// `load` are finished events of the load phase, laid just before the recording's first event.
  void start(TraceMode mode, bool values, TraceSink sink, std::vector<const AllocatorCounters*> memory,
             const std::vector<EventRow>& load);
  void stop();
  void beginRun(uint32_t index, bool warmup);
  /// Duration in nanoseconds.
  double endRun();
  /// After the allocator's sums were reset: what comes next is counted from now.
  void syncMemory();

  /// The recording's clock, in ticks since the recording began.
  [[nodiscard]] int64_t now() const { return readTicks() - zero_; }
  /// Takes what passed since `since`, a reading of now(), out of the clock: the recording spent it.
  void hold(int64_t since) {
    const int64_t spent = now() - since;
    zero_ += spent;
    deadline_ -= spent;  // watchers wait by the wall's clock
  }
  /// Where an event that begins now starts: in chained mode at the end of the last one.
  [[nodiscard]] int64_t startOfEvent() const { return mode_ == TraceMode::Precise ? now() : last; }

  /// The end of the last event: where the next one starts in chained mode.
  int64_t last = 0;

  /// Adds an event that ended. Event numbers of side records made before count from eventNumber().
  void add(int64_t start, int64_t end, uint32_t pc, uint32_t function, uint32_t callee, uint32_t depth,
           EventKind kind) {
    const size_t i = count_++;
    columns_.start[i] = start;
    columns_.duration[i] = end - start;
    columns_.pc[i] = pc;
    columns_.function[i] = function;
    columns_.callee[i] = callee;
    columns_.depth[i] = static_cast<uint16_t>(depth < 0xFFFF ? depth : 0xFFFF);
    columns_.kind[i] = static_cast<uint16_t>(kind);
    if (count_ == kRows || end > deadline_) [[unlikely]]
      seal();
  }

  // ---- side columns; call them just before the add() of their event -------------------------------
  /// Types and shapes of the arguments a call saw.
  void addArgs(const TVMFFIAny* args, int32_t count);
  /// Slots that differ from what was seen before.
  void addHeapChanges(HeapWatch& watch);
  /// Bytes taken and given back since the last event.
  void addMemory();
  /// Arguments captured now for an event that is added later (calls of VM functions).
  struct Pending {
    std::vector<ArgRecord> args;
    std::vector<int64_t> dims;
  };
  static void capture(const TVMFFIAny* args, int32_t count, Pending& into);
  void addPending(const Pending& pending);

  uint32_t nextSerial() { return serial_++; }

 private:
  static constexpr size_t kRows = 4096;  ///< 128 KiB: stay in the second level cache

  [[nodiscard]] uint32_t eventNumber() const { return static_cast<uint32_t>(count_); }
  void fill(std::shared_ptr<TraceChunk> chunk);
  std::shared_ptr<TraceChunk> roomyChunk();
  void seal();
  void handOver(size_t count);
  /// Has the next add() seal where side records have become many.
  void boundSide();

  EventFields<ColumnPointer> columns_;  ///< of `filling_`
  size_t count_ = 0;                    ///< of events in `filling_`
  std::shared_ptr<TraceChunk> filling_;
  std::shared_ptr<TraceChunk> spare_;  ///< handed over before, or never
  int64_t zero_ = 0;  ///< a reading of the ticks that stands for 0: it moves by what the recording itself takes
  int64_t zeroBeforeRun_ = 0;
  int64_t deadline_ = 0, batchTicks_ = 0;
  ValueColumns side_;
  std::vector<RunSpan> finishedRuns_;
  RunSpan run_;
  TraceSink sink_;
  [[nodiscard]] int64_t sumOf(std::atomic<int64_t> AllocatorCounters::* counter) const;
  std::vector<const AllocatorCounters*> memory_;  ///< of each device
  int64_t seenAllocated_ = 0, seenFreed_ = 0;
  uint32_t serial_ = 0;
  TraceMode mode_ = TraceMode::Off;
  bool values_ = false;
};

}  // namespace relaxscope

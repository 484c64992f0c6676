// SPDX-License-Identifier: Apache-2.0
// Records a run: events as rows in an arena that is touched before it is used, and optional side columns of values.
// Between runs, when the arena is full, and at the first event that ends 33 ms after the last hand-over, the rows
// become the columns of chunks, which are handed to the sink and then immutable. The arena grows between runs until it
// holds a whole run. Everything runs on the VM's thread.
//
// The recording has its own clock, which is stopped while the recording processes values or hands a chunk
// over: that time is excluded from the Call and from its enclosing function, and is summed up per run
// (RunSpan::recording). The times still include writing a row and reading the clock, whose cost is measured
// beforehand (InstrumentationCost::perEventNs): within each Call in chained mode, between Calls in precise
// mode and thus within the enclosing function.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/c_api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vmcore/device/allocator.h"
#include "vmcore/vm/record/argument_recorder.h"
#include "vmcore/vm/record/row_arena.h"
#include "vmcore/vm/record/run_sampler.h"
#include "vmcore/vm/record/stopped_clock.h"
#include "vmcore/vm/record/tick_clock.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

/// A single event of the load phase.
struct LoadEvent {
  int64_t start, end;  ///< ticks
  uint32_t pc, function, callee;
  uint16_t depth, kind;
};

/// A watched shape heap: the tensor, its slots' last seen values, and its activation.
struct HeapWatch {
  tvm::ffi::Any heap;  ///< kept alive, as a program may drop it while it is watched
  const int64_t* slots = nullptr;
  uint32_t count = 0;
  uint32_t frame = 0, function = 0;  ///< activation serial, function table row
  std::vector<int64_t> seen;
};

struct Program;

/// Numbers the places of compiled functions from 0 on, per function in the order in which they are first seen.
class CodePlaces {
 public:
  /// `placeAndFunction`: what identifies a place, in the lower half, and its function.
  uint32_t number(uint64_t placeAndFunction) {
    const auto [found, fresh] = numbers_.try_emplace(placeAndFunction, 0);
    if (fresh) found->second = counts_[static_cast<uint32_t>(placeAndFunction >> 32)]++;
    return found->second;
  }

 private:
  std::unordered_map<uint64_t, uint32_t> numbers_;
  std::unordered_map<uint32_t, uint32_t> counts_;  ///< by function
};

class Recorder {
 public:
  [[nodiscard]] bool on() const { return on_; }
  [[nodiscard]] bool values() const { return values_; }
  [[nodiscard]] TraceMode mode() const { return mode_; }

  /// `load`: completed events of the load phase, placed just before the recording's first event.
  void start(TraceMode mode, bool values, TraceSink sink, std::vector<const AllocatorCounters*> memory,
             const std::vector<LoadEvent>& load, const Program& program);
  void stop();
  /// Between runs: calls are not recorded, and the recording's clock is stopped, until resume().
  void pause();
  void resume();
  /// Between the runs of a recording: whether the following ones record values.
  void setValues(bool values);
  void beginRun(uint32_t index, RunKind kind, ReadConditions read = ReadConditions::Now);
  /// Within a run: what was done since the last event is in none, and its memory in no count.
  void beginCall() {
    if (values_) syncMemory();
    if (mode_ == TraceMode::Chained) last = now();
  }
  /// When the last run began, in ticks of the recording.
  [[nodiscard]] int64_t runStart() const { return run_.start; }
  /// Ends the run; returns its duration in nanoseconds.
  double endRun();
  /// Ends the run and drops its events, if none was handed over; else it remains as what it was begun as. Returns
  /// whether it was dropped.
  bool dropRun();
  /// Restarts the counting of memory; call it after the allocator's counters were reset.
  void syncMemory();

  /// The recording's clock, in ticks since the recording began.
  [[nodiscard]] int64_t now() const { return readTicks() - zero_; }
  /// Excludes the time since `since`, a reading of now(), from the clock, as the recording spent it.
  void hold(int64_t since) {
    const int64_t spent = now() - since;
    zero_ += spent;
    deadline_ -= spent;  // the deadline is wall-clock time
    if (stops_ != nullptr) [[unlikely]]
      stops_->addStop(since, spent);
  }
  /// Tells `stops` of each time that the clock stops, from now on until stop(). Null: nobody.
  void setStops(StoppedClock* stops) {
    if (stops != nullptr) stops->restart();
    stops_ = stops;
  }
  /// Start time of an event that begins now: in chained mode the end of the last one.
  [[nodiscard]] int64_t startOfEvent() const { return mode_ == TraceMode::Precise ? now() : last; }

  /// Number in the trace of the event that is added next. Within a call of a kernel, that of the call.
  [[nodiscard]] uint64_t nextEvent() const { return handedOver_ + count(); }
  /// Called before each stop of the recording's clock for handing over. Empty: nothing. Until stop().
  void setBeforeHandOver(std::function<void()> call) { beforeHandOver_ = std::move(call); }

  /// End of the last event, which is the start of the next one in chained mode.
  int64_t last = 0;

  /// Adds a completed event. Side records added just before refer to it by eventNumber().
  void add(int64_t start, int64_t end, uint32_t pc, uint32_t function, uint32_t callee, uint32_t depth,
           EventKind kind) {
    add(start, end, pc | uint64_t{function} << 32, packed(callee, depth, kind));
  }
  /// The same, with fields already packed. Ordinary stores: those that bypass the caches are as fast in the probe, but
  /// made real programs of small kernels 10 to 30 % slower on an AMD EPYC.
  void add(int64_t start, int64_t end, uint64_t pcAndFunction, uint64_t calleeDepthKind) {
    PackedRow* const row = next_;
    row->start = start;
    row->duration = end - start;
    row->pcAndFunction = pcAndFunction;
    row->calleeDepthKind = calleeDepthKind;
    next_ = row + 1;
    if (next_ == end_ || end > deadline_) [[unlikely]]
      makeRoom();
  }

  static uint64_t packed(uint32_t callee, uint32_t depth, EventKind kind) {
    return callee | uint64_t{depth < 0xFFFF ? depth : 0xFFFF} << 32 |
           static_cast<uint64_t>(static_cast<uint16_t>(kind)) << 48;
  }
  /// Packed into the row of a Call for the callee that its instruction has; it is looked up when the row is handed
  /// over.
  static constexpr uint32_t kCalleeOfInstruction = kNoIndex - 1;

  /// Receives the arguments of calls of instructions that have returned while values are recorded.
  using TakeArguments = std::function<void(uint32_t pc, const TVMFFIAny* args, int32_t count)>;
  /// Between runs; empty: nothing.
  void setCapture(TakeArguments take) { capture_ = std::move(take); }
  void capture(uint32_t pc, const TVMFFIAny* args, int32_t count) {
    if (capture_) capture_(pc, args, count);
  }

  // ---- side columns; call them just before the add() of their event -------------------------------
  /// Types and shapes of the arguments of an event; `call` as in ArgumentRecorder.
  void addArgs(uint32_t call, const TVMFFIAny* args, int32_t count);
  /// Arguments captured when the event began (calls of VM functions).
  void addCaptured(uint32_t call, const ArgumentRecorder::Captured& captured);
  /// Slots that have changed since they were last seen.
  void addHeapChanges(HeapWatch& watch);
  /// Bytes allocated and freed since the last event.
  void addMemory();

  uint32_t nextSerial() { return serial_++; }

 private:
  static constexpr size_t kChunkRows = 4096;
  /// 2 MiB at first; at most 64 MiB, beyond which runs have hand-overs inside them.
  static constexpr size_t kFirstRows = size_t{1} << 16, kMostRows = size_t{1} << 21;

  [[nodiscard]] size_t count() const { return static_cast<size_t>(next_ - arena_.begin()); }
  /// The next event's number in its chunk.
  [[nodiscard]] uint32_t eventNumber() const { return static_cast<uint32_t>(count() - side_ * kChunkRows); }
  /// Empties the arena. With values, `end_` is the end of a chunk, as side records count from their chunk's first
  /// event.
  void rewind();
  /// At end_ or after the deadline: goes on with the next chunk of the arena, or empties it.
  void makeRoom();
  void seal();
  /// `count` rows in chunks of kChunkRows; side records and finished runs go with the last one.
  void handOver(size_t count);
  /// Between runs: makes the arena large enough for one run like the last.
  void makeRoomForRun(size_t rows);
  [[nodiscard]] ValueColumns& side() { return sides_[side_]; }
  /// Makes the next add() empty the arena if there are many side records.
  void boundSide();

  const Program* program_ = nullptr;  ///< for the callees of rows; while on
  RowArena arena_;                    ///< empty before the first recording
  PackedRow* next_ = nullptr;         ///< where the next event goes
  PackedRow* end_ = nullptr;
  size_t beforeRun_ = 0, handedOverInRun_ = 0;  ///< rows in the arena when the run began; handed over since
  uint64_t handedOver_ = 0;                     ///< events of the recording
  std::function<void()> beforeHandOver_;
  StoppedClock* stops_ = nullptr;
  int64_t zero_ = 0;  ///< tick count of time 0; advanced by the time that the recording itself takes
  int64_t zeroBeforeRun_ = 0;
  int64_t deadline_ = 0, batchTicks_ = 0;
  std::vector<ValueColumns> sides_{1};  ///< of the chunks in the arena; those after side_ are empty
  size_t side_ = 0;                     ///< the one in use
  size_t sideRecords_ = 0;              ///< arguments and changes of slots in those before it
  ArgumentRecorder arguments_;
  TakeArguments capture_;
  CodePlaces places_;
  std::vector<RunSpan> finishedRuns_;
  RunSpan run_;
  RunSampler sampler_;
  TraceSink sink_;
  [[nodiscard]] int64_t sumOf(std::atomic<int64_t> AllocatorCounters::* counter) const;
  std::vector<const AllocatorCounters*> memory_;  ///< per device
  int64_t seenAllocated_ = 0, seenFreed_ = 0;
  uint32_t serial_ = 0;
  TraceMode mode_ = TraceMode::Off;
  bool values_ = false;
  bool on_ = false;  ///< started and not paused
  int64_t pausedAt_ = 0;
};

}  // namespace relaxscope

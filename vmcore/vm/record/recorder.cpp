// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/recorder.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

#include "vmcore/device/workspace.h"
#include "vmcore/vm/program.h"

namespace relaxscope {
namespace {

constexpr double kBatchNs = 33e6;  ///< live views show a Call within two display frames
constexpr size_t kMaxSideRecords = size_t{1} << 19;

}  // namespace

void Recorder::start(TraceMode mode, bool values, TraceSink sink, std::vector<const AllocatorCounters*> memory,
                     const std::vector<LoadEvent>& load, const Program& program) {
  if (arena_.capacity() == 0) arena_.make(kFirstRows);  // may throw, so it precedes any change of state
  mode_ = mode;
  values_ = values;
  program_ = &program;
  rewind();
  sink_ = std::move(sink);
  on_ = true;
  memory_ = std::move(memory);
  finishedRuns_.clear();
  serial_ = 0;
  handedOver_ = 0;
  places_ = {};
  batchTicks_ = static_cast<int64_t>(kBatchNs / tickClock().nsPerTick);
  deadline_ = INT64_MAX;
  zero_ = readTicks();
  if (!load.empty()) {
    // The load phase may be minutes ago; the time in between is skipped.
    int64_t first = INT64_MAX, end = INT64_MIN;
    for (const LoadEvent& row : load) {
      first = std::min(first, row.start);
      end = std::max(end, row.end);
    }
    zero_ -= end - first + (end - first) / 50 + 1;
    for (const LoadEvent& row : load)
      add(row.start - first, row.end - first, row.pc, row.function, row.callee, row.depth,
          static_cast<EventKind>(row.kind));
  }
  syncMemory();
  last = now();
  deadline_ = last + batchTicks_;
}

int64_t Recorder::sumOf(std::atomic<int64_t> AllocatorCounters::* counter) const {
  int64_t sum = 0;
  for (const AllocatorCounters* device : memory_) sum += (device->*counter).load(std::memory_order_relaxed);
  return sum;
}

void Recorder::syncMemory() {
  seenAllocated_ = sumOf(&AllocatorCounters::allocated);
  seenFreed_ = sumOf(&AllocatorCounters::freed);
  static_cast<void>(workspaceBytes());
}

void Recorder::pause() {
  if (!on()) return;
  pausedAt_ = now();
  on_ = false;
  sampler_.begin();  // an unrecorded run begins as a recorded one does
}

void Recorder::resume() {
  if (sink_ == nullptr || on_) return;
  on_ = true;
  hold(pausedAt_);
}

void Recorder::stop() {
  resume();
  if (!on()) return;
  struct Off {  // runs even if the sink throws
    Recorder& recorder;
    ~Off() {
      recorder.sink_ = nullptr;
      recorder.on_ = false;
      recorder.mode_ = TraceMode::Off;
      recorder.values_ = false;
      recorder.beforeHandOver_ = nullptr;
      recorder.stops_ = nullptr;
      recorder.arena_.release();
    }
  } off{*this};
  seal();
}

void Recorder::rewind() {
  next_ = arena_.begin();
  end_ = next_ + (values_ ? kChunkRows : arena_.capacity());
  for (size_t i = 0; i <= side_; ++i) ValueColumns::forEach([](auto& column) { column.clear(); }, sides_[i]);
  side_ = sideRecords_ = 0;
  arguments_.restart();
}

void Recorder::makeRoom() {
  if (next_ != end_ || count() == arena_.capacity() || now() > deadline_) return seal();
  sideRecords_ += side().args.size() + side().slotChanges.size();
  if (++side_ == sides_.size()) sides_.emplace_back();
  arguments_.restart();
  end_ += kChunkRows;
}

void Recorder::setValues(bool values) {
  if (values == values_) return;
  if (sink_ == nullptr) return;  // no recording
  seal();
  values_ = values;
  rewind();
}

void Recorder::beginRun(uint32_t index, RunKind kind, ReadConditions read) {
  run_ = {};
  run_.index = index;
  run_.kind = kind;
  beforeRun_ = count();
  handedOverInRun_ = 0;
  zeroBeforeRun_ = zero_;
  syncMemory();  // memory freed since the last run belongs to no Call
  if (read == ReadConditions::Now) sampler_.begin();
  last = now();
  run_.start = last;
}

double Recorder::endRun() {
  const int64_t end = now();
  run_.duration = end - run_.start;
  run_.recording = zero_ - zeroBeforeRun_;
  const double ns = tickClock().toNs(run_.duration);
  if (on()) {
    run_.conditions = sampler_.end();
    finishedRuns_.push_back(run_);
    // Handing over between runs affects no run, so it is done early here.
    const size_t rows = handedOverInRun_ + count() - beforeRun_;
    const bool nextMayNotFit = count() + rows + rows / 4 > arena_.capacity();
    if (nextMayNotFit || end > deadline_ - batchTicks_ / 2) seal();
    makeRoomForRun(rows);
  }
  return ns;
}

bool Recorder::dropRun() {
  if (values_ || handedOverInRun_ != 0) {
    endRun();
    return false;
  }
  next_ = arena_.begin() + beforeRun_;
  // Events that are handed over within a dropped run cannot be dropped any more.
  if (on() && now() > deadline_ - batchTicks_ / 2) seal();
  return true;
}

void Recorder::seal() {
  const int64_t since = now();
  if (beforeHandOver_) beforeHandOver_();
  // Even if handing over fails, the next event has room.
  const size_t recorded = count();
  handedOverInRun_ += recorded - std::min(recorded, std::exchange(beforeRun_, 0));
  {
    struct Rewind {
      Recorder& recorder;
      ~Rewind() { recorder.rewind(); }
    } rewind{*this};
    if (recorded != 0 || !finishedRuns_.empty()) handOver(recorded);
  }
  handedOver_ += recorded;
  hold(since);
  deadline_ = since + batchTicks_;
}

void Recorder::makeRoomForRun(size_t rows) {
  const size_t wanted = std::min(rows + rows / 4, kMostRows);
  if (wanted <= arena_.capacity() || count() != 0) return;
  try {
    arena_.make(wanted);
  } catch (const std::bad_alloc&) {
    return;  // the present arena stays: runs have hand-overs inside them
  }
  rewind();
}

namespace {

EventFields<ColumnValue> unpacked(const PackedRow& row, const Program& program, CodePlaces& places) {
  auto pc = static_cast<uint32_t>(row.pcAndFunction);
  if (static_cast<uint16_t>(row.calleeDepthKind >> 48) == static_cast<uint16_t>(EventKind::CompiledKernels))
      [[unlikely]]
    pc = places.number(row.pcAndFunction);
  const auto callee = static_cast<uint32_t>(row.calleeDepthKind);
  return {row.start,
          row.duration,
          pc,
          static_cast<uint32_t>(row.pcAndFunction >> 32),
          callee == Recorder::kCalleeOfInstruction ? program.calleeAt(pc) : callee,
          static_cast<uint16_t>(row.calleeDepthKind >> 32),
          static_cast<uint16_t>(row.calleeDepthKind >> 48)};
}

std::shared_ptr<TraceChunk> chunkOf(const PackedRow* rows, size_t count, const Program& program, CodePlaces& places) {
  static_assert(sizeof(PackedRow) == kEventBytes);
  auto chunk = std::make_shared<TraceChunk>();
  EventFields<ColumnPointer> to;
  EventColumns::forEach(
      [count](auto& next, auto& column) {
        column.resize(count);
        next = column.data();
      },
      to, chunk->events);
  for (size_t i = 0; i < count; ++i)
    EventColumns::forEach([](auto& next, const auto& value) { *next++ = value; }, to,
                          unpacked(rows[i], program, places));
  return chunk;
}

}  // namespace

void Recorder::handOver(size_t count) {
  const PackedRow* rows = arena_.begin();
  for (size_t i = 0;; ++i, rows += kChunkRows, count -= kChunkRows) {
    std::shared_ptr<TraceChunk> chunk = chunkOf(rows, std::min(count, kChunkRows), *program_, places_);
    if (i <= side_) chunk->values = sides_[i];  // copied, as the memory is used again
    if (count <= kChunkRows) return sink_(std::move(chunk), std::exchange(finishedRuns_, {}));
    sink_(std::move(chunk), {});
  }
}

void Recorder::boundSide() {
  if (sideRecords_ + side().args.size() + side().slotChanges.size() > kMaxSideRecords) deadline_ = 0;
}

void Recorder::addArgs(uint32_t call, const TVMFFIAny* args, int32_t count) {
  arguments_.add(side(), eventNumber(), call, args, count);
  boundSide();
}

void Recorder::addCaptured(uint32_t call, const ArgumentRecorder::Captured& captured) {
  arguments_.add(side(), eventNumber(), call, captured);
  boundSide();
}

void Recorder::addHeapChanges(HeapWatch& watch) {
  const uint32_t event = eventNumber();
  for (uint32_t slot = 0; slot < watch.count; ++slot) {
    if (watch.slots[slot] == watch.seen[slot]) continue;
    watch.seen[slot] = watch.slots[slot];
    side().slotChanges.push_back({event, slot, watch.frame, watch.function, watch.slots[slot]});
  }
  boundSide();
}

void Recorder::addMemory() {
  const int64_t allocated = sumOf(&AllocatorCounters::allocated);
  const int64_t freed = sumOf(&AllocatorCounters::freed);
  const uint64_t pages = workspaceBytes().inUse / kWorkspacePageBytes;
  if (allocated == seenAllocated_ && freed == seenFreed_ && pages == 0) return;
  side().memory.push_back({eventNumber(), static_cast<uint32_t>(std::min<uint64_t>(pages, UINT32_MAX)),
                           allocated - seenAllocated_, freed - seenFreed_, sumOf(&AllocatorCounters::live)});
  seenAllocated_ = allocated;
  seenFreed_ = freed;
}

}  // namespace relaxscope

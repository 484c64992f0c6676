// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/recorder.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/string.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "vmcore/vm/objects/objects.h"

namespace relaxscope {
namespace {

constexpr double kBatchNs = 33e6;  ///< live views show a Call within two display frames
constexpr size_t kMaxSideRecords = size_t{1} << 19;

DataType dataType(DLDataType type) { return {type.code, type.bits, type.lanes}; }

/// Type, value and dimensions of one argument.
ArgRecord describe(const TVMFFIAny& value, std::vector<int64_t>& dims) {
  ArgRecord record;
  const auto setDims = [&](const int64_t* from, int64_t count) {
    record.ndim = static_cast<uint8_t>(std::min<int64_t>(count, 255));
    record.dimsBegin = static_cast<uint32_t>(dims.size());
    dims.insert(dims.end(), from, from + record.ndim);
  };
  const auto type = [&](ArgType t) { record.type = static_cast<uint8_t>(t); };
  switch (value.type_index) {
    case ffi::TypeIndex::kTVMFFINone: type(ArgType::None); break;
    case ffi::TypeIndex::kTVMFFIInt:
      type(ArgType::Int);
      record.value = value.v_int64;
      break;
    case ffi::TypeIndex::kTVMFFIBool:
      type(ArgType::Bool);
      record.value = value.v_int64;
      break;
    case ffi::TypeIndex::kTVMFFIFloat:
      type(ArgType::Float);
      std::memcpy(&record.value, &value.v_float64, sizeof record.value);
      break;
    case ffi::TypeIndex::kTVMFFIDataType:
      type(ArgType::DType);
      record.dtype = dataType(value.v_dtype);
      break;
    case ffi::TypeIndex::kTVMFFIOpaquePtr: type(ArgType::Vm); break;
    case ffi::TypeIndex::kTVMFFIRawStr:
    case ffi::TypeIndex::kTVMFFISmallStr:
    case ffi::TypeIndex::kTVMFFIStr: type(ArgType::Str); break;
    case ffi::TypeIndex::kTVMFFIFunction: type(ArgType::Function); break;
    case ffi::TypeIndex::kTVMFFIShape: {
      type(ArgType::Shape);
      const auto* shape = reinterpret_cast<const ffi::ShapeObj*>(value.v_obj);
      setDims(shape->data, static_cast<int64_t>(shape->size));
      break;
    }
    case ffi::TypeIndex::kTVMFFIArray:
      type(ArgType::Tuple);
      record.value = static_cast<int64_t>(reinterpret_cast<const ffi::ArrayObj*>(value.v_obj)->size());
      break;
    default:
      if (const DLTensor* tensor = tensorOf(value)) {
        type(ArgType::Tensor);
        record.dtype = dataType(tensor->dtype);
        setDims(tensor->shape, tensor->ndim);
        const uint64_t bits =
            static_cast<uint64_t>(elementCount(tensor->shape, tensor->ndim)) * tensor->dtype.bits * tensor->dtype.lanes;
        record.value = static_cast<int64_t>((bits + 7) / 8);
      } else {
        type(value.type_index == StorageObj::RuntimeTypeIndex() ? ArgType::Storage : ArgType::Other);
      }
  }
  return record;
}

}  // namespace

void Recorder::start(TraceMode mode, bool values, TraceSink sink, std::vector<const AllocatorCounters*> memory,
                     const std::vector<EventRow>& load) {
  fill(roomyChunk());  // may throw, so it precedes any change of state
  count_ = 0;
  mode_ = mode;
  values_ = values;
  sink_ = std::move(sink);
  on_ = true;
  memory_ = std::move(memory);
  side_ = {};
  finishedRuns_.clear();
  serial_ = 0;
  batchTicks_ = static_cast<int64_t>(kBatchNs / tickClock().nsPerTick);
  deadline_ = INT64_MAX;
  zero_ = readTicks();
  if (!load.empty()) {
    // The load phase may be minutes ago; the time in between is skipped.
    int64_t first = INT64_MAX, end = INT64_MIN;
    for (const EventRow& row : load) {
      first = std::min(first, row.start);
      end = std::max(end, row.end);
    }
    zero_ -= end - first + (end - first) / 50 + 1;
    for (const EventRow& row : load)
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
}

void Recorder::pause() {
  if (!on()) return;
  pausedAt_ = now();
  on_ = false;
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
      recorder.filling_ = recorder.spare_ = nullptr;
    }
  } off{*this};
  seal();
}

void Recorder::beginRun(uint32_t index, RunKind kind) {
  run_ = {};
  run_.index = index;
  run_.kind = kind;
  zeroBeforeRun_ = zero_;
  syncMemory();  // memory freed since the last run belongs to no Call
  last = now();
  run_.start = last;
}

double Recorder::endRun() {
  const int64_t end = now();
  run_.duration = end - run_.start;
  run_.recording = zero_ - zeroBeforeRun_;
  const double ns = tickClock().toNs(run_.duration);
  if (on()) {
    finishedRuns_.push_back(run_);
    // Handing over between runs affects no run, so it is done early here.
    const bool halfFull = count_ > kRows / 2;
    if (halfFull || end > deadline_ - batchTicks_ / 2) seal();
  }
  return ns;
}

void Recorder::seal() {
  const int64_t since = now();
  // Even if handing over fails, the next event has room.
  if (const size_t count = std::exchange(count_, 0); count != 0 || !finishedRuns_.empty()) handOver(count);
  hold(since);
  deadline_ = since + batchTicks_;
}

namespace {

/// The columns without records, with their capacity.
ValueColumns emptied(ValueColumns values) {
  ValueColumns::forEach([](auto& column) { column.clear(); }, values);
  return values;
}
void resizeColumns(EventColumns& events, size_t count) {
  EventColumns::forEach([count](auto& column) { column.resize(count); }, events);
}

}  // namespace

/// A chunk with room for kRows events. Reuses a handed-over chunk that the sink did not keep, as clearing and faulting
/// in fresh memory takes longer than writing the events.
std::shared_ptr<TraceChunk> Recorder::roomyChunk() {
  auto chunk = std::exchange(spare_, nullptr);
  if (chunk == nullptr || chunk.use_count() != 1) chunk = std::make_shared<TraceChunk>();
  std::atomic_thread_fence(std::memory_order_acquire);  // the last reference may have been released by another thread
  resizeColumns(chunk->events, kRows);
  chunk->firstEvent = 0;
  return chunk;
}

void Recorder::fill(std::shared_ptr<TraceChunk> chunk) {
  EventColumns::forEach([](auto& next, auto& column) { next = column.data(); }, columns_, chunk->events);
  filling_ = std::move(chunk);
}

void Recorder::handOver(size_t count) {
  ValueColumns values = std::exchange(side_, {});
  std::vector<RunSpan> runs = std::exchange(finishedRuns_, {});
  std::shared_ptr<TraceChunk> chunk;
  if (count > kRows / 2) {
    auto next = roomyChunk();
    side_ = emptied(std::move(next->values));
    chunk = filling_;
    fill(std::move(next));
    resizeColumns(chunk->events, count);
  } else {  // a copy, so that many short chunks take no more memory than their events
    chunk = std::make_shared<TraceChunk>();
    EventColumns::forEach(
        [count](auto& to, const auto& from) {
          to.assign(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(count));
        },
        chunk->events, filling_->events);
  }
  chunk->values = std::move(values);
  sink_(chunk, std::move(runs));
  if (count > kRows / 2) spare_ = std::move(chunk);
}

void Recorder::boundSide() {
  if (side_.args.size() > kMaxSideRecords || side_.slotChanges.size() > kMaxSideRecords) deadline_ = 0;
}

void Recorder::addArgs(const TVMFFIAny* args, int32_t count) {
  const uint32_t event = eventNumber();
  for (int32_t i = 0; i < count; ++i) {
    ArgRecord record = describe(args[i], side_.dims);
    record.event = event;
    record.position = static_cast<uint16_t>(i);
    side_.args.push_back(record);
  }
  boundSide();
}

void Recorder::capture(const TVMFFIAny* args, int32_t count, Pending& into) {
  into.args.clear();
  into.dims.clear();
  for (int32_t i = 0; i < count; ++i) {
    ArgRecord record = describe(args[i], into.dims);
    record.position = static_cast<uint16_t>(i);
    into.args.push_back(record);
  }
}

void Recorder::addPending(const Pending& pending) {
  const uint32_t event = eventNumber();
  const uint32_t shift = static_cast<uint32_t>(side_.dims.size());
  for (ArgRecord record : pending.args) {
    record.event = event;
    record.dimsBegin += shift;
    side_.args.push_back(record);
  }
  side_.dims.insert(side_.dims.end(), pending.dims.begin(), pending.dims.end());
  boundSide();
}

void Recorder::addHeapChanges(HeapWatch& watch) {
  const uint32_t event = eventNumber();
  for (uint32_t slot = 0; slot < watch.count; ++slot) {
    if (watch.slots[slot] == watch.seen[slot]) continue;
    watch.seen[slot] = watch.slots[slot];
    side_.slotChanges.push_back({event, slot, watch.frame, watch.function, watch.slots[slot]});
  }
  boundSide();
}

void Recorder::addMemory() {
  const int64_t allocated = sumOf(&AllocatorCounters::allocated);
  const int64_t freed = sumOf(&AllocatorCounters::freed);
  if (allocated == seenAllocated_ && freed == seenFreed_) return;
  side_.memory.push_back(
      {eventNumber(), 0, allocated - seenAllocated_, freed - seenFreed_, sumOf(&AllocatorCounters::live)});
  seenAllocated_ = allocated;
  seenFreed_ = freed;
}

}  // namespace relaxscope

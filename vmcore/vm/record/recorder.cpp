// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/recorder.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/string.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
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
  if (arena_.capacity() == 0) arena_.make(kFirstRows);  // may throw, so it precedes any change of state
  mode_ = mode;
  values_ = values;
  rewind();
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
      recorder.arena_.release();
    }
  } off{*this};
  seal();
}

void Recorder::rewind() {
  next_ = arena_.begin();
  end_ = next_ + (values_ ? kChunkRows : arena_.capacity());
}

void Recorder::setValues(bool values) {
  if (values == values_) return;
  if (sink_ == nullptr) return;  // no recording
  seal();
  values_ = values;
  rewind();
}

void Recorder::beginRun(uint32_t index, RunKind kind) {
  run_ = {};
  run_.index = index;
  run_.kind = kind;
  beforeRun_ = count();
  handedOverInRun_ = 0;
  zeroBeforeRun_ = zero_;
  syncMemory();  // memory freed since the last run belongs to no Call
  sampler_.begin();
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
    if (!values_) makeRoomForRun(rows);
  }
  return ns;
}

void Recorder::seal() {
  const int64_t since = now();
  // Even if handing over fails, the next event has room.
  const size_t recorded = count();
  handedOverInRun_ += recorded - std::min(recorded, std::exchange(beforeRun_, 0));
  rewind();
  if (recorded != 0 || !finishedRuns_.empty()) handOver(recorded);
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

EventFields<ColumnValue> unpacked(const PackedRow& row) {
  return {row.start,
          row.duration,
          static_cast<uint32_t>(row.pcAndFunction),
          static_cast<uint32_t>(row.pcAndFunction >> 32),
          static_cast<uint32_t>(row.calleeDepthKind),
          static_cast<uint16_t>(row.calleeDepthKind >> 32),
          static_cast<uint16_t>(row.calleeDepthKind >> 48)};
}

std::shared_ptr<TraceChunk> chunkOf(const PackedRow* rows, size_t count) {
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
    EventColumns::forEach([](auto& next, const auto& value) { *next++ = value; }, to, unpacked(rows[i]));
  return chunk;
}

}  // namespace

void Recorder::handOver(size_t count) {
  const PackedRow* rows = arena_.begin();
  for (; count > kChunkRows; rows += kChunkRows, count -= kChunkRows) sink_(chunkOf(rows, kChunkRows), {});
  std::shared_ptr<TraceChunk> rest = chunkOf(rows, count);
  rest->values = std::exchange(side_, {});
  sink_(std::move(rest), std::exchange(finishedRuns_, {}));
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

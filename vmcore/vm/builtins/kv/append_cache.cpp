// SPDX-License-Identifier: Apache-2.0
// The simple KV cache of one sequence, for models without batches: a tensor that grows along its first dimension, or
// is used as a ring buffer (window). Builtins vm.builtin.attention_kv_cache_{create,append,...}, after TVM's
// src/runtime/vm/lm_support.cc (0.27).
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/kv/state.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

/// Rows without elements take no memory, so their number needs a separate limit. The sum of two cannot overflow.
constexpr int64_t kMaxRows = int64_t{1} << 40;
/// Elements fill whole bytes here, so their layout is the same in programs of all releases.
constexpr ElementLayout kLayout = ElementLayout::WholeBytes;

class AppendKvCacheObj : public StateObj {
 public:
  using StateObj::StateObj;

  ffi::Tensor data{nullptr};  ///< [capacity, ...]; compact
  int64_t filled = 0;         ///< rows in use
  int64_t next = 0;           ///< row that the next row in the window overwrites

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("relaxscope.AppendKvCache", AppendKvCacheObj, StateObj);
};

/// The cache object is mutable and shared on purpose: later calls see appended rows.
AppendKvCacheObj& appendCacheOf(const Args& args, const TVMFFIAny& value, int32_t i) {
  if (value.type_index != AppendKvCacheObj::RuntimeTypeIndex())
    args.refuse(i, "a KV cache of attention_kv_cache_create");
  return *reinterpret_cast<AppendKvCacheObj*>(value.v_obj);
}

const DLTensor& dataOf(const AppendKvCacheObj& cache) { return *cache.data.GetDLTensorPtr(); }
int64_t room(const AppendKvCacheObj& cache) { return dataOf(cache).shape[0]; }
size_t rowBytes(const AppendKvCacheObj& cache) {
  return tensorBytes(dataOf(cache).shape + 1, dataOf(cache).ndim - 1, dataOf(cache).dtype, kLayout);
}

void expectRows(const char* name, int64_t rows) {
  if (rows < 0 || rows > kMaxRows)
    raise("InternalError", fmt::format("{}: a KV cache of {} rows; the maximum is {}", name, rows, kMaxRows));
}

/// Whether a compact tensor shares memory with the cache, as views of the cache do.
bool overlaps(const AppendKvCacheObj& cache, const DLTensor& rows) {
  const auto bytes = [](const DLTensor& tensor) {
    return static_cast<uintptr_t>(tensorBytes(tensor.shape, tensor.ndim, tensor.dtype, kLayout));
  };
  const auto own = reinterpret_cast<uintptr_t>(tensorData(dataOf(cache))),
             other = reinterpret_cast<uintptr_t>(tensorData(rows));
  return other < own + bytes(dataOf(cache)) && own < other + bytes(rows);
}

/// Argument `i` as compact rows that do not overlap the cache. Dtype and all extents but the first must match.
ffi::Any rowsFor(Engine* engine, const Args& args, int32_t i, const AppendKvCacheObj& cache) {
  const DLTensor &rows = args.cpuTensor(i), &data = dataOf(cache);
  if (rows.dtype.code != data.dtype.code || rows.dtype.bits != data.dtype.bits || rows.dtype.lanes != data.dtype.lanes)
    raise("InternalError", fmt::format("{}: argument {} is a {} tensor, the KV cache holds {}", args.name(), i,
                                       dtypeName(rows.dtype), dtypeName(data.dtype)));
  if (rows.ndim != data.ndim || !std::equal(rows.shape + 1, rows.shape + rows.ndim, data.shape + 1))
    raise("InternalError", fmt::format("{}: argument {} has shape [{}], the rows of the KV cache [{}]", args.name(), i,
                                       fmt::join(rows.shape, rows.shape + rows.ndim, ", "),
                                       fmt::join(data.shape + 1, data.shape + data.ndim, ", ")));
  expectRows(args.name(), rows.shape[0]);
  if (ffi::IsContiguous(rows) && !overlaps(cache, rows)) return ffi::Any(ffi::AnyView::CopyFromTVMFFIAny(args[i]));
  return ffi::Tensor(copyToTensor(engine->allocator, rows, engine->layout));
}

void copyRows(AppendKvCacheObj& cache, int64_t to, const DLTensor& rows, int64_t from, int64_t count) {
  const size_t bytes = rowBytes(cache);
  if (count <= 0 || bytes == 0) return;
  std::memcpy(tensorData(dataOf(cache)) + static_cast<size_t>(to) * bytes,
              tensorData(rows) + static_cast<size_t>(from) * bytes, static_cast<size_t>(count) * bytes);
}

/// Grows the capacity to `rows` rows by doubling. All old rows are kept, even those after the rows in use, as a window
/// may wrap around to them.
void grow(Engine* engine, const char* name, AppendKvCacheObj& cache, int64_t rows) {
  expectRows(name, rows);
  if (rows <= room(cache)) return;
  int64_t wanted = std::max<int64_t>(room(cache), 1);
  while (wanted < rows) wanted *= 2;
  const DLTensor& old = dataOf(cache);
  std::vector<int64_t> shape(old.shape, old.shape + old.ndim);
  shape[0] = wanted;
  const ffi::Tensor kept = cache.data;
  cache.data = ffi::Tensor(makeTensor(engine->allocator, shape.data(), old.ndim, old.dtype, kLayout));
  const int64_t had = kept.shape()[0];
  copyRows(cache, 0, *kept.GetDLTensorPtr(), 0, had);
  std::memset(static_cast<char*>(cache.data.data_ptr()) + static_cast<size_t>(had) * rowBytes(cache), 0,
              static_cast<size_t>(wanted - had) * rowBytes(cache));
}

void appendRows(Engine* engine, const char* name, AppendKvCacheObj& cache, const DLTensor& rows) {
  grow(engine, name, cache, cache.filled + rows.shape[0]);
  copyRows(cache, cache.filled, rows, 0, rows.shape[0]);
  cache.filled += rows.shape[0];
}

const DLTensor& tensorIn(const ffi::Any& value) { return *tensorOf(ffi::AnyView(value).CopyToTVMFFIAny()); }

/// create(initial rows, Shape(capacity, ...), rows in use | -1: as many as the initial rows)
void createAppendCache(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheCreate, data, count);
  args.expect(3);
  const DLTensor& rows = args.cpuTensor(0);
  const ffi::ShapeView shape = args.shape(1);
  const int64_t filled = args.integer(2);
  if (rows.ndim < 1 || shape.size() < 1)
    raise("InternalError", fmt::format("{} expects at least one dimension", args.name()));
  if (engine->layout == ElementLayout::Packed && rows.dtype.bits * rows.dtype.lanes % 8 != 0)
    raise("InternalError",
          fmt::format("{}: a KV cache cannot have elements of {}", args.name(), dtypeName(rows.dtype)));
  expectRows(args.name(), shape[0]);
  auto cache = ffi::make_object<AppendKvCacheObj>(*engine);
  cache->data =
      ffi::Tensor(makeTensor(engine->allocator, shape.data(), static_cast<int64_t>(shape.size()), rows.dtype, kLayout));
  std::memset(cache->data.data_ptr(), 0,
              tensorBytes(shape.data(), static_cast<int64_t>(shape.size()), rows.dtype, kLayout));
  const ffi::Any first = rowsFor(engine, args, 0, *cache);
  appendRows(engine, args.name(), *cache, tensorIn(first));
  if (filled > room(*cache))
    raise("InternalError", fmt::format("{}: {} rows in use, capacity {}", args.name(), filled, room(*cache)));
  if (filled >= 0) cache->filled = cache->next = filled;
  setObject(result, std::move(cache));
}

void setResultToCache(const Args& args, ffi::Any* result) {
  *result = ffi::Any(ffi::AnyView::CopyFromTVMFFIAny(args[0]));
}

/// append(cache, rows) -> cache
void append(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheAppend, data, count);
  args.expect(2);
  AppendKvCacheObj& cache = appendCacheOf(args, args[0], 0);
  const ffi::Any rows = rowsFor(engine, args, 1, cache);
  appendRows(engine, args.name(), cache, tensorIn(rows));
  setResultToCache(args, result);
}

/// update(cache, rows) -> cache: overwrites the rows in use.
void update(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheUpdate, data, count);
  args.expect(2);
  AppendKvCacheObj& cache = appendCacheOf(args, args[0], 0);
  const ffi::Any rows = rowsFor(engine, args, 1, cache);
  if (tensorIn(rows).shape[0] != cache.filled)
    raise("InternalError",
          fmt::format("{}: {} rows for the {} in use", args.name(), tensorIn(rows).shape[0], cache.filled));
  copyRows(cache, 0, tensorIn(rows), 0, cache.filled);
  setResultToCache(args, result);
}

/// Writes rows at the window's position; at the end of the window it wraps around to the row after the sinks.
void overrideWindow(Engine* engine, const Args& args, int64_t sinks, ffi::Any* result) {
  AppendKvCacheObj& cache = appendCacheOf(args, args[0], 0);
  const ffi::Any kept = rowsFor(engine, args, 1, cache);
  const DLTensor& rows = tensorIn(kept);
  const int64_t window = args.integer(2), count = rows.shape[0];
  if (window < 1 || sinks < 0 || sinks >= window)
    raise("InternalError", fmt::format("{}: {} sinks do not fit in a window of {} rows", args.name(), sinks, window));
  if (count > window - sinks)
    raise("InternalError",
          fmt::format("{}: {} rows do not fit in a window of {} with {} sinks", args.name(), count, window, sinks));
  if (cache.next > window || cache.filled > window)
    raise("InternalError", fmt::format("{}: the cache already holds {} rows, more than a window of {}", args.name(),
                                       std::max(cache.next, cache.filled), window));
  const int64_t straight = std::min(count, window - cache.next), filled = std::min(cache.filled + count, window);
  grow(engine, args.name(), cache, std::max(filled, cache.next + straight));
  copyRows(cache, cache.next, rows, 0, straight);
  cache.filled = filled;
  cache.next += straight;
  if (straight < count) {
    copyRows(cache, sinks, rows, straight, count - straight);
    cache.next = sinks + count - straight;
  }
  setResultToCache(args, result);
}

/// window_override(cache, rows, window) -> cache
void windowOverride(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheWindowOverride, data, count);
  args.expect(3);
  overrideWindow(engine, args, 0, result);
}
/// window_override_with_sinks(cache, rows, window, sinks) -> cache
void windowOverrideWithSinks(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheWindowOverrideWithSinks, data, count);
  args.expect(4);
  overrideWindow(engine, args, args.integer(3), result);
}

/// view(cache [, Shape]) -> the rows in use, sharing the cache's memory
void viewAppendCache(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheView, data, count);
  args.expect(1, 2);
  const AppendKvCacheObj& cache = appendCacheOf(args, args[0], 0);
  const DLTensor& all = dataOf(cache);
  std::vector<int64_t> shape(all.shape, all.shape + all.ndim);
  shape[0] = cache.filled;
  if (count == 2) {
    const ffi::ShapeView wanted = args.shape(1);
    if (wanted.size() != shape.size() || !std::equal(wanted.begin(), wanted.end(), shape.begin()))
      raise("InternalError", fmt::format("{}: the rows in use have shape [{}], not [{}]", args.name(),
                                         fmt::join(shape, ", "), fmt::join(wanted.begin(), wanted.end(), ", ")));
  }
  setTensor(result, makeTensorIn(ffi::detail::ObjectUnsafe::ObjectPtrFromObjectRef<ffi::Object>(cache.data), all.data,
                                 shape.data(), all.ndim, all.dtype, all.device));
}

/// array_popn((cache, ...), rows): removes the last rows of each cache, once per occurrence in the tuple.
void popRows(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvCacheArrayPopn, data, count);
  args.expect(2);
  const ffi::ArrayObj& caches = args.tuple(0);
  const int64_t rows = args.integer(1);
  std::unordered_map<AppendKvCacheObj*, int64_t> left;
  for (const ffi::Any& each : caches) {
    AppendKvCacheObj& cache = appendCacheOf(args, ffi::AnyView(each).CopyToTVMFFIAny(), 0);
    int64_t& filled = left.try_emplace(&cache, cache.filled).first->second;
    if (rows < 0 || rows > filled)
      raise("InternalError", fmt::format("{}: a cache of {} rows cannot remove {}", args.name(), filled, rows));
    filled -= rows;
  }
  for (const auto& [cache, filled] : left) cache->filled = filled;
}

/// array_clear((cache, ...))
void clearAppendCache(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvCacheArrayClear, data, count);
  args.expect(1);
  for (const ffi::Any& each : args.tuple(0)) {
    AppendKvCacheObj& cache = appendCacheOf(args, ffi::AnyView(each).CopyToTVMFFIAny(), 0);
    cache.filled = cache.next = 0;
  }
}

constexpr BuiltinEntry kAppendCacheRows[] = {
    {BuiltinId::KvCacheCreate, createAppendCache},
    {BuiltinId::KvCacheAppend, append},
    {BuiltinId::KvCacheUpdate, update},
    {BuiltinId::KvCacheWindowOverride, windowOverride},
    {BuiltinId::KvCacheWindowOverrideWithSinks, windowOverrideWithSinks},
    {BuiltinId::KvCacheView, viewAppendCache},
    {BuiltinId::KvCacheArrayPopn, popRows},
    {BuiltinId::KvCacheArrayClear, clearAppendCache},
};
static_assert(implementsFamily(kAppendCacheRows, BuiltinFamily::AppendKvCache));

}  // namespace

std::span<const BuiltinEntry> appendKvBuiltins() { return kAppendCacheRows; }

}  // namespace relaxscope

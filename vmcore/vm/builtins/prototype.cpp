// SPDX-License-Identifier: Apache-2.0
// Builtins of the first Relax VM design (2021) and programs written for it: store_shape and load_shape move shapes
// through the heap, and memory is freed explicitly. alloc_shape_heap without %vm is in shape.cpp.
#include <fmt/format.h>

#include <vector>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/format_value.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

int64_t& slotOf(const Args& args, const Args::Heap& heap, int32_t place) {
  const int64_t index = args.integer(place);
  if (index < 0 || index >= heap.count)
    raise("IndexError",
          fmt::format("{}: slot {} is outside of the shape heap of {} slots", args.name(), index, heap.count));
  return heap.slots[index];
}

/// alloc_heap(slots)
void allocHeap(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::AllocHeap, data, count);
  args.expect(1);
  const int64_t slots = args.integer(0);
  if (slots < 0 || slots > (int64_t{1} << 24))
    raise("ValueError", fmt::format("{}: invalid slot count {}", args.name(), slots));
  setTensor(result, makeShapeHeap(engine->allocator, slots));
}

/// store_shape(Shape, heap, slot...): one slot per extent.
void storeShape(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::StoreShape, data, count);
  args.expect(2, INT32_MAX);
  const ffi::ShapeView shape = args.shape(0);
  const Args::Heap heap = args.heap(1);
  if (static_cast<int64_t>(shape.size()) != count - 2)
    raise("ValueError", fmt::format("{}: a shape of {} extents, but {} slots", args.name(), shape.size(), count - 2));
  for (int32_t i = 2; i < count; ++i) slotOf(args, heap, i) = shape[static_cast<size_t>(i - 2)];
}

/// load_shape(heap, slot...) -> Shape
void loadShape(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::LoadShape, data, count);
  args.expect(1, INT32_MAX);
  const Args::Heap heap = args.heap(0);
  std::vector<int64_t> dims;
  for (int32_t i = 1; i < count; ++i) dims.push_back(slotOf(args, heap, i));
  *result = ffi::Shape(dims.data(), dims.data() + dims.size());
}

/// move(x)
void move(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::Move, data, count);
  args.expect(1);
  *result = ffi::Any(ffi::AnyView::CopyFromTVMFFIAny(args[0]));
}

/// free_tensor(tensor), free_storage(storage): memory is reference-counted here, so these only check
/// the argument; it is released with the last register.
void freeTensor(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::FreeTensor, data, count);
  args.expect(1);
  if (!args.isNone(0)) static_cast<void>(args.tensor(0));
}
void freeStorage(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::FreeStorage, data, count);
  args.expect(1);
  if (!args.isNone(0)) static_cast<void>(args.storage(0));
}

/// print(values...)
void print(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  std::string line;
  for (int32_t i = 0; i < count; ++i) line += (i == 0 ? "" : " ") + formatValue(data[i]);
  printLine(line);
}

constexpr BuiltinEntry kRows[] = {
    {BuiltinId::AllocHeap, allocHeap}, {BuiltinId::StoreShape, storeShape}, {BuiltinId::LoadShape, loadShape},
    {BuiltinId::Move, move},           {BuiltinId::FreeTensor, freeTensor}, {BuiltinId::FreeStorage, freeStorage},
    {BuiltinId::Print, print},         {BuiltinId::DebugPrint, print},  // in some development builds
};
static_assert(implementsFamily(kRows, BuiltinFamily::Prototype));

}  // namespace

std::span<const BuiltinEntry> prototypeBuiltins() { return kRows; }

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Builtins of the prototype (2021 to 2022) and programs written for it: store_shape and load_shape move shapes through
// the heap, and memory is freed explicitly; compiled programs of 2022 pass slots and indices as constant shapes and
// name functions by constant strings. alloc_shape_heap without %vm is in shape.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/call.h"
#include "vmcore/vm/builtins/closure.h"
#include "vmcore/vm/builtins/format_value.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/objects/nested_release.h"

namespace relaxscope {
namespace {

int64_t& slotOf(const Args& args, const Args::Heap& heap, int64_t index) {
  if (index < 0 || index >= heap.count)
    raise("IndexError",
          fmt::format("{}: slot {} is outside of the shape heap of {} slots", args.name(), index, heap.count));
  return heap.slots[index];
}

/// The slots that the arguments from `first` on name: numbers, or one shape of them.
std::vector<int64_t> slotsFrom(const Args& args, int32_t first) {
  if (args.count() == first + 1 && args[first].type_index == ffi::TypeIndex::kTVMFFIShape) {
    const ffi::ShapeView slots = args.shape(first);
    return {slots.begin(), slots.end()};
  }
  std::vector<int64_t> slots;
  for (int32_t i = first; i < args.count(); ++i) slots.push_back(args.integer(i));
  return slots;
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

/// store_shape(Shape, heap, slot...), store_shape(Shape, heap, Shape of slots): one slot per extent.
void storeShape(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::StoreShape, data, count);
  args.expect(2, INT32_MAX);
  const ffi::ShapeView shape = args.shape(0);
  const Args::Heap heap = args.heap(1);
  const std::vector<int64_t> slots = slotsFrom(args, 2);
  if (shape.size() != slots.size())
    raise("ValueError",
          fmt::format("{}: a shape of {} extents, but {} slots", args.name(), shape.size(), slots.size()));
  for (size_t i = 0; i < slots.size(); ++i) slotOf(args, heap, slots[i]) = shape[i];
}

/// load_shape(heap, slot...), load_shape(heap, Shape of slots) -> Shape
void loadShape(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::LoadShape, data, count);
  args.expect(1, INT32_MAX);
  const Args::Heap heap = args.heap(0);
  std::vector<int64_t> dims;
  for (const int64_t slot : slotsFrom(args, 1)) dims.push_back(slotOf(args, heap, slot));
  *result = ffi::Shape(dims.data(), dims.data() + dims.size());
}

/// Tuple(fields...)
void runtimeTuple(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  *result = makeNestedTuple(data, static_cast<size_t>(count));
}

/// TupleGetItem(tuple, Shape of one index)
void runtimeTupleGetItem(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::RuntimeTupleGetItem, data, count);
  args.expect(2);
  const ffi::ArrayObj& tuple = args.tupleOrList(0);
  const ffi::ShapeView index = args.shape(1);
  if (index.size() != 1)
    raise("ValueError", fmt::format("{}: {} indices, but one is expected", args.name(), index.size()));
  *result = *(tuple.begin() + args.fieldIndex(tuple, index[0]));
}

/// alloc_closure(name of a VM function, captured...)
void allocPrototypeClosure(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::AllocClosure, data, count);
  args.expect(1, INT32_MAX);
  const std::string name(args.text(0));
  const auto row = engine->functionIndex.find(name);
  if (row == engine->functionIndex.end())
    raise("ValueError", fmt::format("{}: the executable has no function {}", args.name(), name));
  std::vector<ffi::Any> values(viewsOf(data), viewsOf(data) + count);
  values.front() = engine->makeFunction(row->second);
  setObject(result, ffi::make_object<ClosureObj>(name, std::move(values)));
}

/// The kernel of a name: of the libraries, the host program or the global registry.
ffi::Function kernelNamed(const Engine& engine, const std::string& name) {
  if (ffi::Function found = engine.findKernel(name); found != nullptr) return found;
  if (ffi::Function found = engine.findHostFunction(name); found != nullptr) return found;
  return ffi::Function::GetGlobal(name).value_or(ffi::Function(nullptr));
}

/// vm.call_tir_dyn(%vm, name, args..., Shape): the extents of the shape become arguments.
void callTirDynNamed(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::CallTirDynNamed, data, count);
  args.expect(3, INT32_MAX);
  args.expectVm(0, engine);
  const std::string name(args.text(1));
  const ffi::Function kernel = kernelNamed(*engine, name);
  if (kernel == nullptr)
    raise("ValueError",
          fmt::format("{}: kernel {} is neither in this process nor in a loaded library", args.name(), name));
  callWithExtents(*engine, kernel, args, 2, result);
}

/// binary_broadcast_shape_infer(Shape, Shape) -> Shape: extents are paired from the last on, equal or one of them 1.
void broadcastShapeInfer(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::BroadcastShapeInfer, data, count);
  args.expect(2);
  ffi::ShapeView longer = args.shape(0), other = args.shape(1);
  if (longer.size() < other.size()) std::swap(longer, other);
  std::vector<int64_t> extents(longer.begin(), longer.end());
  const size_t before = longer.size() - other.size();
  for (size_t i = 0; i < other.size(); ++i) {
    int64_t& extent = extents[before + i];
    if (extent != other[i] && extent != 1 && other[i] != 1)
      raise("ValueError", fmt::format("{}: extents {} and {} do not broadcast", args.name(), extent, other[i]));
    extent = std::max(extent, other[i]);
  }
  *result = ffi::Shape(extents.data(), extents.data() + extents.size());
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
void printPrototype(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  std::string line;
  for (int32_t i = 0; i < count; ++i) line += (i == 0 ? "" : " ") + formatValue(data[i]);
  printLine(line);
}

constexpr BuiltinEntry kPrototypeRows[] = {
    {BuiltinId::RuntimeTuple, runtimeTuple},
    {BuiltinId::RuntimeTupleGetItem, runtimeTupleGetItem},
    {BuiltinId::CallTirDynNamed, callTirDynNamed},
    {BuiltinId::AllocClosure, allocPrototypeClosure},
    {BuiltinId::BroadcastShapeInfer, broadcastShapeInfer},
    {BuiltinId::AllocHeap, allocHeap},
    {BuiltinId::StoreShape, storeShape},
    {BuiltinId::LoadShape, loadShape},
    {BuiltinId::Move, move},
    {BuiltinId::FreeTensor, freeTensor},
    {BuiltinId::FreeStorage, freeStorage},
    {BuiltinId::Print, printPrototype},
    {BuiltinId::DebugPrint, printPrototype},  // in some development builds
};
static_assert(implementsFamily(kPrototypeRows, BuiltinFamily::Prototype));

}  // namespace

std::span<const BuiltinEntry> prototypeBuiltins() { return kPrototypeRows; }

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Symbolic shapes: the shape heap, matching values against patterns, making shapes and numbers from slots.
// Patterns are (code, value) pairs. Every slot number is checked against the heap's length. Failures that
// TVM asserts (src/runtime/vm/builtin.cc, 0.27) are InternalErrors in TVM, and so they are here.
#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/objects/device_copy.h"

namespace relaxscope {
namespace {

/// Codes of match_shape and match_prim_value (TVM include/tvm/runtime/vm/builtin.h, 0.27).
enum MatchCode : int64_t { kEqualsImmediate = 0, kStore = 1, kSkip = 2, kEqualsSlot = 3 };
/// Codes of make_shape and make_prim_value.
enum MakeCode : int64_t { kUseImmediate = 0, kLoad = 1 };
constexpr int64_t kMaxHeapSlots = int64_t{1} << 24;

/// A heap argument that may be None if no pair needs it.
class OptionalHeap {
 public:
  OptionalHeap(const Args& args, int32_t place) : args_(args) {
    if (!args.isNone(place)) heap_ = args.heap(place);
  }
  int64_t& slot(int64_t index) const {
    if (index < 0 || index >= heap_.count) [[unlikely]]
      raise("IndexError",
            fmt::format("{}: slot {} is outside of the shape heap of {} slots", args_.name(), index, heap_.count));
    return heap_.slots[index];
  }

 private:
  const Args& args_;
  Args::Heap heap_;
};

/// alloc_shape_heap(%vm, slots); prototype programs of 2021 omit %vm, those of 2022 pass the slots as a shape of
/// rank 1.
void allocShapeHeap(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::AllocShapeHeap, data, count);
  args.expect(1, 2);
  if (count == 2) args.expectVm(0, engine);
  const bool isShape = args[count - 1].type_index == ffi::TypeIndex::kTVMFFIShape;
  if (isShape && args.shape(count - 1).size() != 1)
    raise("ValueError", fmt::format("{}: a heap has one dimension, not {}", args.name(), args.shape(count - 1).size()));
  const int64_t slots = isShape ? args.shape(count - 1)[0] : args.integer(count - 1);
  if (slots < 0 || slots > kMaxHeapSlots)
    raise("ValueError", fmt::format("{}: invalid slot count {}", args.name(), slots));
  setTensor(result, makeShapeHeap(engine->allocator, slots));
}

/// match_shape(tensor | shape, heap | None, n, (code, value) x n, context)
void matchShape(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::MatchShape, data, count);
  args.expect(3, INT32_MAX);
  const int64_t size = args.integer(2);
  if (size < 0 || size > (count - 3) / 2)
    raise("InternalError", fmt::format("{}: {} pairs do not fit {} arguments", args.name(), size, count));
  const int32_t contextAt = static_cast<int32_t>(3 + 2 * size);
  const auto context = [&] { return contextAt < count ? std::string(args.text(contextAt)) : std::string(); };
  ffi::ShapeView dims;
  if (const DLTensor* tensor = tensorOf(args[0])) {
    dims = {tensor->shape, static_cast<size_t>(tensor->ndim)};
  } else {
    dims = args.shape(0);
  }
  if (static_cast<int64_t>(dims.size()) != size)
    raise("RuntimeError", fmt::format("{} match_cast shape size mismatch: got {} dimensions, expected {}", context(),
                                      dims.size(), size));
  const OptionalHeap heap(args, 1);
  for (int32_t i = 0; i < size; ++i) {
    const int64_t code = args.integer(3 + 2 * i), value = args.integer(4 + 2 * i), dim = dims[static_cast<size_t>(i)];
    switch (code) {
      case kEqualsImmediate:
        if (dim != value)
          raise("RuntimeError",
                fmt::format("{} match_cast error, shape[{}] mismatch to specified constant: got {}, expected {}",
                            context(), i, dim, value));
        break;
      case kStore: heap.slot(value) = dim; break;
      case kSkip: break;
      case kEqualsSlot:
        if (dim != heap.slot(value))
          raise(
              "RuntimeError",
              fmt::format("{} match_cast error, shape[{}] mismatch to a previous populated value: got {}, expected {}",
                          context(), i, dim, heap.slot(value)));
        break;
      default: raise("InternalError", fmt::format("{}: pair {} has the unknown code {}", args.name(), i, code));
    }
  }
}

/// match_prim_value(number, heap | None, code, value, context)
void matchPrimValue(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::MatchPrimValue, data, count);
  args.expect(5);
  const int64_t number = args.integer(0), code = args.integer(2), value = args.integer(3);
  const OptionalHeap heap(args, 1);
  switch (code) {
    case kEqualsImmediate:
      if (number != value)
        raise("RuntimeError",
              fmt::format("{} match_cast error, PrimValue mismatch to specified constant: got {}, expected {}",
                          args.text(4), number, value));
      return;
    case kStore: heap.slot(value) = number; return;
    case kSkip: return;
    case kEqualsSlot:
      if (number != heap.slot(value))
        raise("RuntimeError",
              fmt::format("{} match_cast error, PrimValue mismatch to a previous populated value: got {}, expected {}",
                          args.text(4), number, heap.slot(value)));
      return;
    default: raise("InternalError", fmt::format("{}: unknown code {}", args.name(), code));
  }
}

int64_t make(const Args& args, const OptionalHeap& heap, int64_t code, int64_t value) {
  if (code == kUseImmediate) return value;
  if (code == kLoad) return heap.slot(value);
  raise("InternalError", fmt::format("{}: unknown code {}", args.name(), code));
}

/// make_shape(heap | None, n, (code, value) x n)
void makeShape(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::MakeShape, data, count);
  args.expect(2, INT32_MAX);
  const int64_t size = args.integer(1);
  if (size < 0 || size != (count - 2) / 2 || (count - 2) % 2 != 0)
    raise("ValueError", fmt::format("{}: {} pairs do not fit {} arguments", args.name(), size, count));
  const OptionalHeap heap(args, 0);
  int64_t* dims = nullptr;
  auto shape = relaxscope::makeShape(static_cast<size_t>(size), &dims);
  for (int32_t i = 0; i < size; ++i) {
    dims[i] = make(args, heap, args.integer(2 + 2 * i), args.integer(3 + 2 * i));
    if (dims[i] >= 0) continue;
    if (args.integer(2 + 2 * i) == kLoad)
      raise("ValueError", fmt::format("{}: extent {}, slot s{} of the shape heap, is {}", args.name(), i,
                                      args.integer(3 + 2 * i), dims[i]));
    raise("ValueError", fmt::format("{}: extent {} is {}", args.name(), i, dims[i]));
  }
  setObject(result, std::move(shape));
}

/// make_prim_value(heap | None, code, value)
void makePrimValue(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::MakePrimValue, data, count);
  args.expect(3);
  *result = make(args, OptionalHeap(args, 0), args.integer(1), args.integer(2));
}

/// shape_of(tensor)
void shapeOf(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::ShapeOf, data, count);
  args.expect(1);
  const DLTensor& tensor = args.tensor(0);
  *result = ffi::Shape(tensor.shape, tensor.shape + tensor.ndim);
}

/// The elements of a one-dimensional tensor of T, which may be misaligned.
template <class T>
std::vector<int64_t> extentsIn(const DLTensor& tensor) {
  const int64_t stride = tensor.strides == nullptr ? 1 : tensor.strides[0];
  std::vector<int64_t> extents(static_cast<size_t>(tensor.shape[0]));
  const char* from = tensorData(tensor);
  for (int64_t& extent : extents) {
    T value;
    std::memcpy(&value, from, sizeof value);
    extent = value;
    from += stride * static_cast<int64_t>(sizeof value);
  }
  return extents;
}

/// tensor_to_shape(tensor): a one-dimensional integer tensor as a Shape.
void tensorToShape(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::TensorToShape, data, count);
  args.expect(1);
  ffi::ObjectPtr<ffi::TensorObj> kept;
  const DLTensor& tensor = onHost(args.tensor(0), engine->allocator, engine->layout, kept);
  if (tensor.ndim != 1)
    raise("InternalError",
          fmt::format("{} expects a one-dimensional tensor, but got {} dimensions", args.name(), tensor.ndim));
  const int bits = tensor.dtype.code == kDLInt && tensor.dtype.lanes == 1 ? tensor.dtype.bits : 0;
  std::vector<int64_t> dims;
  switch (bits) {
    case 16: dims = extentsIn<int16_t>(tensor); break;
    case 32: dims = extentsIn<int32_t>(tensor); break;
    case 64: dims = extentsIn<int64_t>(tensor); break;
    default:
      raise("InternalError", fmt::format("{} expects an int64, int32 or int16 tensor, but got {}", args.name(),
                                         dtypeName(tensor.dtype)));
  }
  *result = ffi::Shape(dims.data(), dims.data() + dims.size());
}

constexpr BuiltinEntry kShapeRows[] = {
    {BuiltinId::AllocShapeHeap, allocShapeHeap}, {BuiltinId::MatchShape, matchShape},
    {BuiltinId::MatchPrimValue, matchPrimValue}, {BuiltinId::MakeShape, makeShape},
    {BuiltinId::MakePrimValue, makePrimValue},   {BuiltinId::ShapeOf, shapeOf},
    {BuiltinId::TensorToShape, tensorToShape},
};
static_assert(implementsFamily(kShapeRows, BuiltinFamily::Shape));

}  // namespace

std::span<const BuiltinEntry> shapeBuiltins() { return kShapeRows; }

}  // namespace relaxscope

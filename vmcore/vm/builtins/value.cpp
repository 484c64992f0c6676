// SPDX-License-Identifier: Apache-2.0
// Plain values: copies, None, conditions, tuples.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/objects/device_copy.h"
#include "vmcore/vm/objects/nested_release.h"

namespace relaxscope {
namespace {

ffi::Any own(const TVMFFIAny& value) { return ffi::Any(ffi::AnyView::CopyFromTVMFFIAny(value)); }

/// copy(x): the same value in another register. The decoder turns it into an opcode; compiled code calls it.
void copy(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::Copy, data, count);
  args.expect(1);
  *result = own(args[0]);
}

/// null_value(): None; storing it releases the register's previous value.
void nullValue(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::NullValue, data, count);
  args.expect(0);
  result->reset();
}

/// read_if_cond(integer or bool tensor of one element | bool | int) -> bool; of any rank, as in TVM
void readIfCond(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::ReadIfCond, data, count);
  args.expect(1);
  if (tensorOf(args[0]) == nullptr) {
    *result = args.integer(0) != 0;
    return;
  }
  const DLTensor& tensor = args.tensor(0);
  const int code = tensor.dtype.code, width = tensor.dtype.bits;
  const bool isInteger = code == kDLInt || code == kDLUInt || code == kDLBool;
  const bool isRead = width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
  if (!isInteger || !isRead || tensor.dtype.lanes != 1)
    raise("InternalError", fmt::format("{} expects an integer or bool tensor, but got {}", args.name(),
                                       dtypeName(tensor.dtype)));  // TVM asserts this
  if (!std::all_of(tensor.shape, tensor.shape + tensor.ndim, [](int64_t extent) { return extent == 1; }))
    raise("ValueError", fmt::format("{} expects one element, but got a tensor of shape [{}]", args.name(),
                                    fmt::join(tensor.shape, tensor.shape + tensor.ndim, ", ")));
  const size_t bytes = (static_cast<size_t>(width) + 7) / 8;
  uint64_t bits = 0;
  readBytes(tensor, tensorData(tensor), &bits, bytes);
  *result = bits != 0;
}

/// make_tuple(...)
void makeTuple(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  *result = makeNestedTuple(data, static_cast<size_t>(count));
}

/// tuple_getitem(tuple, index)
void tupleGetItem(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::TupleGetItem, data, count);
  args.expect(2);
  const ffi::ArrayObj& tuple = args.tupleOrList(0);
  *result = *(tuple.begin() + args.fieldIndex(tuple, args.integer(1)));
}

/// tuple_reset_item(tuple, index): resets one field of the tuple in place, so that its memory is released early.
void tupleResetItem(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::TupleResetItem, data, count);
  args.expect(2);
  const ffi::ArrayObj& tuple = args.tuple(0);
  const int64_t index = args.fieldIndex(tuple, args.integer(1));
  // The tuple is modified although it may be shared, as in TVM.
  const_cast<ffi::ArrayObj&>(tuple).SetItem(index, ffi::Any(nullptr));
}

constexpr BuiltinEntry kValueRows[] = {
    {BuiltinId::Copy, copy},
    {BuiltinId::NullValue, nullValue},
    {BuiltinId::ReadIfCond, readIfCond},
    {BuiltinId::MakeTuple, makeTuple},
    {BuiltinId::TupleGetItem, tupleGetItem},
    {BuiltinId::TupleResetItem, tupleResetItem},
};
static_assert(implementsFamily(kValueRows, BuiltinFamily::Value));

}  // namespace

std::span<const BuiltinEntry> valueBuiltins() { return kValueRows; }

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// check_*: checks of types and shapes. The last argument is a context text from the compiler for the error message.
#include <fmt/format.h>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/table.h"

namespace relaxscope {
namespace {

/// check_tensor_info(x, ndim | -1, [dtype | None,] context)
void checkTensorInfo(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::CheckTensorInfo, data, count);
  args.expect(3, 4);
  const int32_t last = count - 1;
  const DLTensor* tensor = tensorOf(args[0]);
  if (tensor == nullptr)
    raise("TypeError", fmt::format("{} expect a Tensor but get {}", args.text(last), typeName(args[0])));
  const int64_t ndim = args.integer(1);
  if (ndim >= 0 && tensor->ndim != ndim)
    raise("ValueError", fmt::format("{} expect Tensor with ndim {} but get {}", args.text(last), ndim, tensor->ndim));
  if (count == 3 || args.isNone(2)) return;
  const DLDataType dtype = args.dtype(2);
  if (dtype.code != tensor->dtype.code || dtype.bits != tensor->dtype.bits || dtype.lanes != tensor->dtype.lanes)
    raise("ValueError", fmt::format("{} expect Tensor with dtype {} but get {}", args.text(last), dtypeName(dtype),
                                    dtypeName(tensor->dtype)));
}

/// check_shape_info(x, ndim | -1, context)
void checkShapeInfo(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::CheckShapeInfo, data, count);
  args.expect(3);
  if (args[0].type_index != ffi::TypeIndex::kTVMFFIShape)
    raise("TypeError", fmt::format("{} expect a Shape but get {}", args.text(2), typeName(args[0])));
  const int64_t ndim = args.integer(1);
  const size_t size = args.shape(0).size();
  if (ndim >= 0 && static_cast<int64_t>(size) != ndim)
    raise("ValueError", fmt::format("{} expect Shape with ndim {} but get {}", args.text(2), ndim, size));
}

/// check_tuple_info(x, fields, context)
void checkTupleInfo(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::CheckTupleInfo, data, count);
  args.expect(3);
  if (args[0].type_index != ffi::TypeIndex::kTVMFFIArray)
    raise("TypeError", fmt::format("{} expect a Tuple but get {}", args.text(2), typeName(args[0])));
  const int64_t fields = args.integer(1);
  const size_t size = args.tuple(0).size();
  if (static_cast<int64_t>(size) != fields)
    raise("ValueError", fmt::format("{} expect a Tuple with {} elements, but get a Tuple with {} elements",
                                    args.text(2), fields, size));
}

/// check_prim_value_info(x, dtype, context): an integer dtype accepts int and bool, a float dtype accepts float.
void checkPrimValueInfo(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::CheckPrimValueInfo, data, count);
  args.expect(3);
  const DLDataType dtype = args.dtype(1);
  const int32_t type = args[0].type_index;
  const bool isInt = type == ffi::TypeIndex::kTVMFFIInt || type == ffi::TypeIndex::kTVMFFIBool;
  bool fits = false;
  switch (dtype.code) {
    case kDLInt:
    case kDLUInt:
    case kDLBool: fits = isInt; break;
    case kDLFloat: fits = isInt || type == ffi::TypeIndex::kTVMFFIFloat; break;
    case kDLOpaqueHandle: fits = type == ffi::TypeIndex::kTVMFFIOpaquePtr; break;
    default: raise("TypeError", fmt::format("{}, unsupported dtype {}", args.text(2), dtypeName(dtype)));
  }
  if (!fits)
    raise("TypeError",
          fmt::format("{}, expected dtype {}, but received {}", args.text(2), dtypeName(dtype), typeName(args[0])));
}

/// check_func_info(x, context)
void checkFuncInfo(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::CheckFuncInfo, data, count);
  args.expect(2);
  if (args[0].type_index != ffi::TypeIndex::kTVMFFIFunction)
    raise("TypeError", fmt::format("{} expect a Function but get {}", args.text(1), typeName(args[0])));
}

/// check_string_info(x, context)
void checkStringInfo(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::CheckStringInfo, data, count);
  args.expect(2);
  if (!args.isText(0))
    raise("TypeError", fmt::format("{} expect a string but get {}", args.text(1), typeName(args[0])));
}

constexpr BuiltinEntry kCheckRows[] = {
    {BuiltinId::CheckTensorInfo, checkTensorInfo}, {BuiltinId::CheckShapeInfo, checkShapeInfo},
    {BuiltinId::CheckTupleInfo, checkTupleInfo},   {BuiltinId::CheckPrimValueInfo, checkPrimValueInfo},
    {BuiltinId::CheckFuncInfo, checkFuncInfo},     {BuiltinId::CheckStringInfo, checkStringInfo},
};
static_assert(implementsFamily(kCheckRows, BuiltinFamily::Check));

}  // namespace

std::span<const BuiltinEntry> checkBuiltins() { return kCheckRows; }

}  // namespace relaxscope

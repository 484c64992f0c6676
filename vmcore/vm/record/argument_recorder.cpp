// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/argument_recorder.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/string.h>

#include <algorithm>
#include <cstring>

#include "vmcore/vm/objects/objects.h"

namespace relaxscope {
namespace {

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

bool isSame(const ArgRecord& a, const int64_t* dimsOfA, const ArgRecord& b, const int64_t* dimsOfB) {
  return a.type == b.type && a.ndim == b.ndim && a.dtype == b.dtype && a.value == b.value &&
         std::equal(dimsOfA, dimsOfA + a.ndim, dimsOfB);
}

/// Whether `record` describes this tensor.
bool describes(const ArgRecord& record, const int64_t* dims, const DLTensor& tensor) {
  return record.type == static_cast<uint8_t>(ArgType::Tensor) && record.ndim == tensor.ndim &&
         record.dtype == dataType(tensor.dtype) && std::equal(dims, dims + record.ndim, tensor.shape);
}

}  // namespace

ArgumentRecorder::Known& ArgumentRecorder::knownOf(uint32_t call) {
  if (known_.empty()) known_.resize(kCalls);
  return known_[call % kCalls];
}

bool ArgumentRecorder::isKnown(const Known& known, const ValueColumns& columns, size_t count) const {
  return known.generation == generation_ && known.count == count && known.begin + count <= columns.args.size();
}

ArgumentRecorder::Known ArgumentRecorder::startList(const ValueColumns& columns, size_t count) {
  return {generation_, lists_++, static_cast<uint32_t>(columns.args.size()), static_cast<uint32_t>(count)};
}

void ArgumentRecorder::add(ValueColumns& columns, uint32_t event, uint32_t call, const TVMFFIAny* args, int32_t count) {
  if (count <= 0) return;
  Known& known = knownOf(call);
  const auto isSameAs = [&](size_t i) {
    const ArgRecord& record = columns.args[known.begin + i];
    const int64_t* dims = columns.dims.data() + record.dimsBegin;
    if (const DLTensor* tensor = tensorOf(args[i])) return describes(record, dims, *tensor);
    scratch_.clear();
    const ArgRecord now = describe(args[i], scratch_);
    return isSame(record, dims, now, scratch_.data());
  };
  bool same = isKnown(known, columns, static_cast<size_t>(count));
  for (size_t i = 0; same && i < static_cast<size_t>(count); ++i) same = isSameAs(i);
  if (!same) {
    known = startList(columns, static_cast<size_t>(count));
    for (int32_t i = 0; i < count; ++i) {
      ArgRecord record = describe(args[i], columns.dims);
      record.list = known.list;
      record.position = static_cast<uint16_t>(i);
      columns.args.push_back(record);
    }
  }
  columns.uses.push_back({event, known.list});
}

void ArgumentRecorder::add(ValueColumns& columns, uint32_t event, uint32_t call, const Captured& captured) {
  const size_t count = captured.args.size();
  if (count == 0) return;
  Known& known = knownOf(call);
  bool same = isKnown(known, columns, count);
  for (size_t i = 0; same && i < count; ++i) {
    const ArgRecord& record = columns.args[known.begin + i];
    same = isSame(record, columns.dims.data() + record.dimsBegin, captured.args[i],
                  captured.dims.data() + captured.args[i].dimsBegin);
  }
  if (!same) {
    known = startList(columns, count);
    const auto shift = static_cast<uint32_t>(columns.dims.size());
    for (ArgRecord record : captured.args) {
      record.list = known.list;
      record.dimsBegin += shift;
      columns.args.push_back(record);
    }
    columns.dims.insert(columns.dims.end(), captured.dims.begin(), captured.dims.end());
  }
  columns.uses.push_back({event, known.list});
}

void ArgumentRecorder::capture(const TVMFFIAny* args, int32_t count, Captured& into) {
  into.args.clear();
  into.dims.clear();
  for (int32_t i = 0; i < count; ++i) {
    ArgRecord record = describe(args[i], into.dims);
    record.position = static_cast<uint16_t>(i);
    into.args.push_back(record);
  }
}

void ArgumentRecorder::restart() {
  ++generation_;
  lists_ = 0;
}

}  // namespace relaxscope

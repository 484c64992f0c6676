// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/builtins/args.h"

#include <fmt/format.h>

#include <cstring>

#include "vmcore/model/data_type.h"

namespace relaxscope {

std::string typeName(const TVMFFIAny& value) {
  switch (value.type_index) {
    case ffi::TypeIndex::kTVMFFINone: return "None";
    case ffi::TypeIndex::kTVMFFIInt: return "int";
    case ffi::TypeIndex::kTVMFFIBool: return "bool";
    case ffi::TypeIndex::kTVMFFIFloat: return "float";
    case ffi::TypeIndex::kTVMFFIOpaquePtr: return "a pointer";
    case ffi::TypeIndex::kTVMFFIDLTensorPtr:
    case ffi::TypeIndex::kTVMFFITensor: return "Tensor";
    case ffi::TypeIndex::kTVMFFIShape: return "Shape";
    case ffi::TypeIndex::kTVMFFIArray: return "Tuple";
    case ffi::TypeIndex::kTVMFFIFunction: return "Function";
    case ffi::TypeIndex::kTVMFFIDataType: return "DataType";
    case ffi::TypeIndex::kTVMFFIRawStr:
    case ffi::TypeIndex::kTVMFFISmallStr:
    case ffi::TypeIndex::kTVMFFIStr: return "String";
    default: return ffi::TypeIndexToTypeKey(value.type_index);
  }
}

std::string dtypeName(DLDataType type) { return DataType{type.code, type.bits, type.lanes}.name(); }

void Args::refuse(int32_t i, const char* wanted) const {
  raise("TypeError", fmt::format("{} expects {} as argument {}, but got {}", name_, wanted, i, typeName(data_[i])));
}

void Args::refuseCount(int32_t least, int32_t most) const {
  if (least == most) raise("TypeError", fmt::format("{} expects {} arguments, but got {}", name_, least, count_));
  if (most == INT32_MAX)
    raise("TypeError", fmt::format("{} expects at least {} arguments, but got {}", name_, least, count_));
  raise("TypeError", fmt::format("{} expects {} to {} arguments, but got {}", name_, least, most, count_));
}

double Args::number(int32_t i) const {
  const TVMFFIAny& value = data_[i];
  if (value.type_index == ffi::TypeIndex::kTVMFFIFloat) return value.v_float64;
  if (value.type_index != ffi::TypeIndex::kTVMFFIInt && value.type_index != ffi::TypeIndex::kTVMFFIBool)
    refuse(i, "a number");
  return static_cast<double>(value.v_int64);
}

const DLTensor& Args::cpuTensor(int32_t i) const {
  const DLTensor& found = tensor(i);
  if (found.device.device_type != kDLCPU)
    raise("ValueError", fmt::format("{} expects a tensor on the CPU as argument {}", name_, i));
  return found;
}

Args::Heap Args::otherHeap(int32_t i) const {
  const DLTensor& found = cpuTensor(i);
  if (found.ndim != 1 || found.dtype.code != kDLInt || found.dtype.bits != 64 || found.dtype.lanes != 1 ||
      !ffi::IsContiguous(found))
    raise("TypeError",
          fmt::format(
              "{} expects a shape heap (int64, one dimension) as argument {}, but got a {} tensor with {} dimensions",
              name_, i, dtypeName(found.dtype), found.ndim));
  return {reinterpret_cast<int64_t*>(tensorData(found)), found.shape[0]};
}

ffi::ShapeView Args::otherShape(int32_t i) const {
  const auto shape = ffi::AnyView::CopyFromTVMFFIAny(data_[i]).try_cast<ffi::Shape>();
  if (!shape) refuse(i, "a Shape");
  if (converted_ == nullptr) converted_ = std::make_unique<std::vector<ffi::Any>>();
  converted_->emplace_back(*shape);
  return {shape->data(), shape->size()};
}

const ffi::ArrayObj& Args::tuple(int32_t i) const {
  if (data_[i].type_index != ffi::TypeIndex::kTVMFFIArray) refuse(i, "a Tuple");
  return *reinterpret_cast<const ffi::ArrayObj*>(data_[i].v_obj);
}

const ffi::ArrayObj& Args::listAsTuple(int32_t i) const {
  const auto tuple = ffi::AnyView::CopyFromTVMFFIAny(data_[i]).try_cast<ffi::Array<ffi::Any>>();
  if (!tuple) refuse(i, "a Tuple");
  if (converted_ == nullptr) converted_ = std::make_unique<std::vector<ffi::Any>>();
  converted_->emplace_back(*tuple);
  return *static_cast<const ffi::ArrayObj*>(tuple->get());
}

ffi::Function Args::function(int32_t i) const {
  if (data_[i].type_index != ffi::TypeIndex::kTVMFFIFunction) refuse(i, "a Function");
  return ffi::AnyView::CopyFromTVMFFIAny(data_[i]).cast<ffi::Function>();
}

bool Args::isText(int32_t i) const {
  const int32_t type = data_[i].type_index;
  return type == ffi::TypeIndex::kTVMFFIStr || type == ffi::TypeIndex::kTVMFFISmallStr ||
         type == ffi::TypeIndex::kTVMFFIRawStr;
}

std::string_view Args::text(int32_t i) const {
  const TVMFFIAny& value = data_[i];
  switch (value.type_index) {
    case ffi::TypeIndex::kTVMFFINone: return {};
    case ffi::TypeIndex::kTVMFFIRawStr: return value.v_c_str;
    case ffi::TypeIndex::kTVMFFISmallStr: return {value.v_bytes, value.small_str_len};
    case ffi::TypeIndex::kTVMFFIStr: {
      const TVMFFIByteArray* bytes = TVMFFIBytesGetByteArrayPtr(value.v_obj);
      return {bytes->data, bytes->size};
    }
    default: refuse(i, "a String");
  }
}

DLDataType Args::dtypeOfText(int32_t i) const {
  if (!isText(i)) refuse(i, "a DataType");
  const Result<DataType> parsed = parseDataType(text(i));
  if (!parsed.ok())
    raise("ValueError", fmt::format("{} expects a DataType as argument {}: {}", name_, i, parsed.error().message));
  return {(*parsed).code, (*parsed).bits, (*parsed).lanes};
}

int64_t Args::fieldIndex(const ffi::ArrayObj& tuple, int64_t index) const {
  if (index < 0 || static_cast<uint64_t>(index) >= tuple.size())
    raise("IndexError", fmt::format("{}: Index {} out of bounds {}", name_, index, tuple.size()));
  return index;
}

void Args::expectVm(int32_t i, const Engine* engine) const {
  if (data_[i].type_index != ffi::TypeIndex::kTVMFFIOpaquePtr || data_[i].v_ptr != engine) refuse(i, "the VM (%vm)");
}

}  // namespace relaxscope

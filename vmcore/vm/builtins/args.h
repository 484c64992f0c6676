// SPDX-License-Identifier: Apache-2.0
// The arguments of a builtin call. Each is checked when it is read, as bytecode is not trusted.
// Errors name the builtin, the number of the argument and its type.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/shape.h>
#include <tvm/ffi/function.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/model/builtin.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

class Engine;

class Args {
 public:
  Args(const char* name, const TVMFFIAny* data, int32_t count) : name_(name), data_(data), count_(count) {}
  Args(BuiltinId builtin, const TVMFFIAny* data, int32_t count) : Args(builtinName(builtin), data, count) {}

  [[nodiscard]] int32_t count() const { return count_; }
  [[nodiscard]] const TVMFFIAny* data() const { return data_; }
  [[nodiscard]] const TVMFFIAny& operator[](int32_t i) const { return data_[i]; }
  [[nodiscard]] bool isNone(int32_t i) const { return data_[i].type_index == ffi::TypeIndex::kTVMFFINone; }
  /// Raises an error unless the number of arguments is `count`, or between `least` and `most`.
  void expect(int32_t count) const {
    if (count_ != count) [[unlikely]]
      refuseCount(count, count);
  }
  void expect(int32_t least, int32_t most) const {
    if (count_ < least || count_ > most) [[unlikely]]
      refuseCount(least, most);
  }

  /// An integer or a bool.
  [[nodiscard]] int64_t integer(int32_t i) const {
    const TVMFFIAny& value = data_[i];
    if (value.type_index != ffi::TypeIndex::kTVMFFIInt && value.type_index != ffi::TypeIndex::kTVMFFIBool) [[unlikely]]
      refuse(i, "an integer");
    return value.v_int64;
  }
  /// A floating-point number, an integer or a bool.
  [[nodiscard]] double number(int32_t i) const;
  [[nodiscard]] const DLTensor& tensor(int32_t i) const {
    const DLTensor* found = tensorOf(data_[i]);
    if (found == nullptr) [[unlikely]]
      refuse(i, "a Tensor");
    return *found;
  }
  /// A tensor whose memory this process can read.
  [[nodiscard]] const DLTensor& cpuTensor(int32_t i) const;
  /// The slots of a shape heap: a one-dimensional int64 CPU tensor.
  struct Heap {
    int64_t* slots = nullptr;
    int64_t count = 0;
  };
  [[nodiscard]] Heap heap(int32_t i) const {
    const TVMFFIAny& value = data_[i];
    if (value.type_index == ffi::TypeIndex::kTVMFFITensor) [[likely]] {
      const DLTensor& found = *tensorOf(value);
      const bool isHeap = found.ndim == 1 && found.dtype.code == kDLInt && found.dtype.bits == 64 &&
                          found.dtype.lanes == 1 && found.device.device_type == kDLCPU;
      if (isHeap && found.strides != nullptr && found.strides[0] == 1) [[likely]]
        return {reinterpret_cast<int64_t*>(tensorData(found)), found.shape[0]};
    }
    return otherHeap(i);
  }
  /// A Shape. Arrays and lists of integers that a host function returned are converted, as in TVM.
  [[nodiscard]] ffi::ShapeView shape(int32_t i) const {
    const TVMFFIAny& value = data_[i];
    if (value.type_index != ffi::TypeIndex::kTVMFFIShape) [[unlikely]]
      return otherShape(i);
    const auto* object = reinterpret_cast<const ffi::ShapeObj*>(value.v_obj);
    return {object->data, object->size};
  }
  [[nodiscard]] const ffi::ArrayObj& tuple(int32_t i) const;
  /// A tuple, or a tuple copied from a list, which TVM accepts as well.
  [[nodiscard]] const ffi::ArrayObj& tupleOrList(int32_t i) const {
    return data_[i].type_index == ffi::TypeIndex::kTVMFFIList ? listAsTuple(i) : tuple(i);
  }
  [[nodiscard]] const StorageObj& storage(int32_t i) const {
    if (data_[i].type_index != StorageObj::RuntimeTypeIndex()) [[unlikely]]
      refuse(i, "a storage");
    return *reinterpret_cast<const StorageObj*>(data_[i].v_obj);
  }
  [[nodiscard]] ffi::Function function(int32_t i) const;
  /// A data type, or a string constant that names one.
  [[nodiscard]] DLDataType dtype(int32_t i) const {
    if (data_[i].type_index == ffi::TypeIndex::kTVMFFIDataType) [[likely]]
      return data_[i].v_dtype;
    return dtypeOfText(i);
  }
  /// The characters of a string of any representation; empty for None.
  [[nodiscard]] std::string_view text(int32_t i) const;
  [[nodiscard]] bool isText(int32_t i) const;
  /// The index of a field of that tuple; raises IndexError for another.
  [[nodiscard]] int64_t fieldIndex(const ffi::ArrayObj& tuple, int64_t index) const;
  /// Checks that a %vm argument is the VM; a number is refused.
  void expectVm(int32_t i, const Engine* engine) const;

  [[noreturn]] void refuse(int32_t i, const char* wanted) const;
  [[nodiscard]] const char* name() const { return name_; }

 private:
  [[noreturn]] void refuseCount(int32_t least, int32_t most) const;
  [[nodiscard]] Heap otherHeap(int32_t i) const;
  [[nodiscard]] DLDataType dtypeOfText(int32_t i) const;
  [[nodiscard]] ffi::ShapeView otherShape(int32_t i) const;
  [[nodiscard]] const ffi::ArrayObj& listAsTuple(int32_t i) const;

  const char* name_;
  const TVMFFIAny* data_;
  int32_t count_;
  mutable std::unique_ptr<std::vector<ffi::Any>> converted_;  ///< owns converted arguments; usually empty
};

/// Type of a value as error messages name it: "Tensor", "Shape", "int", ...
std::string typeName(const TVMFFIAny& value);
/// "float32", in TVM's spelling.
std::string dtypeName(DLDataType type);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/placed_value.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/tensor.h>

#include <unordered_map>
#include <utility>

#include "vmcore/vm/native/native_stack.h"
#include "vmcore/vm/objects/device_copy.h"

namespace relaxscope {
namespace {

class Placement {
 public:
  Placement(const std::shared_ptr<Allocator>& allocator, ElementLayout layout)
      : allocator_(allocator), layout_(layout) {}

  ffi::Any place(ffi::Any value) {
    if (const DLTensor* tensor = tensorOf(ffi::AnyView(value).CopyToTVMFFIAny()))
      return isElsewhere(*tensor) ? ffi::Any(ffi::Tensor(copyToTensor(allocator_, *tensor, layout_))) : value;
    if (value.type_index() != ffi::TypeIndex::kTVMFFIArray) return value;
    const auto array = value.cast<ffi::Array<ffi::Any>>();
    if (const auto known = placed_.find(array.get()); known != placed_.end()) return known->second;
    return placed_.emplace(array.get(), placeFields(array)).first->second;
  }

 private:
  /// Whether the tensor is in memory that this process can copy from, but not on the target device.
  [[nodiscard]] bool isElsewhere(const DLTensor& tensor) const {
    const DeviceId at{tensor.device.device_type, tensor.device.device_id};
    return allocator_->device() != at && (isHostMemory(tensor.device) || findDevice(at) != nullptr);
  }
  ffi::Any placeFields(const ffi::Array<ffi::Any>& array) {
    checkNativeStack();                   // arrays may nest
    ffi::Array<ffi::Any> placed = array;  // copy on write
    for (int64_t i = 0; i < static_cast<int64_t>(array.size()); ++i)
      if (ffi::Any field = place(array[i]); !field.same_as(array[i])) placed.Set(i, std::move(field));
    return placed;
  }

  const std::shared_ptr<Allocator>& allocator_;
  const ElementLayout layout_;
  std::unordered_map<const void*, ffi::Any> placed_;  ///< results by array, as an array may occur several times
};

}  // namespace

ffi::Any placedValue(const std::shared_ptr<Allocator>& allocator, const TVMFFIAny& view, ElementLayout layout) {
  return Placement(allocator, layout).place(ownedValue(allocator, view, layout));
}

}  // namespace relaxscope

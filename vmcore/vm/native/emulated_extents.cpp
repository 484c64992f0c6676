// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/emulated_extents.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "vmcore/device/cuda/driver.h"
#include "vmcore/vm/ffi.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {
namespace {

using emulated::TensorExtent;

TensorExtent extentOf(const DLTensor& tensor, int32_t place) {
  TensorExtent extent;
  extent.address = reinterpret_cast<uint64_t>(tensorData(tensor));
  extent.bytes = tensorBytes(tensor.shape, tensor.ndim, tensor.dtype);
  extent.elementBytes = std::max(1u, (static_cast<uint32_t>(tensor.dtype.bits) * tensor.dtype.lanes + 7) / 8);
  *fmt::format_to_n(extent.name, sizeof extent.name - 1, "argument {}", place).out = '\0';
  return extent;
}

/// The tensors on a GPU among the arguments; one for each address, the largest.
std::vector<TensorExtent> extentsOf(const TVMFFIAny* args, int32_t count) {
  std::vector<TensorExtent> extents;
  for (int32_t i = 0; i < count; ++i) {
    const DLTensor* const tensor = tensorOf(args[i]);
    if (tensor == nullptr || tensor->device.device_type != kDLCUDA) continue;
    const TensorExtent extent = extentOf(*tensor, i);
    const auto same = std::find_if(extents.begin(), extents.end(),
                                   [&](const TensorExtent& each) { return each.address == extent.address; });
    if (same == extents.end()) extents.push_back(extent);
    else if (same->bytes < extent.bytes) *same = extent;
  }
  return extents;
}

/// Announces tensors for a scope.
class Announced {
 public:
  Announced(emulated::SetExtents set, const std::vector<TensorExtent>& extents) : set_(set) {
    set_(extents.data(), extents.size());
  }
  ~Announced() { set_(nullptr, 0); }
  Announced(const Announced&) = delete;
  Announced& operator=(const Announced&) = delete;

 private:
  const emulated::SetExtents set_;
};

}  // namespace

ffi::Function withExtents(ffi::Function kernel) {
  const auto driver = cuda::driver();
  if (!driver || !(*driver)->isEmulated()) return kernel;
  return ffi::Function::FromPacked([kernel = std::move(kernel), set = (*driver)->setExtents](
                                       const ffi::AnyView* args, int32_t count, ffi::Any* result) {
    const Announced announced(set, extentsOf(rawValues(args), count));
    kernel.CallPacked(args, count, result);
  });
}

}  // namespace relaxscope

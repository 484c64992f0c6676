// SPDX-License-Identifier: Apache-2.0
// Moves values to a VM's device.
#pragma once

#include <tvm/ffi/any.h>

#include <memory>

#include "vmcore/device/allocator.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

/// A borrowed argument as an owned value (ownedValue) with its tensors, including those in arrays, on the allocator's
/// device, as TVM does for function inputs and a VM's first device: tensors in host memory on another device are
/// copied, all others are unchanged.
ffi::Any placedValue(const std::shared_ptr<Allocator>& allocator, const TVMFFIAny& view, ElementLayout layout);

}  // namespace relaxscope

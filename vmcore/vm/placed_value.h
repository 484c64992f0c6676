// SPDX-License-Identifier: Apache-2.0
// Values on the device where a machine wants them.
#pragma once

#include <tvm/ffi/any.h>

#include <memory>

#include "vmcore/device/allocator.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

/// A borrowed argument as a value to keep (ownedValue) whose tensors lie on the allocator's device, those in arrays
/// too, as TVM brings the inputs of a function to a machine's first device: what lies elsewhere in the host's memory is
/// copied, all else stays as it is.
ffi::Any placedValue(const std::shared_ptr<Allocator>& allocator, const TVMFFIAny& view, ElementLayout layout);

}  // namespace relaxscope

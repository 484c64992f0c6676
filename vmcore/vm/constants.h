// SPDX-License-Identifier: Apache-2.0
// Constants of an executable as values of the VM.
#pragma once

#include <tvm/ffi/any.h>

#include <memory>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/allocator.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// A constant with its data as a value; a tensor is copied into aligned memory of `allocator`.
Result<tvm::ffi::Any> materializeConstant(const Constant& constant, const std::shared_ptr<Allocator>& allocator);
/// One value per constant. Tensors are copied into aligned memory of `allocator`, where small ones share blocks of up
/// to 16 MiB: a tensor keeps its whole block alive.
Result<std::vector<tvm::ffi::Any>> materializeConstants(const Executable& executable,
                                                        const std::shared_ptr<Allocator>& allocator);

}  // namespace relaxscope

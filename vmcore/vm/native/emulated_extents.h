// SPDX-License-Identifier: Apache-2.0
// Tells the emulated GPU which tensors a Call passes, so that it reports an access beyond one of them even inside a
// storage that several tensors share.
#pragma once

#include <tvm/ffi/function.h>

namespace relaxscope {

/// A function that announces the tensors among its arguments, then calls `kernel`; the kernel itself if the driver is
/// not the emulated one.
tvm::ffi::Function withExtents(tvm::ffi::Function kernel);

}  // namespace relaxscope

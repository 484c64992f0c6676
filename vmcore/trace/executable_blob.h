// SPDX-License-Identifier: Apache-2.0
// An executable without the data of its tensors, as a trace file keeps it: enough for every view.
#pragma once

#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

std::vector<uint8_t> packExecutable(const Executable& executable);
/// The inverse, but tensorDataLeftOut is set; hostile bytes give an Error.
Result<Executable> unpackExecutable(const Bytes& bytes);

}  // namespace relaxscope

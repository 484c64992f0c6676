// SPDX-License-Identifier: Apache-2.0
// An executable without its tensor data, as stored in a trace file: sufficient for every view.
#pragma once

#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

std::vector<uint8_t> packExecutable(const Executable& executable);
/// The inverse, with tensorDataOmitted set; malformed bytes give an Error.
Result<Executable> unpackExecutable(const Bytes& bytes);

}  // namespace relaxscope

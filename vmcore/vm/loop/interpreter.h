// SPDX-License-Identifier: Apache-2.0
// Runs bytecode.
#pragma once

#include <cstddef>

#include "vmcore/vm/ffi.h"

namespace relaxscope {

class Engine;

/// Runs the last frame until it returns; there are then `base` frames. Throws and leaves frames above `base` to the
/// caller.
void runFrames(Engine& engine, size_t base, ffi::Any* result);

}  // namespace relaxscope

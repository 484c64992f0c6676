// SPDX-License-Identifier: Apache-2.0
// Runs bytecode.
#pragma once

#include <cstddef>

#include "vmcore/vm/ffi.h"

namespace relaxscope {

class Engine;

/// Runs the last frame, whose `call` is null, until it returns. Throws and leaves frames to the caller.
void runFrames(Engine& engine, ffi::Any* result);

}  // namespace relaxscope

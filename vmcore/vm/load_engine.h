// SPDX-License-Identifier: Apache-2.0
// From a file to a machine that can run: read, verify, open native code, resolve, convert, decode.
#pragma once

#include <memory>

#include "vmcore/base/result.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {

Result<std::shared_ptr<Engine>> loadEngine(LoadOptions options);
/// A machine of the same executable with registers, memory and state of its own; native code and constants are shared.
Result<std::shared_ptr<Engine>> loadAnother(const Engine& like);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Loading a file into an executable VM: read, verify, open native code, resolve, convert, decode.
#pragma once

#include <memory>

#include "vmcore/base/result.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {

Result<std::shared_ptr<Engine>> loadEngine(LoadOptions options);
/// A VM of the same executable with its own registers, memory and state; native code and constants are shared.
Result<std::shared_ptr<Engine>> loadAnother(const Engine& like);

}  // namespace relaxscope

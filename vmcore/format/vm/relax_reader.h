// SPDX-License-Identifier: Apache-2.0
// Reader of Relax VM executables after the outer prefix: R0 to R5 and the prototype (formats.md 1). vm_executable.h
// decides which applies. Every list of the result is bounded by the available bytes; indices inside are not checked.
#pragma once

#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/partial_file.h"

namespace relaxscope {

/// R0 to R5; `body` begins with a magic, `fileOffset` is its offset in the file, for messages. Adds what TVM accepts
/// but a user should know (trailing bytes, a tensor not on the CPU) to `notes`. On an error, `partial` receives what
/// was decoded before it.
Result<Executable> readRelaxBody(const Bytes& body, uint64_t fileOffset, bool outerPrefix, Diagnostics& notes,
                                 PartialExecutable& partial);
/// The prototype, P or P2.
Result<Executable> readPrototypeBody(const Bytes& body, uint64_t fileOffset, bool outerPrefix, Diagnostics& notes,
                                     PartialExecutable& partial);

}  // namespace relaxscope

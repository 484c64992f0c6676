// SPDX-License-Identifier: Apache-2.0
// Reader and writer of Relax VM executables, variants R1 to R5 (formats.md 1).
#pragma once

#include <vector>

#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Whether the bytes begin with one of the magics, with or without the outer length prefix.
bool looksLikeRelaxVm(const Bytes& bytes);
/// Parses an executable; `fileOffset` is the place of its first byte in the file, for messages.
/// Promises an Executable whose every list was bounded by the bytes there are; indices inside are not checked.
/// What TVM accepts but a person should know (trailing bytes, a tensor not on the CPU) goes to `notes`.
Result<Executable> readRelaxVm(const Bytes& bytes, uint64_t fileOffset, Diagnostics& notes);
/// The bytes of the executable in its own variant: what was read comes out unchanged.
/// Constants must be such as the variant can hold (R1 has no floats).
std::vector<uint8_t> writeRelaxVm(const Executable& executable);
/// Sets byteSize and every byteOffset to what writeRelaxVm will make of them; for executables that were not read.
void setByteOffsets(Executable& executable);

}  // namespace relaxscope

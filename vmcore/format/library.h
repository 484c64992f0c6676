// SPDX-License-Identifier: Apache-2.0
// Readers of exported shared libraries: bounded, pure functions of the file's bytes (formats.md 2).
#pragma once

#include "vmcore/base/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Whether the bytes begin as an ELF file does.
bool looksLikeElf(const Bytes& file);
/// Bounded reader for 64-bit little-endian ELF of any CPU.
Result<ElfFile> readElf(const Bytes& file);
/// The library's modules; an error where it holds no TVM blob, or a damaged one.
Result<Library> readLibrary(const Bytes& file);

}  // namespace relaxscope

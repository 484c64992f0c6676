// SPDX-License-Identifier: Apache-2.0
// Reads what identifies the machine code of kernels (formats.md 2.8). Code is followed in linked libraries of x86-64
// ELF; in all others the bytes of symbols stand for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/model/kernel_codes.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Of the host kernels of a library, by name. `file` is the library's bytes. Never fails: a kernel without code, or of
/// a member of an archive, is left out.
KernelCodes::Map readKernelCodes(const Bytes& file, LibraryEra era);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// The data of a library that TVM loads (formats.md 2.3): the executable as the module `relax.VMExecutable` over the
// library's own kernels, as text for a C compiler or an assembler.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope::build {

/// Above this size, in bytes, the blob is for the assembler: a C compiler takes seconds and gigabytes for large arrays.
inline constexpr size_t kMostBlobInC = size_t{1} << 20;

/// What the symbol `__tvm_ffi__library_bin` holds: the modules `relax.VMExecutable` with these bytes, and `_lib` as its
/// import. `executable` is without an outer length.
Result<std::vector<uint8_t>> libraryBlob(const Bytes& executable);
/// C text with `__tvm_ffi__library_ctx`, which the loader sets, and, if `blob` is not empty, `__tvm_ffi__library_bin`.
std::string libraryCText(std::span<const uint8_t> blob);
/// Text for GNU's assembler, for any CPU with ELF, with `__tvm_ffi__library_bin` of `size` bytes from the file at
/// `path`.
std::string libraryAssemblyText(std::string_view path, uint64_t size);

}  // namespace relaxscope::build

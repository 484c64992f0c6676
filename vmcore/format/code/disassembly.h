// SPDX-License-Identifier: Apache-2.0
// The canonical form of a kernel's machine code (formats.md 2.8) as text, for comparing two of them line by line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// One instruction per line, after a line for each function and label: branches, jumps and calls with their name,
/// others as bytes in which dots stand for a distance, with what they name:
///
///     function 0
///     L1:
///         f3 0f 59 05 .. .. .. ..  00 00 80 3f
///         je L1
///         call expf
///
/// Where code runs into what stands above, a line says so: "goes on at L1". Two kernels of different digests differ in
/// a line, unless texts that they name are only told apart by their places. At most 65,536 lines, of which the last one
/// then says so. Reads the code anew on each call. Errors: no kernel of that name, code that cannot be followed.
Result<std::vector<std::string>> disassembly(const Bytes& file, LibraryEra era, std::string_view kernel);

}  // namespace relaxscope

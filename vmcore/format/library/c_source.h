// SPDX-License-Identifier: Apache-2.0
// What TVM's C code generator writes into archives: the module blob as an array of bytes, and functions
// marked for export. Finds these by their text; it is no C parser.
#pragma once

#include <string_view>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/object_file.h"

namespace relaxscope {

/// Exported functions (marked TVM_DLL and defined) and arrays of unsigned char as symbols; an array's value
/// is the place of its first digit in the text, its size that in brackets.
ObjectFile readCSource(std::string_view text);
/// The bytes of the array of that symbol: numbers between braces.
Result<Bytes> cArrayBytes(std::string_view text, const ObjectSymbol& symbol);

}  // namespace relaxscope

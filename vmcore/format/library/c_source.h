// SPDX-License-Identifier: Apache-2.0
// C sources that TVM's code generator writes into archives: the module blob as an array of bytes, and functions marked
// for export. Finds these by text search; it is not a C parser.
#pragma once

#include <string_view>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/object_file.h"

namespace relaxscope {

/// Exported functions (marked TVM_DLL and defined) and arrays of unsigned char as symbols; an array's value is the
/// offset of its first digit in the text, its size the number in brackets.
ObjectFile readCSource(std::string_view text);
/// The bytes of that symbol's array: the numbers between braces.
Result<Bytes> cArrayBytes(std::string_view text, const ObjectSymbol& symbol);

}  // namespace relaxscope

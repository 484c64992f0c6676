// SPDX-License-Identifier: Apache-2.0
// Values as text for print and assert_op, similar to NumPy's output, and Python-style format strings.
#pragma once

#include <tvm/ffi/c_api.h>

#include <string>
#include <string_view>
#include <vector>

namespace relaxscope {

/// A tensor in nested brackets, a tuple in parentheses, a number as is.
std::string formatValue(const TVMFFIAny& value);
/// Replaces {}, {0}, {{ and }} in `pattern`. Raises "ValueError" or "IndexError" as Python's str.format does;
/// format specifications after a colon are ignored.
std::string formatPattern(std::string_view pattern, const std::vector<std::string>& values);
/// Writes a line to standard output and flushes the stream.
void printLine(const std::string& line);

}  // namespace relaxscope

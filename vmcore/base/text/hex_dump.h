// SPDX-License-Identifier: Apache-2.0
// Human-readable text of bytes and JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope {

/// Rows of 16: offset, bytes in hex, printable ASCII. At most `most` bytes; offsets start at `firstOffset`.
std::string hexDump(const Bytes& bytes, size_t most, uint64_t firstOffset = 0);
/// JSON with one member per line, indented by two spaces per level, also if malformed: only whitespace outside strings
/// changes. Stops at the end of the input or after `most` bytes of output.
std::string indentedJson(std::string_view json, size_t most);

}  // namespace relaxscope

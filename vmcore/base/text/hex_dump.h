// SPDX-License-Identifier: Apache-2.0
// Bytes and JSON as text for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope {

/// Rows of 16: offset, bytes in hex, printable ASCII. At most `most` bytes; offsets begin with `firstOffset`.
std::string hexDump(const Bytes& bytes, size_t most, uint64_t firstOffset = 0);
/// JSON with one member a line, two blanks a level, also where it is not quite JSON: only blanks outside of
/// strings change. Stops with the input or after `most` bytes of output.
std::string indentedJson(std::string_view json, size_t most);

}  // namespace relaxscope

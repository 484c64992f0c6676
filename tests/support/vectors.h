// SPDX-License-Identifier: Apache-2.0
// Complete executables as hex with a description, as TVM wrote them (0.17, 0.21, 0.27).
#pragma once

#include <string_view>
#include <vector>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope::test {

/// Bytes of a hex text; skips whitespace.
std::vector<uint8_t> fromHex(std::string_view hex);
inline Bytes bytesFromHex(std::string_view hex) { return Bytes::own(fromHex(hex)); }

extern const std::string_view kAddHex;     ///< func0(2): test.vm.add(%0, %1) -> %2; ret %2. R5, 260 bytes
extern const std::string_view kEmptyHex;   ///< an empty executable. R5, 60 bytes
extern const std::string_view kAllHex;     ///< every opcode and argument kind. R5, 1063 bytes
extern const std::string_view kEra017Hex;  ///< main(x): g(c[0], %0) -> %1; ret %1; six constants. R2, 392 bytes
extern const std::string_view kEra021Hex;  ///< the same as R3
extern const std::string_view kEra027Hex;  ///< the same as R5

}  // namespace relaxscope::test

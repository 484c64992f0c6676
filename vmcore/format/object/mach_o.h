// SPDX-License-Identifier: Apache-2.0
// Internal to format. Load commands of Mach-O, for its reader and the byte map. Numbers: Apple's <mach-o/loader.h>.
#pragma once

#include <cstdint>

namespace relaxscope::macho {

constexpr uint32_t kSegment32 = 1, kSymbolTable = 2, kDynamicSymbols = 0xb, kSegment64 = 0x19, kDyldInfo = 0x22,
                   kDyldInfoOnly = 0x80000022, kExportsTrie = 0x80000033;

}  // namespace relaxscope::macho

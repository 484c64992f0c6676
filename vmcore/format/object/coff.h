// SPDX-License-Identifier: Apache-2.0
// Internal to format. Sizes of COFF, for its reader and the byte map. Numbers: Microsoft, "PE Format".
#pragma once

#include <cstdint>

namespace relaxscope::coff {

constexpr uint32_t kHeaderBytes = 20, kBigHeaderBytes = 56, kSectionBytes = 40;

}  // namespace relaxscope::coff

// SPDX-License-Identifier: Apache-2.0
// Numbers of the Relax VM's serialised form that reader and writer share (formats.md 1.1, 1.5).
#pragma once

#include <array>
#include <cstdint>

#include "vmcore/model/executable.h"

namespace relaxscope::relaxvm {

inline constexpr const char* kVersion = "0.14";

/// Alternatives of ConstantValue, by index.
enum ConstantKind : size_t { kTensor, kDataType, kShape, kString, kInt, kFloat, kLateBound, kConstantKinds };

/// Type code of each constant kind; -1 if the variant cannot hold it.
using CodeTable = std::array<int32_t, kConstantKinds>;
inline constexpr CodeTable kCodesR1 = {0, 1, 2, 3, 4, -1, -1};
inline constexpr CodeTable kCodesR2 = {0, 1, 2, 3, 4, 5, -1};
inline constexpr CodeTable kCodesP2 = {0, 1, 2, 3, -1, -1, -1};
inline constexpr CodeTable kCodesR3 = {72, 5, 71, 65, 1, 3, -1};
inline constexpr CodeTable kCodesR4 = {70, 5, 69, 65, 1, 3, -1};

constexpr const CodeTable& codeTable(Variant variant) {
  switch (variant) {
    case Variant::R0:
    case Variant::R1: return kCodesR1;
    case Variant::R2: return kCodesR2;
    case Variant::R3: return kCodesR3;
    case Variant::P2: return kCodesP2;
    default: break;
  }
  return kCodesR4;
}

}  // namespace relaxscope::relaxvm

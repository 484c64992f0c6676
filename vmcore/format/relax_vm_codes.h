// SPDX-License-Identifier: Apache-2.0
// Numbers of the Relax VM's serialised form that reader and writer share (formats.md 0.1, 1.1, 1.5).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "vmcore/model/executable.h"

namespace relaxscope::relaxvm {

inline constexpr uint64_t kMagicV1 = 0xD225DE2F4214151DULL;
inline constexpr uint64_t kMagicV2 = 0xD225DE2F4214151EULL;
inline constexpr uint64_t kTensorMagic = 0xDD5E40F096B4A13FULL;
inline constexpr const char* kVersion = "0.14";
inline constexpr int32_t kCpuDevice = 1;
inline constexpr int32_t kMaxTensorRank = 64;

/// Alternatives of ConstantValue, by index.
enum ConstantKind : size_t { kTensor, kDataType, kShape, kString, kInt, kFloat, kConstantKinds };

/// Type code of each constant kind; -1 where the variant cannot hold it.
using CodeTable = std::array<int32_t, kConstantKinds>;
inline constexpr CodeTable kCodesR1 = {0, 1, 2, 3, 4, -1};
inline constexpr CodeTable kCodesR2 = {0, 1, 2, 3, 4, 5};
inline constexpr CodeTable kCodesR3 = {72, 5, 71, 65, 1, 3};
inline constexpr CodeTable kCodesR4 = {70, 5, 69, 65, 1, 3};

constexpr const CodeTable& codeTable(Variant variant) {
  switch (variant) {
    case Variant::R1: return kCodesR1;
    case Variant::R2: return kCodesR2;
    case Variant::R3: return kCodesR3;
    case Variant::R4:
    case Variant::R5: break;
  }
  return kCodesR4;
}

/// prod(shape) * ceil(bits / 8), the size a tensor record must state; nothing where an extent is
/// negative or the product does not fit in 63 bits.
std::optional<int64_t> tensorByteSize(const std::vector<int64_t>& shape, DataType dtype);

}  // namespace relaxscope::relaxvm

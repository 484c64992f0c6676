// SPDX-License-Identifier: Apache-2.0
// The 16-bit float formats IEEE binary16 and bfloat16: exact to float, rounded to nearest even from float.
#pragma once

#include <bit>
#include <cstdint>

namespace relaxscope {

/// The value of a binary16; subnormal numbers, infinities and NaNs included.
constexpr float halfToFloat(uint16_t half) {
  const uint32_t sign = (half & 0x8000u) << 16, exponent = (half >> 10) & 0x1Fu, fraction = half & 0x3FFu;
  if (exponent == 0) {  // zero and subnormal numbers: fraction * 2^-24
    const float value = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -value : value;
  }
  return std::bit_cast<float>(exponent == 31 ? sign | 0x7F800000u | (fraction << 13)
                                             : sign | ((exponent + 112) << 23) | (fraction << 13));
}

/// Magnitudes beyond 65504 become infinities, those below 2^-24 zeros; a NaN stays a NaN and keeps its sign.
constexpr uint16_t floatToHalf(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const int exponent = static_cast<int>((bits >> 23) & 255) - 127 + 15;
  if (exponent == 255 - 127 + 15 && (bits & 0x7FFFFF) != 0) return static_cast<uint16_t>(sign | 0x7E00u);
  if (exponent >= 31) return static_cast<uint16_t>(sign | 0x7C00u);
  const uint32_t mantissa = (bits & 0x7FFFFF) | 0x800000;
  const int shift = exponent > 0 ? 13 : 14 - exponent;
  if (shift > 24) return static_cast<uint16_t>(sign);
  uint32_t rounded = mantissa >> shift;
  const uint32_t rest = mantissa & ((1U << shift) - 1), half = 1U << (shift - 1);
  if (rest > half || (rest == half && (rounded & 1) != 0)) ++rounded;
  // The addition may carry into the exponent; the implied bit counts as one exponent step.
  const uint32_t base = exponent > 0 ? static_cast<uint32_t>(exponent - 1) << 10 : 0;
  return static_cast<uint16_t>(sign | (base + rounded));
}

constexpr float bfloatToFloat(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

/// A NaN stays a NaN and keeps its sign.
constexpr uint16_t floatToBfloat(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7FFFFFFF) > 0x7F800000) return static_cast<uint16_t>((bits >> 16) | 0x40);
  return static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

}  // namespace relaxscope

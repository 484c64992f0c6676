// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/arguments/random_tensor.h"

#include <algorithm>
#include <cstring>

#include "vmcore/base/bytes/half_float.h"
#include "vmcore/base/split_mix.h"

namespace relaxscope {
namespace {

class Numbers {
 public:
  explicit Numbers(uint64_t seed) : bits_(seed) {}
  uint64_t next() { return bits_.next(); }
  /// In [-1, 1), a multiple of 2^-23: exact in float.
  float nextFloat() { return static_cast<float>(static_cast<int64_t>(next() >> 40) - (1 << 23)) * 0x1p-23F; }
  double nextDouble() { return static_cast<double>(static_cast<int64_t>(next() >> 11) - (int64_t{1} << 52)) * 0x1p-52; }

 private:
  SplitMix64 bits_;
};

/// A float of 8 bits or fewer, described by the code of 1.0 (OCP formats and their FNUZ variants): codes below it are
/// the magnitudes in [0, 1).
struct TinyFloat {
  uint8_t one, signBit;
  bool negativeZero;
};
TinyFloat tinyFloat(TypeCode code) {
  switch (code) {
    case TypeCode::Float8E3M4: return {0x30, 0x80, true};
    case TypeCode::Float8E4M3:
    case TypeCode::Float8E4M3Fn: return {0x38, 0x80, true};
    case TypeCode::Float8E4M3B11Fnuz: return {0x58, 0x80, false};
    case TypeCode::Float8E4M3Fnuz: return {0x40, 0x80, false};
    case TypeCode::Float8E5M2: return {0x3C, 0x80, true};
    case TypeCode::Float8E5M2Fnuz: return {0x40, 0x80, false};
    case TypeCode::Float8E8M0Fnu: return {0x7F, 0, true};
    case TypeCode::Float6E2M3Fn: return {0x08, 0x20, true};
    case TypeCode::Float6E3M2Fn: return {0x0C, 0x20, true};
    case TypeCode::Float4E2M1Fn: return {0x02, 0x08, true};
    default: return {0, 0, false};
  }
}

template <class Make>
void fill(std::span<uint8_t> bytes, Make&& make) {
  using T = decltype(make());
  for (size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    const T value = make();
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }
}

/// Integers in [0, 8), reduced to what fits the type, of any width.
void fillIntegers(DataType dtype, Numbers& numbers, std::span<uint8_t> bytes) {
  const bool isSigned = dtype.code == static_cast<uint8_t>(TypeCode::Int);
  const int usable = dtype.bits - (isSigned ? 1 : 0);
  const uint64_t mask = usable >= 3 ? 7 : usable > 0 ? (1U << usable) - 1 : 0;
  const auto width = static_cast<size_t>(dtype.elementBytes());
  std::memset(bytes.data(), 0, bytes.size());
  for (size_t at = 0; at + width <= bytes.size(); at += width)
    bytes[at] = static_cast<uint8_t>(numbers.next() >> 20 & mask);
}

/// Integers in [0, below), reduced to what fits the type.
void fillBelow(DataType dtype, uint64_t below, Numbers& numbers, std::span<uint8_t> bytes) {
  const bool isSigned = dtype.code == static_cast<uint8_t>(TypeCode::Int);
  const int usable = std::min<int>(dtype.bits - (isSigned ? 1 : 0), 63);
  const uint64_t values = std::min(below, uint64_t{1} << std::max(usable, 0));
  const auto width = static_cast<size_t>(dtype.elementBytes());
  std::memset(bytes.data(), 0, bytes.size());
  for (size_t at = 0; at + width <= bytes.size(); at += width) {
    uint64_t value = (numbers.next() >> 1) % values;
    for (size_t i = 0; i < std::min(width, sizeof value); ++i, value >>= 8) bytes[at + i] = static_cast<uint8_t>(value);
  }
}

}  // namespace

Result<void> fillRandom(DataType dtype, uint64_t seed, int64_t below, std::span<uint8_t> bytes) {
  if (bytes.empty()) return {};
  Numbers numbers(seed);
  const auto code = static_cast<TypeCode>(dtype.code);
  const auto unsupported = [&] { return Error("cannot generate random values of " + dtype.name()); };
  switch (code) {
    case TypeCode::Int:
    case TypeCode::UInt:
      if (below > 0) fillBelow(dtype, static_cast<uint64_t>(below), numbers, bytes);
      else fillIntegers(dtype, numbers, bytes);
      return {};
    case TypeCode::Bool: fill(bytes, [&] { return static_cast<uint8_t>(numbers.next() >> 20 & 1); }); return {};
    case TypeCode::BFloat: fill(bytes, [&] { return floatToBfloat(numbers.nextFloat()); }); return {};
    case TypeCode::Complex:
      if (dtype.bits == 64) fill(bytes, [&] { return numbers.nextFloat(); });
      else if (dtype.bits == 128) fill(bytes, [&] { return numbers.nextDouble(); });
      else return unsupported();
      return {};
    case TypeCode::Float:
      if (dtype.bits == 16) fill(bytes, [&] { return floatToHalf(numbers.nextFloat()); });
      else if (dtype.bits == 32) fill(bytes, [&] { return numbers.nextFloat(); });
      else if (dtype.bits == 64) fill(bytes, [&] { return numbers.nextDouble(); });
      else return unsupported();
      return {};
    default: break;
  }
  const TinyFloat tiny = tinyFloat(code);
  if (tiny.one == 0) return unsupported();
  fill(bytes, [&] {
    const uint64_t number = numbers.next() >> 20;
    const auto magnitude = static_cast<uint8_t>(number % tiny.one);
    const bool negative = (number >> 32 & 1) != 0 && (magnitude != 0 || tiny.negativeZero);
    return static_cast<uint8_t>(magnitude | (negative ? tiny.signBit : 0));
  });
  return {};
}

}  // namespace relaxscope

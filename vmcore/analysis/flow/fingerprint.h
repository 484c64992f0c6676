// SPDX-License-Identifier: Apache-2.0
// Fingerprints of functions and of their basic blocks that do not depend on numbers which another build may give:
// registers, rows of tables, pcs (analysis.md 5).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// The first half of a SHA-256 digest.
struct Fingerprint {
  std::array<uint8_t, 16> bytes{};
  /// 32 lower-case hexadecimal digits.
  [[nodiscard]] std::string hex() const;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};
struct FunctionFingerprint {
  Fingerprint whole;
  std::vector<Fingerprint> blocks;  ///< by row of Cfg::blocks
};

/// Reads each constant and name of an executable once for all functions. Not thread-safe.
class Fingerprints {
 public:
  /// The executable must outlive this object.
  explicit Fingerprints(const Executable& executable) : executable_(executable) {}

  /// Nothing for a function that does not exist and when stopped. Safe for malformed code. Linear in the words of the
  /// function and the bytes of the constants that no earlier function used.
  std::optional<FunctionFingerprint> of(FuncIndex function, const std::stop_token& stop = {});
  /// The content of a constant: kind, dtype, shape, bytes; of a late-bound one its name. Nothing when stopped, and for
  /// one that does not exist.
  std::optional<Fingerprint> ofConstant(ConstIndex constant, const std::stop_token& stop = {});

 private:
  friend class CodeHasher;
  const Fingerprint& ofName(FuncIndex function);

  const Executable& executable_;
  std::unordered_map<int64_t, Fingerprint> constants_, names_;
};

}  // namespace relaxscope

template <>
struct std::hash<relaxscope::Fingerprint> {
  size_t operator()(const relaxscope::Fingerprint& print) const noexcept {
    size_t value = 0;
    std::memcpy(&value, print.bytes.data(), sizeof(value));
    return value;
  }
};

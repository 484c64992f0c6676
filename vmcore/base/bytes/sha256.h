// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), which identifies files and constants by content.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope {

class Sha256 {
 public:
  void update(std::span<const uint8_t> bytes);
  /// The digest of all added bytes; nothing may be added afterwards.
  std::array<uint8_t, 32> finish();

 private:
  void blocks(const uint8_t* data, size_t count);
  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, 64> pending_{};
  size_t pendingSize_ = 0;
  uint64_t total_ = 0;
};

/// The digest as 64 lower-case hexadecimal digits.
std::string sha256Hex(std::span<const uint8_t> bytes);
/// As above for bytes of a possibly large file, read piecewise; empty if the file has changed.
std::string sha256Hex(const Bytes& bytes);

}  // namespace relaxscope

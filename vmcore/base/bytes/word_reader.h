// SPDX-License-Identifier: Apache-2.0
// Random access to numbers in a byte range, in either byte order, for formats that are tables of offsets (object files,
// archives); ByteReader is for streams. Never reads outside the range: callers check `has` once per record, and
// out-of-range reads return 0.
#pragma once

#include <algorithm>
#include <string_view>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope {

class WordReader {
 public:
  explicit WordReader(Bytes bytes, bool bigEndian = false)
      : bytes_(std::move(bytes)), memory_(bytes_.isLazy() ? nullptr : bytes_.data()), bigEndian_(bigEndian) {}

  [[nodiscard]] uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] bool has(uint64_t at, uint64_t length) const { return at <= size() && length <= size() - at; }
  [[nodiscard]] uint8_t u8(uint64_t at) const { return static_cast<uint8_t>(number(at, 1)); }
  [[nodiscard]] uint16_t u16(uint64_t at) const { return static_cast<uint16_t>(number(at, 2)); }
  [[nodiscard]] uint32_t u32(uint64_t at) const { return static_cast<uint32_t>(number(at, 4)); }
  [[nodiscard]] uint64_t u64(uint64_t at) const { return number(at, 8); }
  /// A u64 if `wide`, else a u32.
  [[nodiscard]] uint64_t word(uint64_t at, bool wide) const { return wide ? u64(at) : u32(at); }
  /// The text from `at` to the next NUL, at most to `end` and 64 KiB; empty if `at` is out of range.
  [[nodiscard]] std::string_view text(uint64_t at, uint64_t end) const {
    const std::string_view rest = raw(at, end > at ? std::min(end - at, kMaxText) : 0);
    return rest.substr(0, rest.find('\0'));
  }
  /// `length` bytes from `at`, both clamped to the available range.
  [[nodiscard]] std::string_view raw(uint64_t at, uint64_t length) const { return bytes_.slice(at, length).text(); }
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }

 private:
  [[nodiscard]] uint64_t number(uint64_t at, unsigned width) const {
    if (!has(at, width)) return 0;
    const uint8_t* from = memory_ != nullptr ? memory_ + at : bytes_.slice(at, width).data();
    uint64_t value = 0;
    for (unsigned i = 0; i < width; ++i) value |= uint64_t{from[bigEndian_ ? width - 1 - i : i]} << (8 * i);
    return value;
  }
  static constexpr uint64_t kMaxText = 65536;
  Bytes bytes_;
  const uint8_t* memory_;  ///< null if the bytes are loaded on request
  bool bigEndian_;
};

}  // namespace relaxscope

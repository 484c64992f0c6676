// SPDX-License-Identifier: Apache-2.0
// Writes one control frame without allocation or locks, for signal handlers: the few CBOR forms that Failure and Output
// need (RFC 8949). A test decodes them with the real codec.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace relaxscope::worker {

inline constexpr uint8_t kOutputFrame = 13, kFailureFrame = 14;  ///< indices in wire::Message, plus one

class SignalCbor {
 public:
  explicit SignalCbor(uint8_t frameType) noexcept { bytes_[4] = frameType; }

  void map(uint64_t pairs) noexcept { head(5, pairs); }
  void number(int64_t value) noexcept {
    if (value >= 0) head(0, static_cast<uint64_t>(value));
    else head(1, static_cast<uint64_t>(-1 - value));
  }
  void boolean(bool value) noexcept { put(value ? 0xF5 : 0xF4); }
  void null() noexcept { put(0xF6); }
  void text(const char* data, size_t size) noexcept {
    head(3, size);
    for (size_t i = 0; i < size; ++i) put(static_cast<uint8_t>(data[i]));
  }
  /// At most 500 bytes of a C string; null reads as "".
  void text(const char* data) noexcept { text(data, data == nullptr ? 0 : strnlen(data, 500)); }
  /// The frame, its length filled in; empty when it did not fit.
  std::span<const uint8_t> finish() noexcept {
    if (overflow_) return {};
    const auto length = static_cast<uint32_t>(size_ - 4);
    std::memcpy(bytes_, &length, 4);
    return {bytes_, size_};
  }

 private:
  void head(uint8_t major, uint64_t argument) noexcept {
    const auto top = static_cast<uint8_t>(major << 5);
    if (argument < 24) return put(static_cast<uint8_t>(top | argument));
    put(top | 27);
    for (int shift = 56; shift >= 0; shift -= 8) put(static_cast<uint8_t>(argument >> shift));
  }
  void put(uint8_t byte) noexcept {
    if (size_ < sizeof bytes_) bytes_[size_++] = byte;
    else overflow_ = true;
  }

  uint8_t bytes_[4096] = {};
  size_t size_ = 5;
  bool overflow_ = false;
};

}  // namespace relaxscope::worker

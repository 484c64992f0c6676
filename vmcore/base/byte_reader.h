// SPDX-License-Identifier: Apache-2.0
// The only code that touches raw input. Little-endian, unaligned, bounds-checked; every count is
// compared with what is left before anything is allocated. Primitive encodings: dmlc streams as
// TVM writes them (u64 counts and lengths, no padding).
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "vmcore/base/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope {

class ByteReader {
 public:
  /// Reads `bytes`; `base` is the place of its first byte in the file, for messages.
  explicit ByteReader(Bytes bytes, uint64_t base = 0) : bytes_(std::move(bytes)), base_(base) {}

  [[nodiscard]] size_t position() const { return position_; }
  /// Position in the file: base plus position.
  [[nodiscard]] uint64_t fileOffset() const { return base_ + position_; }
  [[nodiscard]] size_t remaining() const { return bytes_.size() - position_; }
  [[nodiscard]] bool atEnd() const { return remaining() == 0; }

  /// One fixed-width number; `what` names it in the error.
  template <class T>
  Result<T> read(std::string_view what) {
    static_assert(std::is_arithmetic_v<T>);
    if (remaining() < sizeof(T)) return shortRead(what, sizeof(T));
    T value;
    std::memcpy(&value, bytes_.data() + position_, sizeof(T));
    position_ += sizeof(T);
    return value;
  }
  /// A u64 count of elements of at least `minElementBytes` each; an error when they cannot all follow.
  Result<uint64_t> readCount(std::string_view what, size_t minElementBytes);
  /// u64 length, then so many bytes; a slice, no copy.
  Result<Bytes> readSized(std::string_view what);
  /// The same, copied into a string (any bytes, NUL included).
  Result<std::string> readString(std::string_view what);
  /// Exactly `count` bytes; a slice, no copy.
  Result<Bytes> readBytes(uint64_t count, std::string_view what);
  /// u64 count, then so many i64.
  Result<std::vector<int64_t>> readI64Vector(std::string_view what);
  /// `count` i64 without a count in front.
  Result<std::vector<int64_t>> readI64s(uint64_t count, std::string_view what);
  /// An error about the current place.
  [[nodiscard]] Error errorHere(std::string message) const { return Error(std::move(message), fileOffset()); }

 private:
  [[nodiscard]] Error shortRead(std::string_view what, uint64_t wanted) const;

  Bytes bytes_;
  uint64_t base_ = 0;
  size_t position_ = 0;
};

}  // namespace relaxscope

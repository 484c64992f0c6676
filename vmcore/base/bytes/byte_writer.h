// SPDX-License-Identifier: Apache-2.0
// The counterpart of ByteReader: appends the primitive encodings to a buffer.
#pragma once

#include <string_view>
#include <type_traits>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/bytes/words.h"

namespace relaxscope {

class ByteWriter {
 public:
  void reserve(size_t bytes) { buffer_.reserve(bytes); }
  template <class T>
  void write(T value) {
    static_assert(std::is_arithmetic_v<T>);
    append(&value, sizeof(T));
  }
  void writeBytes(std::span<const uint8_t> bytes) { append(bytes.data(), bytes.size()); }
  /// Bytes of a possibly large file; zeros if the file has changed (Bytes::intact).
  void writeBytes(const Bytes& bytes) {
    bytes.forEachPiece([&](std::span<const uint8_t> piece) { append(piece.data(), piece.size()); });
  }
  /// u64 length, then the bytes.
  void writeString(std::string_view text) {
    write<uint64_t>(text.size());
    append(text.data(), text.size());
  }
  /// u64 count, then the numbers.
  void writeI64Vector(WordView values) {
    write<uint64_t>(values.size());
    writeBytes(values.bytes());
  }
  [[nodiscard]] size_t size() const { return buffer_.size(); }
  [[nodiscard]] const std::vector<uint8_t>& buffer() const { return buffer_; }
  [[nodiscard]] std::vector<uint8_t> take() { return std::move(buffer_); }

 private:
  void append(const void* data, size_t size) {
    const auto* first = static_cast<const uint8_t*>(data);
    buffer_.insert(buffer_.end(), first, first + size);
  }
  std::vector<uint8_t> buffer_;
};

}  // namespace relaxscope

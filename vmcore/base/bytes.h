// SPDX-License-Identifier: Apache-2.0
// A read-only run of bytes with its owner: a slice of a mapped file or of a buffer. Copying is
// cheap, slicing copies nothing, so a 4 GB constant costs nothing until somebody reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relaxscope {

class Bytes {
 public:
  Bytes() = default;
  /// A view of memory that `owner` keeps alive and unchanged.
  Bytes(std::shared_ptr<const void> owner, const uint8_t* data, size_t size)
      : owner_(std::move(owner)), data_(data), size_(size) {}
  /// Takes a buffer over.
  static Bytes own(std::vector<uint8_t> buffer) {
    auto holder = std::make_shared<const std::vector<uint8_t>>(std::move(buffer));
    return Bytes(holder, holder->data(), holder->size());
  }
  static Bytes copyOf(std::string_view text) {
    return own(std::vector<uint8_t>(text.begin(), text.end()));
  }

  [[nodiscard]] const uint8_t* data() const { return data_; }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::span<const uint8_t> span() const { return {data_, size_}; }
  [[nodiscard]] std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }
  /// `length` bytes from `offset`, both clamped to what there is.
  [[nodiscard]] Bytes slice(size_t offset, size_t length) const {
    if (offset > size_) offset = size_;
    if (length > size_ - offset) length = size_ - offset;
    return Bytes(owner_, data_ + offset, length);
  }
  /// Whether both hold the same bytes (not the same memory).
  friend bool operator==(const Bytes& a, const Bytes& b) { return a.text() == b.text(); }

 private:
  std::shared_ptr<const void> owner_;
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace relaxscope

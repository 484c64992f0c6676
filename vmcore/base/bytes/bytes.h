// SPDX-License-Identifier: Apache-2.0
// A read-only byte range with its owner: a slice of a large file or of a buffer. Copies are cheap and slices copy
// nothing, so a 4 GB constant costs nothing until it is read.
//
// Bytes of a large file are loaded on request (ByteSource). The file is not memory-mapped, so a truncated file cannot
// raise a signal. data(), span() and text() load the whole slice and keep it in memory: slice to the needed range
// first. copyTo() and forEachPiece() keep nothing. Bytes that can no longer be read are zeros, and intact() then
// returns false.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace relaxscope {

/// Memory that is filled on request, piece by piece. Thread-safe.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;
  /// Fills `size` bytes at `at`, inside the source's memory; they do not change afterwards.
  virtual void fetch(const uint8_t* at, size_t size) const = 0;
  /// Copies bytes to `into` without keeping them. Returns false, and writes zeros, if they are no longer available.
  virtual bool copy(const uint8_t* at, size_t size, uint8_t* into) const = 0;
  /// Whether no change of the underlying file has been found so far.
  [[nodiscard]] virtual bool intact() const = 0;
  /// Announces that copy() will fill this untouched memory: the source may request large pages from the system, because
  /// faulting in small ones costs more than copying.
  virtual void expect(void*, size_t) const {}
};

class Bytes {
 public:
  Bytes() = default;
  /// A view of memory that `owner` keeps alive and unchanged.
  Bytes(std::shared_ptr<const void> owner, const uint8_t* data, size_t size)
      : owner_(std::move(owner)), data_(data), size_(size) {}
  /// A view into a source's memory.
  static Bytes from(std::shared_ptr<const ByteSource> source, const uint8_t* data, size_t size) {
    const ByteSource* raw = source.get();
    Bytes bytes(std::move(source), data, size);
    bytes.source_ = raw;
    return bytes;
  }
  /// Takes ownership of a buffer.
  static Bytes own(std::vector<uint8_t> buffer) {
    auto holder = std::make_shared<const std::vector<uint8_t>>(std::move(buffer));
    return Bytes(holder, holder->data(), holder->size());
  }
  static Bytes copyOf(std::string_view text) { return own(std::vector<uint8_t>(text.begin(), text.end())); }

  [[nodiscard]] const uint8_t* data() const {
    if (source_ != nullptr) source_->fetch(data_, size_);
    return data_;
  }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::span<const uint8_t> span() const { return {data(), size_}; }
  [[nodiscard]] std::string_view text() const { return {reinterpret_cast<const char*>(data()), size_}; }
  /// `length` bytes from `offset`, both clamped to the available range.
  [[nodiscard]] Bytes slice(size_t offset, size_t length) const {
    if (offset > size_) offset = size_;
    if (length > size_ - offset) length = size_ - offset;
    Bytes part(owner_, data_ + offset, length);
    part.source_ = source_;
    return part;
  }
  /// The first `length` bytes as text, or all if there are fewer.
  [[nodiscard]] std::string_view head(size_t length) const { return slice(0, length).text(); }
  /// Where the bytes are, whether read or not: slices of one file or buffer that are the same have the same.
  [[nodiscard]] const void* address() const { return data_; }
  /// The offset of this slice in `whole`.
  [[nodiscard]] size_t offsetIn(const Bytes& whole) const { return static_cast<size_t>(data_ - whole.data_); }

  /// Copies `into.size()` bytes from `offset`; they must exist. Returns false, and writes zeros, if the underlying file
  /// has changed.
  bool copyTo(size_t offset, std::span<uint8_t> into) const {
    if (into.empty()) return true;
    if (source_ != nullptr) return source_->copy(data_ + offset, into.size(), into.data());
    std::memcpy(into.data(), data_ + offset, into.size());
    return true;
  }
  /// For untouched memory that copyTo() will fill: see ByteSource::expect.
  void expect(void* memory, size_t size) const {
    if (source_ != nullptr) source_->expect(memory, size);
  }
  /// Calls `visit(std::span<const uint8_t>)` for each piece in order; all but the last have one mebibyte. A visitor
  /// that returns false stops it. Returns false, and passes zeros, if the underlying file has changed.
  template <class Visit>
  bool forEachPiece(Visit&& visit) const {
    constexpr size_t kPiece = size_t{1} << 20;
    std::vector<uint8_t> buffer(source_ != nullptr ? std::min(size_, kPiece) : 0);
    bool whole = true;
    for (size_t at = 0; at < size_; at += kPiece) {
      const size_t length = std::min(kPiece, size_ - at);
      if (source_ != nullptr && !source_->copy(data_ + at, length, buffer.data())) whole = false;
      const std::span<const uint8_t> piece(source_ != nullptr ? buffer.data() : data_ + at, length);
      if constexpr (std::is_void_v<decltype(visit(piece))>) visit(piece);
      else if (!visit(piece)) break;
    }
    return whole;
  }
  /// Whether the bytes are loaded on request only.
  [[nodiscard]] bool isLazy() const { return source_ != nullptr; }
  /// False once the underlying file was found changed: bytes not yet in memory then read as zeros.
  [[nodiscard]] bool intact() const { return source_ == nullptr || source_->intact(); }

  /// Compares contents, not addresses.
  friend bool operator==(const Bytes& a, const Bytes& b) { return a.size_ == b.size_ && a.text() == b.text(); }

 private:
  std::shared_ptr<const void> owner_;
  const ByteSource* source_ = nullptr;  ///< kept alive by owner_
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace relaxscope

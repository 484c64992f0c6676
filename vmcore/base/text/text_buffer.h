// SPDX-License-Identifier: Apache-2.0
// A flat buffer between writers of text and their sink: appends never allocate, text is flushed in pieces of 64 KiB,
// and a sink that returns false stops the writer. TextBuffer is for any writer; TextCursor is its counterpart for loops
// over millions of short pieces, with the write position in a register.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "vmcore/base/text/decimal.h"
#include "vmcore/base/text_sink.h"

namespace relaxscope {

class TextBuffer {
 public:
  static constexpr size_t kCapacity = 64 * 1024;

  explicit TextBuffer(const TextSink& sink) : sink_(sink), data_(new char[kCapacity]) {}
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;
  ~TextBuffer() { flush(); }

  /// True once the sink rejected a piece; later text is dropped.
  [[nodiscard]] bool stopped() const { return stopped_; }

  inline void append(std::string_view text);
  inline void append(char c);
  /// Decimal.
  inline void append(int64_t value);
  inline void append(uint64_t value);
  /// The shortest decimal form that parses back to the same value.
  void append(double value) {
    reserve(32);
    size_ = static_cast<size_t>(std::to_chars(data_.get() + size_, data_.get() + kCapacity, value).ptr - data_.get());
  }
  /// `value` with `digits` decimal places (at most 9).
  void appendFixed(double value, int digits) {
    reserve(400);  // at most 309 digits before the decimal point
    size_ = static_cast<size_t>(
        std::to_chars(data_.get() + size_, data_.get() + kCapacity, value, std::chars_format::fixed, digits).ptr -
        data_.get());
  }
  /// `count` spaces; none for counts below 1.
  inline void pad(int64_t count);
  /// Bytes appended so far, flushed ones included; differences are widths.
  [[nodiscard]] uint64_t written() const { return flushed_ + size_; }

  void flush() {
    if (size_ != 0 && !stopped_ && !sink_(std::string_view(data_.get(), size_))) stopped_ = true;
    flushed_ += size_;
    size_ = 0;
  }

 private:
  friend class TextCursor;
  void reserve(size_t bytes) {
    if (kCapacity - size_ < bytes) flush();
  }
  /// Makes room for `bytes` more after a cursor at `at`; returns the new position.
  [[gnu::noinline, gnu::cold]] char* makeRoom(const char* at, size_t bytes) {
    size_ = static_cast<size_t>(at - data_.get());
    reserve(bytes);
    return data_.get() + size_;
  }
  /// Appends text that does not fit after a cursor at `at` (possibly larger than the buffer); returns the new position.
  [[gnu::noinline, gnu::cold]] char* appendLong(const char* at, std::string_view text) {
    size_ = static_cast<size_t>(at - data_.get());
    flush();
    if (text.size() < kCapacity) {
      std::memcpy(data_.get(), text.data(), text.size());
      size_ = text.size();
    } else {
      if (!stopped_ && !sink_(text)) stopped_ = true;
      flushed_ += text.size();
    }
    return data_.get() + size_;
  }

  const TextSink& sink_;
  std::unique_ptr<char[]> data_;
  size_t size_ = 0;
  uint64_t flushed_ = 0;
  bool stopped_ = false;
};

/// A write position in a buffer, exclusive during its lifetime; the destructor updates the buffer. Everything is
/// inlined, so pieces known at compile time become single moves and the position cannot alias written bytes.
class TextCursor {
 public:
  [[gnu::always_inline]] explicit TextCursor(TextBuffer& buffer)
      : buffer_(buffer), at_(buffer.data_.get() + buffer.size_), end_(buffer.data_.get() + TextBuffer::kCapacity) {}
  TextCursor(const TextCursor&) = delete;
  TextCursor& operator=(const TextCursor&) = delete;
  [[gnu::always_inline]] ~TextCursor() { buffer_.size_ = static_cast<size_t>(at_ - buffer_.data_.get()); }

  [[gnu::always_inline]] void append(std::string_view text) {
    if (text.size() > left()) [[unlikely]] {
      at_ = buffer_.appendLong(at_, text);
      return;
    }
    copyShort(at_, text.data(), text.size());
    at_ += text.size();
  }
  [[gnu::always_inline]] void append(char c) {
    reserve(1);
    *at_++ = c;
  }
  [[gnu::always_inline]] void append(int64_t value) {
    reserve(kDecimalRoom);
    at_ = writeDecimal(at_, value);
  }
  [[gnu::always_inline]] void append(uint64_t value) {
    reserve(kDecimalRoom);
    at_ = writeDecimal(at_, value);
  }
  [[gnu::always_inline]] void pad(int64_t count) {
    constexpr int64_t kStep = 16;
    do {
      reserve(kStep);
      std::memset(at_, ' ', kStep);
      at_ += std::clamp<int64_t>(count, 0, kStep);
      count -= kStep;
    } while (count > 0);
  }
  [[nodiscard, gnu::always_inline]] uint64_t written() const {
    return buffer_.flushed_ + static_cast<uint64_t>(at_ - buffer_.data_.get());
  }

 private:
  [[nodiscard, gnu::always_inline]] size_t left() const { return static_cast<size_t>(end_ - at_); }
  [[gnu::always_inline]] void reserve(size_t bytes) {
    if (left() < bytes) [[unlikely]]
      at_ = buffer_.makeRoom(at_, bytes);
  }
  /// Most pieces are a few characters long, too short for a call to memcpy.
  [[gnu::always_inline]] static void copyShort(char* to, const char* from, size_t size) {
    if (size > 32) std::memcpy(to, from, size);
    else if (size >= 16) copyEnds<16>(to, from, size);
    else if (size >= 8) copyEnds<8>(to, from, size);
    else if (size >= 4) copyEnds<4>(to, from, size);
    else if (size >= 2) copyEnds<2>(to, from, size);
    else if (size == 1) *to = *from;
  }
  /// Copies `kPart` to 2 * `kPart` bytes as the first and the last `kPart` of them, which may overlap.
  template <size_t kPart>
  [[gnu::always_inline]] static void copyEnds(char* to, const char* from, size_t size) {
    std::memcpy(to, from, kPart);
    std::memcpy(to + size - kPart, from + size - kPart, kPart);
  }

  TextBuffer& buffer_;
  char* at_;
  char* const end_;
};

inline void TextBuffer::append(std::string_view text) { TextCursor(*this).append(text); }
inline void TextBuffer::append(char c) { TextCursor(*this).append(c); }
inline void TextBuffer::append(int64_t value) { TextCursor(*this).append(value); }
inline void TextBuffer::append(uint64_t value) { TextCursor(*this).append(value); }
inline void TextBuffer::pad(int64_t count) { TextCursor(*this).pad(count); }

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// A flat buffer between writers of text and their sink: appends never allocate, text leaves in pieces of
// 64 KiB, and a sink that has had enough stops the writer.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "vmcore/base/text_sink.h"

namespace relaxscope {

class TextBuffer {
 public:
  static constexpr size_t kCapacity = 64 * 1024;

  explicit TextBuffer(const TextSink& sink) : sink_(sink), data_(new char[kCapacity]) {}
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;
  ~TextBuffer() { flush(); }

  /// True once the sink refused a piece; what is appended then is dropped.
  [[nodiscard]] bool stopped() const { return stopped_; }

  void append(std::string_view text) {
    if (text.size() > kCapacity - size_) {
      appendLong(text);
      return;
    }
    copyShort(data_.get() + size_, text.data(), text.size());
    size_ += text.size();
  }
  void append(char c) {
    if (size_ == kCapacity) flush();
    data_[size_++] = c;
  }
  /// Decimal.
  void append(int64_t value) {
    reserve(24);
    if (static_cast<uint64_t>(value) < 1000) {   // registers, most indices
      char* to = data_.get() + size_;
      const auto small = static_cast<uint32_t>(value);
      if (small >= 100) *to++ = static_cast<char>('0' + small / 100);
      if (small >= 10) *to++ = static_cast<char>('0' + small / 10 % 10);
      *to++ = static_cast<char>('0' + small % 10);
      size_ = static_cast<size_t>(to - data_.get());
      return;
    }
    size_ = static_cast<size_t>(std::to_chars(data_.get() + size_, data_.get() + kCapacity, value).ptr - data_.get());
  }
  void append(uint64_t value) {
    reserve(24);
    size_ = static_cast<size_t>(std::to_chars(data_.get() + size_, data_.get() + kCapacity, value).ptr - data_.get());
  }
  /// The shortest decimal form that reads back.
  void append(double value) {
    reserve(32);
    size_ = static_cast<size_t>(std::to_chars(data_.get() + size_, data_.get() + kCapacity, value).ptr - data_.get());
  }
  /// `value` with `digits` decimal places (at most 9).
  void appendFixed(double value, int digits) {
    reserve(400);  // 309 digits before the point are the most
    size_ = static_cast<size_t>(std::to_chars(data_.get() + size_, data_.get() + kCapacity, value, std::chars_format::fixed, digits).ptr - data_.get());
  }
  /// Blanks, `count` of them; none for counts below 1.
  void pad(int64_t count) {
    constexpr std::string_view kBlanks = "                ";
    for (; count > 0; count -= static_cast<int64_t>(kBlanks.size())) append(kBlanks.substr(0, static_cast<size_t>(count)));
  }
  /// Bytes appended so far, flushed ones included: differences are widths.
  [[nodiscard]] uint64_t written() const { return flushed_ + size_; }

  void flush() {
    if (size_ != 0 && !stopped_ && !sink_(std::string_view(data_.get(), size_))) stopped_ = true;
    flushed_ += size_;
    size_ = 0;
  }

 private:
  /// Most pieces are a few characters long, too short for a call of memcpy.
  static void copyShort(char* to, const char* from, size_t size) {
    if (size > 16) {
      std::memcpy(to, from, size);
    } else if (size >= 8) {
      std::memcpy(to, from, 8);
      std::memcpy(to + size - 8, from + size - 8, 8);
    } else if (size >= 4) {
      std::memcpy(to, from, 4);
      std::memcpy(to + size - 4, from + size - 4, 4);
    } else {
      for (size_t i = 0; i < size; ++i) to[i] = from[i];
    }
  }
  void reserve(size_t bytes) {
    if (kCapacity - size_ < bytes) flush();
  }
  void appendLong(std::string_view text) {
    flush();
    if (text.size() < kCapacity) {
      append(text);
      return;
    }
    if (!stopped_ && !sink_(text)) stopped_ = true;
    flushed_ += text.size();
  }

  const TextSink& sink_;
  std::unique_ptr<char[]> data_;
  size_t size_ = 0;
  uint64_t flushed_ = 0;
  bool stopped_ = false;
};

}  // namespace relaxscope

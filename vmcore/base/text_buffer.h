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
    std::memcpy(data_.get() + size_, text.data(), text.size());
    size_ += text.size();
  }
  void append(char c) {
    if (size_ == kCapacity) flush();
    data_[size_++] = c;
  }
  /// Decimal.
  void append(int64_t value) {
    reserve(24);
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
    for (; count > 0; --count) append(' ');
  }
  /// Bytes appended so far, flushed ones included: differences are widths.
  [[nodiscard]] uint64_t written() const { return flushed_ + size_; }

  void flush() {
    if (size_ != 0 && !stopped_ && !sink_(std::string_view(data_.get(), size_))) stopped_ = true;
    flushed_ += size_;
    size_ = 0;
  }

 private:
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

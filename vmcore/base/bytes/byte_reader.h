// SPDX-License-Identifier: Apache-2.0
// The only code that touches raw input: little-endian, unaligned, bounds-checked. Every count is compared with the
// remaining bytes before any allocation. Primitive encodings are those of dmlc streams as TVM writes them (u64 counts
// and lengths, no padding). Of large files only the bytes that are read enter memory, through a window of at most 128
// KiB; skipped bytes stay on disk.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/bytes/words.h"
#include "vmcore/base/result.h"

namespace relaxscope {

class ByteReader {
 public:
  /// Reads `bytes`; `base` is the file offset of the first byte, for messages.
  explicit ByteReader(Bytes bytes, uint64_t base = 0)
      : bytes_(std::move(bytes)), base_(base), memory_(bytes_.isLazy() ? nullptr : bytes_.data()) {}

  [[nodiscard]] size_t position() const { return position_; }
  /// Position in the file: base plus position.
  [[nodiscard]] uint64_t fileOffset() const { return base_ + position_; }
  [[nodiscard]] size_t remaining() const { return bytes_.size() - position_; }
  [[nodiscard]] bool atEnd() const { return remaining() == 0; }
  /// Notes that an item ends here and all before is decoded: what can be shown if a later item is damaged.
  void settle() { settled_ = position_; }
  [[nodiscard]] size_t settled() const { return settled_; }

  /// One fixed-width number; `what` names it in the error.
  template <class T>
  Result<T> read(std::string_view what) {
    static_assert(std::is_arithmetic_v<T>);
    if (remaining() < sizeof(T)) return shortRead(what, sizeof(T));
    T value;
    std::memcpy(&value, here(sizeof(T)), sizeof(T));
    position_ += sizeof(T);
    return value;
  }
  /// A u64 count of elements of at least `minElementBytes` each; an error if fewer bytes remain.
  Result<uint64_t> readCount(std::string_view what, size_t minElementBytes);
  /// u64 length, then that many bytes; a slice, no copy.
  Result<Bytes> readSized(std::string_view what);
  /// As readSized, copied into a string (any bytes, NUL included).
  Result<std::string> readString(std::string_view what);
  /// Exactly `count` bytes; a slice, no copy.
  Result<Bytes> readBytes(uint64_t count, std::string_view what);
  /// u64 count, then that many i64.
  Result<std::vector<int64_t>> readI64Vector(std::string_view what);
  /// As readI64Vector, but a view if the bytes are in memory.
  Result<Words> readWords(std::string_view what);
  /// `count` i64 values without a preceding count.
  Result<std::vector<int64_t>> readI64s(uint64_t count, std::string_view what);
  /// An error at the current file offset.
  [[nodiscard]] Error errorHere(std::string message) const { return Error(std::move(message), fileOffset()); }

 private:
  [[nodiscard]] Error shortRead(std::string_view what, uint64_t wanted) const;
  /// The same for what follows its own length, which is the wrong field.
  [[nodiscard]] Error shortSized(std::string_view what, uint64_t wanted) const;
  /// The next `size` bytes, which must be available and fit into the window.
  [[nodiscard]] const uint8_t* here(size_t size) {
    if (memory_ != nullptr) return memory_ + position_;
    if (position_ + size > windowEnd_) fillWindow(size);
    return window_->data() + (position_ - windowBegin_);
  }
  void fillWindow(size_t size);
  /// Copies the next bytes, any number of them; they must be available.
  void copyHere(std::span<uint8_t> into);

  Bytes bytes_;
  uint64_t base_ = 0;
  size_t position_ = 0, settled_ = 0;
  const uint8_t* memory_ = nullptr;                     ///< all bytes; null if they are read through the window
  std::shared_ptr<const std::vector<uint8_t>> window_;  ///< shared by copies of the reader
  size_t windowBegin_ = 0, windowEnd_ = 0;
};

}  // namespace relaxscope

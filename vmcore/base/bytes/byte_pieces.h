// SPDX-License-Identifier: Apache-2.0
// Output as a list of pieces: small ones are owned, large ones stay in the source until they are written. Writing a
// file of gigabytes from another one therefore takes a few kilobytes of memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/bytes/words.h"
#include "vmcore/base/text_sink.h"

namespace relaxscope {

class BytePieces {
 public:
  BytePieces() = default;
  explicit BytePieces(Bytes piece) { add(std::move(piece)); }
  static BytePieces own(std::vector<uint8_t> buffer) { return BytePieces(Bytes::own(std::move(buffer))); }

  void add(Bytes piece) {
    size_ += piece.size();
    if (!piece.empty()) pieces_.push_back(std::move(piece));
  }
  void add(const BytePieces& other) {
    for (const Bytes& piece : other.pieces_) add(piece);
  }
  [[nodiscard]] uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// Calls `visit(std::span<const uint8_t>)` for each piece; a visitor that returns false stops it. Returns false if an
  /// underlying file has changed.
  template <class Visit>
  bool forEachPiece(Visit&& visit) const {
    bool whole = true, wanted = true;
    for (const Bytes& piece : pieces_) {
      if (!wanted) break;
      whole = piece.forEachPiece([&](std::span<const uint8_t> part) { return wanted = visit(part); }) && whole;
    }
    return whole;
  }
  /// Streams the pieces; stops when the sink returns false. Returns false if an underlying file has changed.
  bool write(const TextSink& sink) const {
    return forEachPiece(
        [&](std::span<const uint8_t> part) { return sink({reinterpret_cast<const char*>(part.data()), part.size()}); });
  }
  /// All pieces copied into one buffer.
  [[nodiscard]] std::vector<uint8_t> bytes() const {
    std::vector<uint8_t> all;
    all.reserve(static_cast<size_t>(size_));
    forEachPiece([&](std::span<const uint8_t> part) {
      all.insert(all.end(), part.begin(), part.end());
      return true;
    });
    return all;
  }

 private:
  std::vector<Bytes> pieces_;
  uint64_t size_ = 0;
};

/// ByteWriter's encodings as pieces: large Bytes are not copied.
class PieceWriter {
 public:
  /// `owner`, if given, keeps all numbers passed to writeI64Vector alive, so that they are not copied either.
  explicit PieceWriter(std::shared_ptr<const void> owner = nullptr) : owner_(std::move(owner)) {}
  template <class T>
  void write(T value) {
    static_assert(std::is_arithmetic_v<T>);
    append(&value, sizeof(T));
  }
  void writeBytes(std::span<const uint8_t> bytes) { append(bytes.data(), bytes.size()); }
  void writeBytes(const Bytes& bytes) {
    if (bytes.size() <= kCopied) {
      bytes.forEachPiece([&](std::span<const uint8_t> piece) { append(piece.data(), piece.size()); });
      return;
    }
    flush();
    pieces_.add(bytes);
  }
  void writeBytes(const BytePieces& pieces) {
    flush();
    pieces_.add(pieces);
  }
  /// u64 length, then the bytes.
  void writeString(std::string_view text) {
    write<uint64_t>(text.size());
    append(text.data(), text.size());
  }
  /// u64 count, then the numbers.
  void writeI64Vector(WordView values) {
    write<uint64_t>(values.size());
    if (owner_ == nullptr) return append(values.bytes().data(), values.bytes().size());
    writeBytes(Bytes(owner_, values.bytes().data(), values.bytes().size()));
  }
  [[nodiscard]] size_t size() const { return static_cast<size_t>(pieces_.size()) + buffer_.size(); }
  [[nodiscard]] BytePieces take() {
    flush();
    return std::move(pieces_);
  }

 private:
  static constexpr size_t kCopied = 4096;
  void append(const void* data, size_t size) {
    const auto* first = static_cast<const uint8_t*>(data);
    buffer_.insert(buffer_.end(), first, first + size);
  }
  void flush() {
    if (!buffer_.empty()) pieces_.add(Bytes::own(std::exchange(buffer_, {})));
  }
  std::shared_ptr<const void> owner_;
  BytePieces pieces_;
  std::vector<uint8_t> buffer_;
};

}  // namespace relaxscope

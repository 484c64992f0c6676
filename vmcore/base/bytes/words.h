// SPDX-License-Identifier: Apache-2.0
// The 64-bit words of a code section. A section in memory is read in place, at any alignment, so that a program of a
// hundred megabytes is not stored twice. Little-endian, as in files.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope {

/// A view of words at any address; non-owning. Indices are not checked, as in std::span.
class WordView {
 public:
  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = int64_t;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = int64_t;

    Iterator() = default;
    explicit Iterator(const uint8_t* at) : at_(at) {}
    int64_t operator*() const { return WordView::load(at_); }
    int64_t operator[](difference_type i) const { return *(*this + i); }
    Iterator& operator+=(difference_type n) { return at_ += n * kBytes, *this; }
    Iterator& operator-=(difference_type n) { return *this += -n; }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this += -1; }
    Iterator operator++(int) { return std::exchange(*this, *this + 1); }
    Iterator operator--(int) { return std::exchange(*this, *this - 1); }
    friend Iterator operator+(Iterator a, difference_type n) { return a += n; }
    friend Iterator operator+(difference_type n, Iterator a) { return a += n; }
    friend Iterator operator-(Iterator a, difference_type n) { return a -= n; }
    friend difference_type operator-(Iterator a, Iterator b) { return (a.at_ - b.at_) / kBytes; }
    friend auto operator<=>(Iterator, Iterator) = default;

   private:
    static constexpr difference_type kBytes = sizeof(int64_t);
    const uint8_t* at_ = nullptr;
  };
  using value_type = int64_t;
  using iterator = Iterator;
  using const_iterator = Iterator;

  WordView() = default;
  WordView(const uint8_t* bytes, size_t count) : bytes_(bytes), count_(count) {}
  WordView(std::span<const int64_t> words) : WordView(reinterpret_cast<const uint8_t*>(words.data()), words.size()) {}
  WordView(const std::vector<int64_t>& words) : WordView(std::span(words)) {}

  [[nodiscard]] int64_t operator[](size_t i) const { return load(bytes_ + i * sizeof(int64_t)); }
  [[nodiscard]] int64_t back() const { return (*this)[count_ - 1]; }
  [[nodiscard]] size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] Iterator begin() const { return Iterator(bytes_); }
  [[nodiscard]] Iterator end() const { return Iterator(bytes_ + count_ * sizeof(int64_t)); }
  /// The words in file representation.
  [[nodiscard]] std::span<const uint8_t> bytes() const { return {bytes_, count_ * sizeof(int64_t)}; }
  [[nodiscard]] WordView first(size_t count) const { return {bytes_, count}; }
  [[nodiscard]] WordView subspan(size_t from) const { return subspan(from, count_ - from); }
  [[nodiscard]] WordView subspan(size_t from, size_t count) const { return {bytes_ + from * sizeof(int64_t), count}; }
  [[nodiscard]] std::vector<int64_t> copy() const { return {begin(), end()}; }

  friend bool operator==(WordView a, WordView b) {
    return a.count_ == b.count_ && (a.count_ == 0 || std::memcmp(a.bytes_, b.bytes_, a.count_ * sizeof(int64_t)) == 0);
  }

 private:
  static int64_t load(const uint8_t* at) {
    int64_t word;
    std::memcpy(&word, at, sizeof(word));
    return word;
  }

  const uint8_t* bytes_ = nullptr;
  size_t count_ = 0;
};

/// Words with their owner: a list of its own, or bytes of a file, which are copied on the first edit.
class Words {
 public:
  using value_type = int64_t;
  using iterator = WordView::Iterator;
  using const_iterator = WordView::Iterator;

  Words() = default;
  Words(std::vector<int64_t> words) : own_(std::move(words)) {}
  Words(std::initializer_list<int64_t> words) : own_(words) {}
  /// The words in `bytes`, eight bytes each; the bytes must be in memory (not Bytes::isLazy).
  static Words in(Bytes bytes) {
    Words words;
    words.bytes_ = std::move(bytes);
    return words;
  }

  [[nodiscard]] WordView view() const {
    return bytes_.empty() ? WordView(own_) : WordView(bytes_.data(), bytes_.size() / sizeof(int64_t));
  }
  operator WordView() const { return view(); }
  /// The list, for modification. Existing views do not see the changes.
  [[nodiscard]] std::vector<int64_t>& edit() {
    if (!bytes_.empty()) own_ = view().copy(), bytes_ = {};
    return own_;
  }
  void append(const std::vector<int64_t>& more) { edit().insert(own_.end(), more.begin(), more.end()); }

  [[nodiscard]] int64_t operator[](size_t i) const { return view()[i]; }
  [[nodiscard]] size_t size() const { return view().size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] iterator begin() const { return view().begin(); }
  [[nodiscard]] iterator end() const { return view().end(); }

  friend bool operator==(const Words& a, const Words& b) { return a.view() == b.view(); }

 private:
  std::vector<int64_t> own_;
  Bytes bytes_;  ///< empty if the words are in own_
};

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// A map from numbers to small values that is cheap to copy: one block of memory, without an order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace relaxscope::memory {

template <class Key, class Value>
class FlatMap {
 public:
  FlatMap() = default;
  FlatMap(FlatMap&& other) noexcept : slots_(std::move(other.slots_)), size_(std::exchange(other.size_, 0)) {}
  FlatMap& operator=(FlatMap&& other) noexcept {
    slots_ = std::move(other.slots_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  /// A copy of a map that was much larger is small.
  FlatMap(const FlatMap& other) {
    if (other.slots_.size() <= kLeast || other.size_ * 8 >= other.slots_.size()) {
      slots_ = other.slots_;
      size_ = other.size_;
      return;
    }
    other.forEach([&](Key key, const Value& value) { (*this)[key] = value; });
  }
  FlatMap& operator=(const FlatMap& other) {
    if (this != &other) *this = FlatMap(other);
    return *this;
  }
  ~FlatMap() = default;

  [[nodiscard]] size_t size() const { return size_; }
  /// Null if there is none; valid until the map is changed.
  [[nodiscard]] const Value* find(Key key) const {
    if (slots_.empty()) return nullptr;
    for (size_t at = home(key);; at = next(at)) {
      if (!slots_[at].used) return nullptr;
      if (slots_[at].key == key) return &slots_[at].value;
    }
  }
  [[nodiscard]] Value* find(Key key) { return const_cast<Value*>(std::as_const(*this).find(key)); }
  /// Adds Value() if there is none.
  Value& operator[](Key key) {
    if (slots_.size() * 3 <= (size_ + 1) * 4) grow();
    size_t at = home(key);
    while (slots_[at].used && slots_[at].key != key) at = next(at);
    if (!slots_[at].used) {
      slots_[at] = {key, Value(), true};
      ++size_;
    }
    return slots_[at].value;
  }
  /// Does nothing if there is none.
  void erase(Key key) {
    if (slots_.empty()) return;
    size_t hole = home(key);
    while (slots_[hole].used && slots_[hole].key != key) hole = next(hole);
    if (!slots_[hole].used) return;
    slots_[hole].used = false;
    --size_;
    // What was put off by the slot moves up.
    for (size_t at = next(hole); slots_[at].used; at = next(at)) {
      const size_t from = home(slots_[at].key);
      if (((at - from) & (slots_.size() - 1)) < ((at - hole) & (slots_.size() - 1))) continue;
      slots_[hole] = slots_[at];
      slots_[at].used = false;
      hole = at;
    }
  }
  template <class Visit>
  void forEach(Visit&& visit) const {
    for (const Slot& slot : slots_)
      if (slot.used) visit(slot.key, slot.value);
  }

 private:
  static constexpr size_t kLeast = 16;
  struct Slot {
    Key key{};
    Value value{};
    bool used = false;
  };
  [[nodiscard]] size_t home(Key key) const {
    return static_cast<size_t>((static_cast<uint64_t>(key) * 0x9E3779B97F4A7C15ULL) >> 32) & (slots_.size() - 1);
  }
  [[nodiscard]] size_t next(size_t at) const { return (at + 1) & (slots_.size() - 1); }
  void grow() {
    std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(slots_.empty() ? kLeast : slots_.size() * 2));
    size_ = 0;
    for (Slot& slot : before)
      if (slot.used) (*this)[slot.key] = std::move(slot.value);
  }

  std::vector<Slot> slots_;  ///< a power of two
  size_t size_ = 0;
};

}  // namespace relaxscope::memory

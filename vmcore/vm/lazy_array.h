// SPDX-License-Identifier: Apache-2.0
// A zero-initialised array whose pages are committed on first access: sized for a whole program, at the cost of the
// part in use. It never moves, so current activations may keep pointers into it.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace relaxscope {

template <class T>
class LazyArray {
  static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>,
                "elements must be trivially copyable and destructible");

 public:
  LazyArray() = default;
  /// `count` elements of zero bytes. Throws std::bad_alloc if the system has no memory for them.
  explicit LazyArray(size_t count) : size_(count) {
    if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
    if (bytes() >= kMapped) {
      void* const memory =
          mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED) throw std::bad_alloc();
      data_ = static_cast<T*>(memory);
    } else if (count != 0) {
      data_ = static_cast<T*>(std::calloc(count, sizeof(T)));
      if (data_ == nullptr) throw std::bad_alloc();
    }
  }
  ~LazyArray() {
    if (bytes() >= kMapped) munmap(data_, bytes());
    else std::free(data_);
  }
  LazyArray(LazyArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  LazyArray& operator=(LazyArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }

 private:
  /// Below this size in bytes, clearing memory is cheaper than mapping it.
  static constexpr size_t kMapped = size_t{128} << 10;
  [[nodiscard]] size_t bytes() const { return size_ * sizeof(T); }

  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace relaxscope

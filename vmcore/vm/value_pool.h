// SPDX-License-Identifier: Apache-2.0
// Operands that are not registers: constants, functions, None, the VM and, as functions are decoded, the immediates of
// their calls. Items are stored backwards, item k at end()[-1 - k], so that an operand is one signed number.
#pragma once

#include <tvm/ffi/any.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace relaxscope {

class ValuePool {
 public:
  ValuePool() = default;
  /// Initial items, which the pool owns.
  explicit ValuePool(std::vector<tvm::ffi::Any> items);

  /// The operand of item k.
  static constexpr int32_t operandOf(uint32_t item) { return -1 - static_cast<int32_t>(item); }
  /// The operand of a number; equal numbers share one item. May change end().
  int32_t operandOfNumber(int64_t value);
  [[nodiscard]] uint32_t size() const { return size_; }
  /// The initial items.
  [[nodiscard]] const std::vector<tvm::ffi::Any>& owned() const { return owned_; }
  /// Base address of operands. Previous values stay readable during the pool's lifetime, as activations that began
  /// before a function was decoded use them until they enter another frame.
  [[nodiscard]] const TVMFFIAny* end() const { return end_; }

 private:
  void grow(size_t room);
  [[nodiscard]] size_t placeOf(int64_t value) const {
    return (static_cast<uint64_t>(value) * 0x9E3779B97F4A7C15ULL >> 32) & (numbers_.size() - 1);
  }
  void spreadNumbers();

  std::vector<tvm::ffi::Any> owned_;
  std::vector<std::unique_ptr<TVMFFIAny[]>> blocks_;  ///< views of the items; the last is in use
  const TVMFFIAny* end_ = nullptr;
  TVMFFIAny* next_ = nullptr;  ///< the next item is stored just below this address
  uint32_t size_ = 0;
  std::vector<int32_t> numbers_;  ///< operands of numbers by value, open addressing; 0 is empty
  size_t used_ = 0;               ///< of numbers_
};

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// What arguments name that is not a register: constants, functions, None, the machine and, as functions are decoded,
// the immediates of their calls. Items lie backwards, item k at end()[-1 - k], so that an operand is one signed number.
#pragma once

#include <tvm/ffi/any.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace relaxscope {

class ValuePool {
 public:
  ValuePool() = default;
  /// Begins with `items`, which it keeps alive.
  explicit ValuePool(std::vector<tvm::ffi::Any> items);

  /// The operand of item k.
  static constexpr int32_t operandOf(uint32_t item) { return -1 - static_cast<int32_t>(item); }
  /// The operand of a number, one item for all that are equal. end() may change.
  int32_t operandOfNumber(int64_t value);
  [[nodiscard]] uint32_t size() const { return size_; }
  /// What it began with.
  [[nodiscard]] const std::vector<tvm::ffi::Any>& owned() const { return owned_; }
  /// Where operands count from. What it was before can be read as long as the pool lives: activations that began
  /// before a function was decoded go on with it until they enter another.
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
  TVMFFIAny* next_ = nullptr;  ///< behind which the next item goes: they grow towards lower addresses
  uint32_t size_ = 0;
  std::vector<int32_t> numbers_;  ///< operands of numbers by value, open addressing; 0 is empty
  size_t used_ = 0;               ///< of numbers_
};

}  // namespace relaxscope

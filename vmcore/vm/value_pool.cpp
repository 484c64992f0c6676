// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/value_pool.h"

#include <algorithm>
#include <utility>

#include "vmcore/vm/ffi.h"

namespace relaxscope {

ValuePool::ValuePool(std::vector<ffi::Any> items) : owned_(std::move(items)) {
  grow(owned_.size());
  for (const ffi::Any& item : owned_) *--next_ = ffi::AnyView(item).CopyToTVMFFIAny();
  size_ = static_cast<uint32_t>(owned_.size());
}

void ValuePool::grow(size_t room) {
  auto block = std::make_unique<TVMFFIAny[]>(room);
  TVMFFIAny* const end = block.get() + room;
  if (size_ != 0) std::copy(next_, next_ + size_, end - size_);
  blocks_.push_back(std::move(block));
  end_ = end;
  next_ = end - size_;
}

int32_t ValuePool::operandOfNumber(int64_t value) {
  if (2 * used_ >= numbers_.size()) spreadNumbers();
  size_t place = placeOf(value);
  for (; numbers_[place] != 0; place = (place + 1) & (numbers_.size() - 1))
    if (end_[numbers_[place]].v_int64 == value) return numbers_[place];
  if (blocks_.empty() || next_ == blocks_.back().get()) grow(std::max<size_t>(2 * size_t{size_}, 64));
  --next_;
  next_->type_index = ffi::TypeIndex::kTVMFFIInt;
  next_->v_int64 = value;
  ++used_;
  return numbers_[place] = operandOf(size_++);
}

void ValuePool::spreadNumbers() {
  const std::vector<int32_t> before =
      std::exchange(numbers_, std::vector<int32_t>(std::max<size_t>(4 * numbers_.size(), 64)));
  for (const int32_t operand : before) {
    if (operand == 0) continue;
    size_t place = placeOf(end_[operand].v_int64);
    while (numbers_[place] != 0) place = (place + 1) & (numbers_.size() - 1);
    numbers_[place] = operand;
  }
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/value_pool.h"

#include <gtest/gtest.h>
#include <tvm/ffi/string.h>

#include <random>
#include <unordered_map>

#include "vmcore/vm/lazy_array.h"

namespace relaxscope {
namespace {

namespace ffi = tvm::ffi;

TEST(ValuePool, KeepsItsItemsAndOneOfEachNumber) {
  const ffi::String text("a string too long to lie in a value itself");
  ValuePool pool({ffi::Any(text), ffi::Any(int64_t{7}), ffi::Any(nullptr)});
  ASSERT_EQ(pool.size(), 3u);
  EXPECT_EQ(pool.end()[ValuePool::operandOf(0)].v_obj, ffi::AnyView(text).CopyToTVMFFIAny().v_obj);
  const TVMFFIAny* const before = pool.end();
  std::unordered_map<int64_t, int32_t> known;
  std::mt19937_64 random(3);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = static_cast<int64_t>(i % 3 == 0 ? random() : random() % 5000) - 2500;
    const int32_t operand = pool.operandOfNumber(value);
    EXPECT_EQ(known.emplace(value, operand).first->second, operand);
    EXPECT_EQ(pool.end()[operand].type_index, ffi::TypeIndex::kTVMFFIInt);
    EXPECT_EQ(pool.end()[operand].v_int64, value);
  }
  for (const auto& [value, operand] : known) ASSERT_EQ(pool.end()[operand].v_int64, value);
  EXPECT_EQ(pool.size(), 3 + known.size());
  EXPECT_NE(pool.operandOfNumber(7), ValuePool::operandOf(1))
      << "a constant that happens to be a number is no number of the code";
  // Pointers obtained before the pool grew remain valid.
  EXPECT_NE(pool.end(), before);
  EXPECT_EQ(before[ValuePool::operandOf(1)].v_int64, 7);
  EXPECT_EQ(before[ValuePool::operandOf(0)].v_obj, pool.end()[ValuePool::operandOf(0)].v_obj);
}

TEST(ValuePool, BeginsWithNothing) {
  ValuePool pool;
  const int32_t operand = pool.operandOfNumber(INT64_MIN);
  EXPECT_EQ(operand, -1);
  EXPECT_EQ(pool.end()[operand].v_int64, INT64_MIN);
}

TEST(LazyArray, BeginsAsZerosOfAnySize) {
  for (const size_t count : {size_t{0}, size_t{3}, size_t{1} << 14, size_t{1} << 20}) {
    LazyArray<int64_t> array(count);
    ASSERT_EQ(array.size(), count);
    for (size_t i = 0; i < count; ++i) ASSERT_EQ(array[i], 0);
    if (count == 0) continue;
    array[count - 1] = 5;
    LazyArray<int64_t> taken = std::move(array);
    EXPECT_EQ(taken[count - 1], 5);
    EXPECT_EQ(array.size(), 0u);  // NOLINT(bugprone-use-after-move)
  }
  EXPECT_THROW(LazyArray<int64_t>(SIZE_MAX / 2), std::bad_alloc);
}

}  // namespace
}  // namespace relaxscope

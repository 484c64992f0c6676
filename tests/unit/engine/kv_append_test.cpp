// SPDX-License-Identifier: Apache-2.0
// The simple KV cache of one sequence.
#include "tests/unit/engine/kv_kernels.h"

namespace relaxscope::testing {
namespace {

TEST(AppendKvCache, GrowsAndIsSeenWhereItLies) {
  KvCaller call;
  const ffi::Any cache = call("attention_kv_cache_create", {makeFloats({1, 2}, {1, 2}), ints({2, 2}), int64_t{-1}});
  call("attention_kv_cache_append", {cache, makeFloats({3, 2}, {3, 4, 5, 6, 7, 8})});
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {cache, ints({4, 2})})), (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
  call("attention_kv_cache_array_popn", {ffi::Array<ffi::Any>{cache}, int64_t{2}});
  call("attention_kv_cache_update", {cache, makeFloats({2, 2}, {9, 9, 8, 8})});
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {cache})), (std::vector<float>{9, 9, 8, 8}));
  call("attention_kv_cache_array_clear", {ffi::Array<ffi::Any>{cache}});
  EXPECT_EQ(dimsOf(call("attention_kv_cache_view", {cache})), (std::vector<int64_t>{0, 2}));
  EXPECT_TRUE(call.fails("ValueError", "have shape [0, 2], not [1, 2]", "attention_kv_cache_view", {cache, ints({1, 2})}));
  EXPECT_TRUE(call.fails("ValueError", "cannot lose 1", "attention_kv_cache_array_popn", {ffi::Array<ffi::Any>{cache}, int64_t{1}}));
  EXPECT_TRUE(call.fails("ValueError", "has shape [1, 3]", "attention_kv_cache_append", {cache, makeFloats({1, 3}, {1, 2, 3})}));
  EXPECT_TRUE(call.fails("TypeError", "is a int64 tensor", "attention_kv_cache_append", {cache, makeInts({1, 2}, {1, 2})}));
  EXPECT_TRUE(call.fails("ValueError", "2 rows for the 0 in use", "attention_kv_cache_update", {cache, makeFloats({2, 2}, {9, 9, 8, 8})}));
  EXPECT_TRUE(call.fails("ValueError", "7 rows in use, room for 2", "attention_kv_cache_create", {makeFloats({1, 2}, {1, 2}), ints({2, 2}), int64_t{7}}));
}

TEST(AppendKvCache, GoesRoundInAWindowBehindItsSinks) {
  KvCaller call;
  const ffi::Any cache = call("attention_kv_cache_create", {makeFloats({0, 1}, {}), ints({1, 1}), int64_t{0}});
  const auto put = [&](std::vector<float> rows) {
    const auto count = static_cast<int64_t>(rows.size());
    call("attention_kv_cache_window_override_with_sinks", {cache, makeFloats({count, 1}, std::move(rows)), int64_t{4}, int64_t{1}});
    return floatsOf(call("attention_kv_cache_view", {cache}));
  };
  EXPECT_EQ(put({1, 2, 3}), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(put({4, 5}), (std::vector<float>{1, 5, 3, 4}));
  EXPECT_EQ(put({6, 7, 8}), (std::vector<float>{1, 8, 6, 7}));
  EXPECT_TRUE(call.fails("ValueError", "do not fit in a window of 4 with 1 sinks", "attention_kv_cache_window_override_with_sinks",
                         {cache, makeFloats({4, 1}, {1, 2, 3, 4}), int64_t{4}, int64_t{1}}));
  EXPECT_TRUE(call.fails("ValueError", "more than a window of 2", "attention_kv_cache_window_override", {cache, makeFloats({1, 1}, {1}), int64_t{2}}));
}

}  // namespace
}  // namespace relaxscope::testing

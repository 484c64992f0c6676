// SPDX-License-Identifier: Apache-2.0
// The simple KV cache of one sequence.
#include "tests/unit/vm/kv_kernels.h"
#include "vmcore/vm/engine.h"

namespace relaxscope::testing {
namespace {

TEST(AppendKvCache, GrowsAndIsSeenWhereItLies) {
  KvCaller call;
  const ffi::Any cache = call("attention_kv_cache_create", {makeFloats({1, 2}, {1, 2}), ints({2, 2}), int64_t{-1}});
  call("attention_kv_cache_append", {cache, makeFloats({3, 2}, {3, 4, 5, 6, 7, 8})});
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {cache, ints({4, 2})})),
            (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
  call("attention_kv_cache_array_popn", {ffi::Array<ffi::Any>{cache}, int64_t{2}});
  call("attention_kv_cache_update", {cache, makeFloats({2, 2}, {9, 9, 8, 8})});
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {cache})), (std::vector<float>{9, 9, 8, 8}));
  call("attention_kv_cache_array_clear", {ffi::Array<ffi::Any>{cache}});
  EXPECT_EQ(dimsOf(call("attention_kv_cache_view", {cache})), (std::vector<int64_t>{0, 2}));
  EXPECT_TRUE(
      call.fails("InternalError", "have shape [0, 2], not [1, 2]", "attention_kv_cache_view", {cache, ints({1, 2})}));
  EXPECT_TRUE(call.fails("InternalError", "cannot remove 1", "attention_kv_cache_array_popn",
                         {ffi::Array<ffi::Any>{cache}, int64_t{1}}));
  EXPECT_TRUE(call.fails("InternalError", "has shape [1, 3]", "attention_kv_cache_append",
                         {cache, makeFloats({1, 3}, {1, 2, 3})}));
  EXPECT_TRUE(
      call.fails("InternalError", "is a int64 tensor", "attention_kv_cache_append", {cache, makeInts({1, 2}, {1, 2})}));
  EXPECT_TRUE(call.fails("InternalError", "2 rows for the 0 in use", "attention_kv_cache_update",
                         {cache, makeFloats({2, 2}, {9, 9, 8, 8})}));
  EXPECT_TRUE(call.fails("InternalError", "7 rows in use, capacity 2", "attention_kv_cache_create",
                         {makeFloats({1, 2}, {1, 2}), ints({2, 2}), int64_t{7}}));
}

TEST(AppendKvCache, WrapsAroundInAWindowAfterItsSinks) {
  KvCaller call;
  const ffi::Any cache = call("attention_kv_cache_create", {makeFloats({0, 1}, {}), ints({1, 1}), int64_t{0}});
  const auto put = [&](std::vector<float> rows) {
    const auto count = static_cast<int64_t>(rows.size());
    call("attention_kv_cache_window_override_with_sinks",
         {cache, makeFloats({count, 1}, std::move(rows)), int64_t{4}, int64_t{1}});
    return floatsOf(call("attention_kv_cache_view", {cache}));
  };
  EXPECT_EQ(put({1, 2, 3}), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(put({4, 5}), (std::vector<float>{1, 5, 3, 4}));
  EXPECT_EQ(put({6, 7, 8}), (std::vector<float>{1, 8, 6, 7}));
  EXPECT_TRUE(call.fails("InternalError", "do not fit in a window of 4 with 1 sinks",
                         "attention_kv_cache_window_override_with_sinks",
                         {cache, makeFloats({4, 1}, {1, 2, 3, 4}), int64_t{4}, int64_t{1}}));
  EXPECT_TRUE(call.fails("InternalError", "more than a window of 2", "attention_kv_cache_window_override",
                         {cache, makeFloats({1, 1}, {1}), int64_t{2}}));
}

TEST(AppendKvCache, RowsAreRemovedOnceForEachTimeItIsNamed) {
  KvCaller call;
  const ffi::Any cache =
      call("attention_kv_cache_create", {makeFloats({5, 1}, {1, 2, 3, 4, 5}), ints({5, 1}), int64_t{-1}});
  const ffi::Any other =
      call("attention_kv_cache_create", {makeFloats({5, 1}, {6, 7, 8, 9, 10}), ints({5, 1}), int64_t{-1}});
  EXPECT_TRUE(call.fails("InternalError", "a cache of 2 rows cannot remove 3", "attention_kv_cache_array_popn",
                         {ffi::Array<ffi::Any>{cache, other, cache}, int64_t{3}}));
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {cache})), (std::vector<float>{1, 2, 3, 4, 5}))
      << "refused as a whole";
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {other})), (std::vector<float>{6, 7, 8, 9, 10}));
  call("attention_kv_cache_array_popn", {ffi::Array<ffi::Any>{cache, other, cache}, int64_t{2}});
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {cache})), (std::vector<float>{1}));
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {other})), (std::vector<float>{6, 7, 8}));
}

TEST(AppendKvCache, ElementsFillWholeBytes) {
  KvCaller call;
  const char* const create = "attention_kv_cache_create";
  EXPECT_TRUE(call.fails("InternalError", "a KV cache cannot have elements of int4", create,
                         {makeRaw({1, 3}, {kDLInt, 4, 1}), ints({4, 3}), int64_t{-1}}));
  EXPECT_TRUE(call.fails("InternalError", "a KV cache cannot have elements of uint1", create,
                         {makeRaw({1, 3}, {kDLUInt, 1, 1}), ints({4, 3}), int64_t{-1}}));
  call(create, {makeRaw({1, 3}, {kDLInt, 4, 2}), ints({4, 3}), int64_t{-1}});
  // In programs up to 0.21 a bool is a uint1 that occupies one byte.
  call.vm().engine()->layout = ElementLayout::WholeBytes;
  const auto bools = [](std::vector<uint8_t> values) {
    const int64_t extents[] = {static_cast<int64_t>(values.size()) / 3, 3};
    ffi::Tensor made(makeTensor(std::make_shared<Allocator>(Allocator::Kind::Naive, 0), extents, 2, {kDLUInt, 1, 1},
                                ElementLayout::WholeBytes));
    std::copy(values.begin(), values.end(), static_cast<uint8_t*>(made.data_ptr()));
    return made;
  };
  const ffi::Any cache = call(create, {bools({1, 0, 1}), ints({1, 3}), int64_t{-1}});
  call("attention_kv_cache_append", {cache, bools({0, 1, 1, 1, 1, 0})});
  const auto all = call("attention_kv_cache_view", {cache, ints({3, 3})}).cast<ffi::Tensor>();
  const auto* bytes = static_cast<const uint8_t*>(all.data_ptr());
  EXPECT_EQ(std::vector<uint8_t>(bytes, bytes + 9), (std::vector<uint8_t>{1, 0, 1, 0, 1, 1, 1, 1, 0}));
}

TEST(AppendKvCache, MoreRowsThanAnyMemoryHoldsAreRefused) {
  KvCaller call;
  constexpr int64_t kMany = (int64_t{1} << 62) + 1;
  const auto none = [](int64_t rows) { return makeRaw({rows, 0}, {kDLFloat, 32, 1}); };  // takes no memory
  const ffi::Any cache = call("attention_kv_cache_create", {none(1), ints({1, 0}), int64_t{-1}});
  EXPECT_TRUE(
      call.fails("InternalError", "4611686018427387905 rows", "attention_kv_cache_append", {cache, none(kMany)}));
  EXPECT_TRUE(call.fails("InternalError", "4611686018427387905 rows", "attention_kv_cache_window_override",
                         {cache, none(kMany), INT64_MAX}));
  EXPECT_TRUE(call.fails("InternalError", "4611686018427387905 rows", "attention_kv_cache_create",
                         {none(1), ints({kMany, 0}), kMany}));
  for (int64_t i = 0; i < 3; ++i) call("attention_kv_cache_append", {cache, none(int64_t{1} << 38)});
  EXPECT_TRUE(call.fails("InternalError", "rows", "attention_kv_cache_append", {cache, none(int64_t{1} << 40)}));
  EXPECT_EQ(dimsOf(call("attention_kv_cache_view", {cache})), (std::vector<int64_t>{(int64_t{3} << 38) + 1, 0}));
}

TEST(AppendKvCache, RowsThatLieInItAreTakenAsTheyWere) {
  KvCaller call;
  const auto cacheOf = [&](std::vector<float> rows) {
    const auto count = static_cast<int64_t>(rows.size());
    return call("attention_kv_cache_create", {makeFloats({count, 1}, std::move(rows)), ints({16, 1}), int64_t{-1}});
  };
  const auto held = [&](const ffi::Any& cache) { return floatsOf(call("attention_kv_cache_view", {cache})); };
  const ffi::Any appended = cacheOf({1, 2, 3, 4, 5, 6});
  const ffi::Any before = call("attention_kv_cache_view", {appended});
  call("attention_kv_cache_array_popn", {ffi::Array<ffi::Any>{appended}, int64_t{5}});
  call("attention_kv_cache_append", {appended, before});
  EXPECT_EQ(held(appended), (std::vector<float>{1, 1, 2, 3, 4, 5, 6}));
  const ffi::Any updated = cacheOf({1, 2, 3});
  call("attention_kv_cache_update", {updated, call("attention_kv_cache_view", {updated})});
  EXPECT_EQ(held(updated), (std::vector<float>{1, 2, 3}));
  const ffi::Any window =
      call("attention_kv_cache_create", {makeFloats({4, 1}, {1, 2, 3, 4}), ints({4, 1}), int64_t{4}});
  const ffi::Any all = call("attention_kv_cache_view", {window});
  call("attention_kv_cache_window_override", {window, makeFloats({1, 1}, {5}), int64_t{4}});  // 5 2 3 4
  call("attention_kv_cache_window_override", {window, all, int64_t{4}});  // after the 5, then wraps around
  EXPECT_EQ(held(window), (std::vector<float>{4, 5, 2, 3}));
}

TEST(AppendKvCache, GrowingKeepsTheRowsAfterThoseInUse) {
  KvCaller call;
  const ffi::Any cache = call("attention_kv_cache_create", {makeFloats({0, 1}, {}), ints({4, 1}), int64_t{0}});
  call("attention_kv_cache_window_override", {cache, makeFloats({4, 1}, {1, 2, 3, 4}), int64_t{4}});
  call("attention_kv_cache_array_popn", {ffi::Array<ffi::Any>{cache}, int64_t{2}});
  call("attention_kv_cache_window_override", {cache, makeFloats({3, 1}, {5, 6, 7}), int64_t{8}});  // continues at row 4
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {cache})), (std::vector<float>{1, 2, 3, 4, 5}));
  call("attention_kv_cache_window_override", {cache, makeFloats({3, 1}, {8, 9, 10}), int64_t{16}});
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {cache})), (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(AppendKvCache, RowsThatWereNotWrittenAreZero) {
  KvCaller call;
  const ffi::Any cache = call("attention_kv_cache_create", {makeFloats({3, 1}, {1, 2, 3}), ints({2, 1}), int64_t{-1}});
  static_cast<void>(makeFloats({16, 1}, std::vector<float>(16, 7.F)));  // leaves numbers in memory the cache may reuse
  call("attention_kv_cache_window_override",
       {cache, makeFloats({6, 1}, {4, 5, 6, 7, 8, 9}), int64_t{16}});  // its window starts at row 0
  EXPECT_EQ(floatsOf(call("attention_kv_cache_view", {cache})), (std::vector<float>{4, 5, 6, 7, 8, 9, 0, 0, 0}));
}

}  // namespace
}  // namespace relaxscope::testing

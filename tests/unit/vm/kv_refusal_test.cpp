// SPDX-License-Identifier: Apache-2.0
// Errors of the paged KV cache, after each of which it is unchanged.
#include "tests/unit/vm/kv_model.h"

namespace relaxscope::testing {
namespace {

TEST(PagedKvCache, RefusesUnknownSequencesAndImpossibleLengths) {
  KvModel cache;
  KvCaller& call = cache.call;
  const ffi::Any& object = cache.object;
  cache.add(0);
  cache.forward({0}, {5});
  EXPECT_TRUE(call.fails("ValueError", "there is no sequence 4", "kv_state_remove_sequence", {object, int64_t{4}}));
  EXPECT_TRUE(call.fails("ValueError", "already in the KV cache", "kv_state_add_sequence", {object, int64_t{0}}));
  EXPECT_TRUE(call.fails("ValueError", "ids are not negative", "kv_state_add_sequence", {object, int64_t{-1}}));
  EXPECT_TRUE(
      call.fails("ValueError", "there is no sequence 4", "kv_state_fork_sequence", {object, int64_t{4}, int64_t{5}}));
  EXPECT_TRUE(
      call.fails("ValueError", "already in the KV cache", "kv_state_fork_sequence", {object, int64_t{0}, int64_t{0}}));
  EXPECT_TRUE(call.fails("ValueError", "cannot be forked at position 6", "kv_state_fork_sequence",
                         {object, int64_t{0}, int64_t{1}, int64_t{6}}));
  EXPECT_TRUE(call.fails("ValueError", "cannot be forked at position -2", "kv_state_fork_sequence",
                         {object, int64_t{0}, int64_t{1}, int64_t{-2}}));
  EXPECT_TRUE(call.fails("ValueError", "cannot remove its last 6", "kv_state_popn", {object, int64_t{0}, int64_t{6}}));
  EXPECT_TRUE(
      call.fails("ValueError", "cannot remove its last -1", "kv_state_popn", {object, int64_t{0}, int64_t{-1}}));
  EXPECT_TRUE(call.fails("ValueError", "without support for sliding windows",
                         "attention_kv_cache_enable_sliding_window_for_seq",
                         {object, int64_t{0}, int64_t{8}, int64_t{2}}));
  const auto begin = [&](const ffi::Any& ids, const ffi::Any& lengths) {
    return std::vector<ffi::Any>{object, ids, lengths};
  };
  EXPECT_TRUE(
      call.fails("ValueError", "there is no sequence 9", "kv_state_begin_forward", begin(ints({0, 9}), ints({1, 1}))));
  EXPECT_TRUE(call.fails("ValueError", "2 sequence ids but 1 lengths", "kv_state_begin_forward",
                         begin(ints({0, 9}), ints({1}))));
  EXPECT_TRUE(call.fails("ValueError", "at least one sequence", "kv_state_begin_forward", begin(ints({}), ints({}))));
  EXPECT_TRUE(call.fails("ValueError", "would get 0 tokens", "kv_state_begin_forward", begin(ints({0}), ints({0}))));
  EXPECT_TRUE(
      call.fails("ValueError", "in the forward step", "kv_state_begin_forward", begin(ints({0, 0}), ints({1, 1}))));
  EXPECT_TRUE(
      call.fails("ValueError", "more than 32 tokens", "kv_state_begin_forward", begin(ints({0}), ints({INT64_MAX}))));
  EXPECT_TRUE(call.fails("TypeError", "expects a Shape", "kv_state_begin_forward", begin(ints({0}), int64_t{1})));
  EXPECT_TRUE(call.fails("TypeError", "expects a KV state", "kv_state_clear", {makeRaw({1}, {kDLFloat, 32, 1})}));
  cache.check();  // none of this changed anything
}

TEST(PagedKvCache, AFullCacheSaysSoAndLosesNothing) {
  KvSetup setup;
  setup.tokens = 16;  // five pages
  KvModel cache(setup);
  cache.add(0);
  cache.add(1);
  cache.forward({0, 1}, {9, 2});
  EXPECT_EQ(cache.freePages(), 1);
  EXPECT_TRUE(cache.call.fails("ValueError", "the KV cache is full: sequence 1 would get 4 tokens",
                               "kv_state_begin_forward", {cache.object, ints({0, 1}), ints({4, 4})}));
  cache.check();
  EXPECT_EQ(cache.freePages(), 1);
  cache.fork(0, 2);
  EXPECT_TRUE(cache.call.fails("ValueError", "the fork needs a page", "kv_state_fork_sequence",
                               {cache.object, int64_t{0}, int64_t{3}, int64_t{5}}));
  EXPECT_TRUE(cache.call.fails("ValueError", "the KV cache is full", "kv_state_begin_forward",
                               {cache.object, ints({0}), ints({32})}));
  cache.pop(2, 2);  // releases its own page first
  cache.check();
  cache.remove(1);
  cache.forward({0, 2}, {1, 1});
  cache.check();
}

TEST(PagedKvCache, AttentionOutsideAForwardStepIsRefused) {
  KvModel cache;
  const ffi::Tensor qkv = makeRaw({1, 6, 4}, {kDLFloat, 32, 1}), output = makeRaw({1, 2, 4}, {kDLFloat, 32, 1});
  const std::vector<ffi::Any> attend{cache.object, int64_t{0}, kKvScale, qkv, output};
  const char* const name = "attention_kv_cache_attention_with_fused_qkv";
  EXPECT_TRUE(cache.call.fails("RuntimeError", "no forward step is active", name, attend));
  cache.add(0);
  cache.add(1);
  cache.forward({0}, {1});
  EXPECT_TRUE(cache.call.fails("RuntimeError", "no forward step is active", name, attend));
  EXPECT_TRUE(cache.call.fails("RuntimeError", "no forward step is active", "attention_kv_cache_get_query_positions",
                               {cache.object}));
  cache.call("kv_state_begin_forward", {cache.object, ints({0}), ints({1})});
  cache.call("kv_state_remove_sequence", {cache.object, int64_t{1}});
  cache.call(name, attend);  // removing another sequence does not affect the forward step
  cache.call("kv_state_popn", {cache.object, int64_t{0}, int64_t{1}});
  EXPECT_TRUE(cache.call.fails("RuntimeError", "no forward step is active", name, attend))
      << "its places hold no longer";
}

TEST(PagedKvCache, AForwardStepThatIsRefusedLeavesThePresentOne) {
  KvSetup setup;
  setup.tokens = 16;  // five pages
  KvModel cache(setup);
  cache.add(0);
  const auto attend = [&] {
    const ffi::Tensor output = makeRaw({2, 2, 4}, {kDLFloat, 32, 1});
    cache.call("attention_kv_cache_attention_with_fused_qkv",
               {cache.object, int64_t{0}, kKvScale, makeFloats({2, 6, 4}, std::vector<float>(48, 0.5F)), output});
    return floatsOf(output);
  };
  cache.call("kv_state_begin_forward", {cache.object, ints({0}), ints({2})});
  EXPECT_TRUE(cache.call.fails("ValueError", "the KV cache is full", "kv_state_begin_forward",
                               {cache.object, ints({0}), ints({32})}));
  EXPECT_EQ(attend(), std::vector<float>(16, 0.5F));
}

TEST(PagedKvCache, ForwardStepsWhosePagesTheirKernelsCannotCountAreRefused) {
  constexpr int64_t kLong = int64_t{1} << 20, kMany = 1024;
  KvSetup setup;
  setup.tokens = setup.prefill = 2 * kLong;
  setup.pageSize = setup.heads = setup.width = 1;
  setup.kinds = {0};
  KvModel cache(setup);
  const auto begin = [&](const ffi::Any& ids, const ffi::Any& lengths) {
    cache.call("kv_state_begin_forward", {cache.object, ids, lengths});
  };
  cache.add(0);
  begin(ints({0}), ints({1}));
  cache.call("kv_state_fork_sequence",
             {cache.object, int64_t{0}, int64_t{1}});  // later tokens are deeper than the first page
  begin(ints({0}), ints({kLong}));
  std::vector<int64_t> ids;
  for (int64_t id = 2; id < 2 + kMany; ++id) {
    cache.call("kv_state_fork_sequence", {cache.object, int64_t{0}, id});
    ids.push_back(id);
  }
  EXPECT_TRUE(cache.call.fails("ValueError", "a forward step of 1024 sequences whose pages", "kv_state_begin_forward",
                               {cache.object, ints(ids), ints(std::vector<int64_t>(ids.size(), 1))}));
  begin(ints({2, 3}), ints({1, 1}));
}

TEST(PagedKvCache, BorrowedTensorsAreNotKept) {
  KvModel cache;
  const ffi::Tensor output = makeFloats({1, 2, 4}, std::vector<float>(8, 1.F)), lse = makeFloats({1, 2}, {0, 0});
  const ffi::Tensor otherOutput = makeFloats({1, 2, 4}, std::vector<float>(8, 3.F)),
                    otherLse = makeFloats({1, 2}, {0, 0});
  const std::vector<ffi::AnyView> args{ffi::AnyView(cache.object), const_cast<DLTensor*>(output.GetDLTensorPtr()),
                                       const_cast<DLTensor*>(lse.GetDLTensorPtr()), otherOutput, otherLse};
  const RunResult merged = cache.call.vm().call("vm.builtin.attention_kv_cache_merge_attn_output_inplace", args);
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(floatsOf(output), std::vector<float>(8, 2.F));
  for (const auto& [place, wanted] : {std::pair{0, std::vector<float>(8, 2.F)}, {1, std::vector<float>(2, 1.F)}}) {
    const auto result = merged.value.cast<ffi::Array<ffi::Any>>()[place].as<ffi::Tensor>();
    ASSERT_TRUE(result.has_value()) << "a Tensor that outlives the caller's, at " << place;
    EXPECT_EQ(floatsOf(*result), wanted);
  }
}

TEST(PagedKvCache, TensorsThatDoNotFitAreRefused) {
  KvModel cache;
  cache.add(0);
  cache.call("kv_state_begin_forward", {cache.object, ints({0}), ints({2})});
  const ffi::Any qkv = makeRaw({2, 6, 4}, {kDLFloat, 32, 1}), output = makeRaw({2, 2, 4}, {kDLFloat, 32, 1});
  const auto fails = [&](const char* kind, const char* text, int64_t layer, const ffi::Any& given,
                         const ffi::Any& result) {
    return cache.call.fails(kind, text, "attention_kv_cache_attention_with_fused_qkv",
                            {cache.object, layer, kKvScale, given, result});
  };
  EXPECT_TRUE(fails("IndexError", "layer 2 does not exist: the KV cache has layers 0 to 1", 2, qkv, output));
  EXPECT_TRUE(fails("IndexError", "layer -1", -1, qkv, output));
  EXPECT_TRUE(fails("TypeError", "argument 3 is a float64 tensor, the KV cache holds float32", 0,
                    makeRaw({2, 6, 4}, {kDLFloat, 64, 1}), output));
  EXPECT_TRUE(fails("ValueError", "argument 3 should have shape [any, 6, 4], not [2, 6, 3]", 0,
                    makeRaw({2, 6, 3}, {kDLFloat, 32, 1}), output));
  EXPECT_TRUE(fails("ValueError", "argument 4 should have shape [2, 2, 4], not [2, 2]", 0, qkv,
                    makeRaw({2, 2}, {kDLFloat, 32, 1})));
  EXPECT_TRUE(fails("ValueError", "argument 3 has 1 tokens, the forward step has 2", 0,
                    makeRaw({1, 6, 4}, {kDLFloat, 32, 1}), makeRaw({1, 2, 4}, {kDLFloat, 32, 1})));
  EXPECT_TRUE(fails("TypeError", "expects a Tensor as argument 3", 0, int64_t{3}, output));
  EXPECT_TRUE(cache.call.fails("ValueError", "invalid range of tokens 1 to 3: sequence 0 has 2",
                               "attention_kv_cache_debug_get_kv",
                               {cache.object, int64_t{0}, int64_t{1}, int64_t{3},
                                makeRaw({2, 2, 2, 4}, {kDLFloat, 32, 1}), makeRaw({2, 2, 2, 4}, {kDLFloat, 32, 1})}));
  EXPECT_TRUE(cache.call.fails("ValueError", "stores keys and values", "attention_kv_cache_append_mla_kv",
                               {cache.object, int64_t{0}, makeRaw({2, 4}, {kDLFloat, 32, 1})}));
}

TEST(PagedKvCache, CreationIsCheckedArgumentByArgument) {
  KvCaller call;
  const auto counts = std::make_shared<KvCounts>();
  const char* const name = "paged_attention_kv_cache_create";
  const auto fails = [&](const char* kind, const char* text, size_t at, ffi::Any value) {
    std::vector<ffi::Any> args = createArgs({}, counts);
    args[at] = std::move(value);
    return call.fails(kind, text, name, args);
  };
  const ffi::Function any = ffi::Function::FromPacked([](const ffi::AnyView*, int32_t, ffi::Any*) {});
  EXPECT_TRUE(fails("TypeError", "expects a Shape as argument 0", 0, int64_t{1}));
  EXPECT_TRUE(fails("ValueError", "5 or 6 numbers in argument 0, but got 2", 0, ints({1, 2})));
  EXPECT_TRUE(fails("ValueError", "0 tokens of a page", 0, ints({4, 64, 32, 0, 0})));
  EXPECT_TRUE(fails("ValueError", "-3 tokens", 0, ints({4, -3, 32, 4, 0})));
  EXPECT_TRUE(fails("ValueError", "exceed what this cache can index", 0, ints({4, INT32_MAX, 32, 1 << 20, 1})));
  EXPECT_TRUE(fails("ValueError", "several groups need TVM's distributed runtime", 1, ints({0, 1, 2})));
  EXPECT_TRUE(fails("ValueError", "invalid range of layers 0 to 3: there are 2", 1, ints({0, 3})));
  EXPECT_TRUE(fails("ValueError", "0 query heads", 2, int64_t{0}));
  EXPECT_TRUE(fails("ValueError", "do not fit in the same pages", 5, int64_t{3}));
  EXPECT_TRUE(fails("ValueError", "layer 1 is of kind 2", 6, ints({0, 2})));
  EXPECT_TRUE(fails("ValueError", "between hosts needs TVM's own runtime", 7, int64_t{1}));
  EXPECT_TRUE(fails("ValueError", "rotary embedding mode 3", 8, int64_t{3}));
  EXPECT_TRUE(fails("TypeError", "expects a number as argument 9", 9, ffi::String("x")));
  EXPECT_TRUE(fails("ValueError", "factors of the rotary embedding", 11, makeRaw({2}, {kDLFloat, 32, 1})));
  EXPECT_TRUE(fails("TypeError", "expects a Tensor as argument 12", 12, nullptr));
  EXPECT_TRUE(fails("ValueError", "argument 16 is a kernel of flashinfer", 16,
                    ffi::Array<ffi::Any>{ffi::String("flashinfer"), any, any}));
  EXPECT_TRUE(fails("TypeError", "expects a function in argument 17", 17,
                    ffi::Array<ffi::Any>{ffi::String("tirx"), int64_t{1}}));
  EXPECT_TRUE(fails("TypeError", "the name of a backend in argument 15", 15, ffi::Array<ffi::Any>{any}));
  EXPECT_TRUE(fails("ValueError", "no function for merging", 23, ffi::Array<ffi::Any>{}));
  EXPECT_TRUE(fails("TypeError", "expects a Function as argument 25", 25, nullptr));
  std::vector<ffi::Any> few = createArgs({}, counts);
  few.resize(22);
  EXPECT_TRUE(call.fails("TypeError", "expects 28 to 29 arguments, but got 22", name, few));
}

TEST(PagedKvCache, PagesCountInTheMemoryLimit) {
  KvSetup setup;
  setup.tokens = 1 << 20;
  const auto counts = std::make_shared<KvCounts>();
  KvCaller small(1 << 20);
  try {
    small("paged_attention_kv_cache_create", createArgs(setup, counts));
    FAIL() << "64 MiB of pages in a VM of one";
  } catch (const ffi::Error& error) { EXPECT_EQ(error.kind(), "MemoryLimit"); }
  KvCaller call;
  const int64_t before = static_cast<int64_t>(call.vm().counters().liveBytes);
  {
    const ffi::Any cache = call("paged_attention_kv_cache_create", createArgs({}, counts));
    EXPECT_GE(static_cast<int64_t>(call.vm().counters().liveBytes) - before, 2 * 17 * 2 * 2 * 4 * 4 * 4)
        << "two layers of 17 pages";
  }
  EXPECT_EQ(static_cast<int64_t>(call.vm().counters().liveBytes), before);
}

TEST(PagedKvCache, KernelsThatFailOrInterfereLeaveItWhole) {
  KvSetup setup;
  const auto counts = std::make_shared<KvCounts>();
  KvCaller call;
  ffi::Any cache;
  bool broken = true;
  std::vector<ffi::Any> args = createArgs(setup, counts);
  const auto inner = args[25].cast<ffi::Function>();
  args[25] = ffi::Function::FromPacked([&](const ffi::AnyView* given, int32_t count, ffi::Any* result) {
    if (broken) raise("ValueError", "on purpose");
    inner.CallPacked(given, count, result);
  });
  const auto split = args[24].cast<ffi::Function>();
  args[24] = ffi::Function::FromPacked([&](const ffi::AnyView* given, int32_t count, ffi::Any* result) {
    call("kv_state_clear", {cache});  // in the middle of a forward step
    split.CallPacked(given, count, result);
  });
  cache = call("paged_attention_kv_cache_create", args);
  call("kv_state_add_sequence", {cache, int64_t{0}});
  call("kv_state_begin_forward", {cache, ints({0}), ints({6})});
  EXPECT_THROW(call("kv_state_fork_sequence", {cache, int64_t{0}, int64_t{1}}), ffi::Error);
  EXPECT_TRUE(call.fails("ValueError", "there is no sequence 1", "kv_state_remove_sequence", {cache, int64_t{1}}))
      << "its page holds nothing";
  broken = false;
  call("kv_state_fork_sequence", {cache, int64_t{0}, int64_t{1}});
  call("kv_state_begin_forward", {cache, ints({0, 1}), ints({2, 1})});
  const ffi::Tensor output = makeRaw({3, 2, 4}, {kDLFloat, 32, 1});
  call("attention_kv_cache_attention_with_fused_qkv",
       {cache, int64_t{0}, kKvScale, makeRaw({3, 6, 4}, {kDLFloat, 32, 1}), output});
  EXPECT_TRUE(call("attention_kv_cache_empty", {cache}).cast<bool>());
  EXPECT_EQ(call("attention_kv_cache_get_num_available_pages", {cache}).cast<int64_t>(), 17);
}

TEST(PagedKvCache, OtherFamiliesAreNamedWhenTheyAreMissing) {
  for (const auto& [name, family] :
       {std::pair{"vm.builtin.kv_cache_disagg_mark_send", "KV cache transfer"},
        {"vm.builtin.sample_top_p_from_prob", "sampling"},
        {"vm.builtin.attention_kv_cache_export_page_group", "KV cache checkpoint"},
        {"vm.builtin.paged_attention_kv_cache_create_reduced", "paged attention KV cache"}}) {
    B b;
    b.beginFunction("main", {"x"});
    b.emitCall(name, {B::r(0)}, 1);
    b.emitRet(1);
    const auto vm = VirtualMachine::load(optionsFor(b));
    ASSERT_FALSE(vm.ok()) << name;
    EXPECT_NE(vm.error().text().find(std::string(name) + " (one of the " + family + " builtins"), std::string::npos)
        << vm.error().text();
  }
}

}  // namespace
}  // namespace relaxscope::testing

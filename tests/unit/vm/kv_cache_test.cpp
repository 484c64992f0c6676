// SPDX-License-Identifier: Apache-2.0
// The paged KV cache: after any operations on its sequences, attention covers exactly the tokens they should hold.
#include "tests/unit/vm/kv_model.h"

namespace relaxscope::testing {
namespace {

TEST(PagedKvCache, PrefillThenDecode) {
  KvModel cache;
  cache.add(0);
  cache.add(7);
  cache.forward({0, 7}, {5, 3});
  EXPECT_EQ(cache.counts->prefill, 0) << "nothing was stored before";
  cache.forward({0}, {6});
  EXPECT_EQ(cache.counts->prefill, 2);
  for (int i = 0; i < 6; ++i) cache.forward({7, 0}, {1, 1});
  EXPECT_EQ(cache.counts->decode, 12) << "two layers";
  cache.check();
  EXPECT_EQ(cache.freePages(), 17 - 5 - 3);
}

TEST(PagedKvCache, ForksShareFullPages) {
  KvModel cache;
  cache.add(0);
  cache.forward({0}, {10});
  EXPECT_EQ(cache.freePages(), 17 - 3);
  cache.fork(0, 1);  // in the middle of a page: two pages shared, one copied
  EXPECT_EQ(cache.counts->copy, 2);
  EXPECT_EQ(cache.freePages(), 17 - 4);
  cache.fork(0, 2, 8);  // at a page's end: nothing to copy
  cache.fork(1, 3, 3);  // within the shared part
  EXPECT_EQ(cache.counts->copy, 4);
  cache.forward({3, 2, 1, 0}, {1, 1, 1, 1});
  cache.forward({0, 1, 2, 3}, {4, 1, 2, 3});
  cache.forward({0, 1, 2, 3}, {1, 1, 1, 1});
  cache.check();
  cache.remove(0);
  cache.forward({1, 2}, {2, 2});
  cache.check();
  cache.remove(1);
  cache.remove(2);
  cache.remove(3);
  EXPECT_EQ(cache.freePages(), 17);
  EXPECT_TRUE(cache.call("attention_kv_cache_empty", {cache.object}).cast<bool>());
}

TEST(PagedKvCache, ManyDecodesOfOnePrefixReadItOnce) {
  KvSetup setup;
  setup.sequences = 80;
  setup.tokens = 1024;
  setup.prefill = 80;
  KvModel cache(setup);
  cache.add(0);
  cache.forward({0}, {64});
  std::vector<int64_t> ids, ones;
  for (int64_t id = 1; id <= 70; ++id) {
    cache.fork(0, id, 64);
    ids.push_back(id);
    ones.push_back(1);
  }
  *cache.counts = {};
  cache.forward(ids, ones);
  EXPECT_EQ(cache.counts->prefill, 2) << "the shared prefix, once for all, in both layers";
  EXPECT_EQ(cache.counts->decode, 2);
  EXPECT_EQ(cache.counts->merge, 2);
  cache.check();
}

TEST(PagedKvCache, TokensCanBeRemoved) {
  KvModel cache;
  cache.add(0);
  cache.forward({0}, {9});
  cache.pop(0, 2);
  cache.forward({0}, {3});
  cache.fork(0, 1);
  cache.pop(1, 5);  // beyond its own block, into the shared one
  cache.check();
  cache.forward({1, 0}, {2, 1});
  cache.pop(1, cache.length(1));  // all
  cache.check();
  cache.forward({1}, {1});
  cache.pop(0, 0);
  cache.check();
  cache.remove(0);
  cache.pop(1, 1);
  cache.remove(1);
  EXPECT_EQ(cache.freePages(), 17);
}

TEST(PagedKvCache, WindowsForgetAllButSinkAndLast) {
  KvSetup setup;
  setup.slides = 1;
  KvModel cache(setup);
  EXPECT_EQ(cache.freePages(), 17 + 8) << "room for pages that are not full";
  cache.add(0);
  cache.add(1);
  cache.slide(0, 10, 3);
  cache.slide(1, 6, 0);
  for (int i = 0; i < 12; ++i) {
    cache.forward({0, 1}, {i % 4 + 1, 1});
    cache.check();
  }
  cache.fork(0, 2, 2);  // within the sink
  cache.forward({2, 0}, {9, 1});
  cache.check();
  EXPECT_TRUE(cache.call.fails("ValueError", "can only be forked within its first", "kv_state_fork_sequence",
                               {cache.object, int64_t{0}, int64_t{3}, int64_t{5}}));
  cache.pop(0, 2);
  cache.forward({0}, {3});
  cache.check();
}

TEST(PagedKvCache, ForkOfASinkLongerThanAPageKeepsThePagesInPlace) {
  KvSetup setup;
  setup.slides = 1;
  KvModel cache(setup);
  cache.add(0);
  cache.slide(0, 16, 6);
  cache.forward({0}, {14});
  cache.forward({0}, {7});  // slides
  cache.fork(0, 1, 5);      // takes the first page of the sink from sequence 0's own block
  for (int i = 0; i < 9; ++i) {
    cache.forward({0, 1}, {1, 2});
    cache.check();
  }
}

/// Sequence 0 holds eight tokens, a full window without a sink, and is in a forward step of four more: its first page
/// of four slides out. Attention over the stored tokens alone must not change before the end of the forward step.
struct SlidingStep {
  explicit SlidingStep(KvSetup with)
      : cache(std::move(with)), query(makeFloats({4, 2, 4}, numbers(32))), more(makeFloats({4, 6, 4}, numbers(96))) {
    cache.add(0);
    cache.slide(0, 8, 0);
    cache.forward({0}, {8});
  }
  static KvSetup sliding(int64_t tokens) {
    KvSetup setup;
    setup.sequences = 1;
    setup.tokens = tokens;
    setup.slides = 1;
    return setup;
  }
  static std::vector<float> numbers(size_t count) {
    std::vector<float> values(count);
    for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 17) * 0.125F - 1;
    return values;
  }
  void begin(int64_t id = 0) { cache.call("kv_state_begin_forward", {cache.object, ints({id}), ints({4})}); }
  void attend() {
    cache.call("attention_kv_cache_attention_with_fused_qkv",
               {cache.object, int64_t{0}, kKvScale, more, makeRaw({4, 2, 4}, {kDLFloat, 32, 1})});
  }
  std::vector<float> stored() {
    const ffi::Tensor output = makeRaw({4, 2, 4}, {kDLFloat, 32, 1});
    cache.call("attention_kv_cache_cross_attention",
               {cache.object, int64_t{0}, kKvScale, query, output, makeRaw({4, 2}, {kDLFloat, 32, 1})});
    return floatsOf(output);
  }
  KvModel cache;
  ffi::Tensor query, more;
};

TEST(PagedKvCache, WhatSlidesOutInAForwardStepIsStillReadInIt) {
  SlidingStep step(SlidingStep::sliding(64));
  step.begin();
  const std::vector<float> before = step.stored();
  step.attend();
  EXPECT_EQ(step.stored(), before);
}

TEST(PagedKvCache, ForksKeepWhatTheForwardStepReads) {
  SlidingStep step(SlidingStep::sliding(64));
  KvModel& cache = step.cache;
  cache.add(1);
  cache.add(4);
  cache.forward({1, 4}, {6, 16});
  cache.slide(4, 8, 0);  // three of its pages slide out and one is added
  step.begin(4);
  const std::vector<float> before = step.stored();
  cache.fork(1, 2);
  cache.pop(2, 1);
  cache.fork(1, 3, 5);
  EXPECT_EQ(step.stored(), before);
}

TEST(PagedKvCache, ForksThatFindNothingElseEndTheForwardStepWhoseTokensTheyTake) {
  SlidingStep step(SlidingStep::sliding(8));  // five pages
  KvModel& cache = step.cache;
  cache.add(1);
  cache.forward({1}, {6});
  step.begin();
  EXPECT_EQ(cache.freePages(), 1) << "the one that slid out";
  cache.fork(1, 2);
  EXPECT_TRUE(cache.call.fails("RuntimeError", "no forward step is active", "attention_kv_cache_get_query_positions",
                               {cache.object}));
  EXPECT_EQ(cache.freePages(), 0);
  cache.remove(0);
  cache.check();
  EXPECT_EQ(cache.freePages(), 2);
}

TEST(PagedKvCache, SequencesOfAForwardStepKeepWhatTheOthersRead) {
  SlidingStep step(SlidingStep::sliding(64));
  KvModel& cache = step.cache;
  cache.add(1);
  const auto both = [&] {
    const ffi::Tensor output = makeRaw({8, 2, 4}, {kDLFloat, 32, 1});
    cache.call("attention_kv_cache_cross_attention",
               {cache.object, int64_t{0}, kKvScale, makeFloats({8, 2, 4}, SlidingStep::numbers(64)), output,
                makeRaw({8, 2}, {kDLFloat, 32, 1})});
    return floatsOf(output);
  };
  cache.call("kv_state_begin_forward", {cache.object, ints({0, 1}), ints({4, 4})});
  const std::vector<float> before = both();
  cache.call("attention_kv_cache_attention_with_fused_qkv",
             {cache.object, int64_t{0}, kKvScale, makeFloats({8, 6, 4}, SlidingStep::numbers(192)),
              makeRaw({8, 2, 4}, {kDLFloat, 32, 1})});
  EXPECT_EQ(both(), before);
}

TEST(PagedKvCache, LayersHaveWindowsOfTheirOwn) {
  KvSetup setup;
  setup.kinds = {3};
  setup.layerWindow = 8;
  KvModel cache(setup);
  cache.add(0);
  cache.forward({0}, {6});
  for (int i = 0; i < 9; ++i) cache.forward({0}, {1});  // tokens beyond the window are not read
  EXPECT_EQ(cache.counts->decode, 9);
  EXPECT_EQ(cache.length(0), 15) << "but kept";
  cache.check();
  EXPECT_TRUE(cache.call.fails("ValueError", "not all layers store the keys and values",
                               "attention_kv_cache_debug_get_kv",
                               {cache.object, int64_t{0}, int64_t{0}, int64_t{8},
                                makeRaw({1, 8, 2, 4}, {kDLFloat, 32, 1}), makeRaw({1, 8, 2, 4}, {kDLFloat, 32, 1})}));
}

/// Arguments of the window's kernels for one sequence that gets `lengths` tokens per forward step, as TVM 0.27 passes
/// them (recorded with kernels that only log their arguments): indptr, pages, tokens in the last page, offset, sink,
/// position.
TEST(PagedKvCache, WindowsOfLayersAreTheArraysThatTvmPasses) {
  using Arrays = std::vector<std::vector<int64_t>>;
  struct Case {
    int64_t window;
    std::vector<Arrays> steps;
  };
  const std::vector<int64_t> lengths{5, 5, 5, 5, 1, 1, 2, 1};
  const Case cases[] = {
      {6,
       {{{0, 2}, {0, 1}, {1, 0, 0}, {0}},
        {{0, 2}, {1, 2}, {2, 0, 0}, {4}},
        {{0, 2}, {2, 3}, {3, 1, 0}, {9}},
        {{0, 3}, {3, 4, 5}, {1, 3, 0}, {15}},
        {{0, 2}, {4, 5}, {2, 0, 0}, {16}},
        {{0, 2}, {4, 5}, {2, 0, 0}, {16}},
        {{0, 3}, {4, 5, 6}, {1, 3, 0}, {19}}}},
      {8,
       {{{0, 2}, {0, 1}, {1, 0, 0}, {0}},
        {{0, 3}, {0, 1, 2}, {2, 2, 0}, {2}},
        {{0, 3}, {1, 2, 3}, {3, 3, 0}, {7}},
        {{0, 3}, {3, 4, 5}, {1, 1, 0}, {13}},
        {{0, 3}, {3, 4, 5}, {2, 2, 0}, {14}},
        {{0, 3}, {3, 4, 5}, {2, 2, 0}, {14}},
        {{0, 3}, {4, 5, 6}, {1, 1, 0}, {17}}}},
  };
  for (const Case& each : cases) {
    std::vector<Arrays> seen;
    KvSetup setup;
    setup.kinds = {0, 3};
    setup.layerWindow = each.window;
    KvCaller call;
    std::vector<ffi::Any> args = createArgs(setup, std::make_shared<KvCounts>());
    const auto noting = [&](int first) {
      return ffi::Array<ffi::Any>{
          ffi::String("tirx"), ffi::Function::FromPacked([&seen, first](const ffi::AnyView* given, int32_t, ffi::Any*) {
            Arrays arrays;
            for (int i = first; i < first + 4; ++i) {
              const DLTensor& tensor = *tensorOf(given[i].CopyToTVMFFIAny());
              const auto* data = reinterpret_cast<const int32_t*>(tensorData(tensor));
              arrays.emplace_back(data, data + elementCount(tensor.shape, tensor.ndim));
            }
            seen.push_back(std::move(arrays));
          })};
    };
    args[18] = noting(3);
    args[19] = noting(2);
    const ffi::Any cache = call("paged_attention_kv_cache_create", args);
    call("kv_state_add_sequence", {cache, int64_t{0}});
    for (const int64_t length : lengths) {
      call("kv_state_begin_forward", {cache, ints({0}), ints({length})});
      call("attention_kv_cache_attention_with_fused_qkv",
           {cache, int64_t{1}, kKvScale, makeRaw({length, 6, 4}, {kDLFloat, 32, 1}),
            makeRaw({length, 2, 4}, {kDLFloat, 32, 1})});
    }
    EXPECT_EQ(seen, each.steps) << "window of " << each.window;
  }
}

TEST(PagedKvCache, ProposedTokensAreAcceptedInPart) {
  KvModel cache;
  cache.add(0);
  cache.add(1);
  cache.forward({0, 1}, {5, 2});
  cache.forward({0, 1}, {4, 3}, ints({-1, 0, 1, 2, -1, 0, 1}));
  EXPECT_TRUE(cache.call.fails("ValueError", "neither accepted nor dropped", "kv_state_begin_forward",
                               {cache.object, ints({0}), ints({1})}));
  EXPECT_TRUE(cache.call.fails("ValueError", "neither accepted nor dropped", "kv_state_fork_sequence",
                               {cache.object, int64_t{0}, int64_t{9}}));
  EXPECT_TRUE(cache.call.fails("ValueError", "token 4 is not among the 4",
                               "attention_kv_cache_commit_accepted_token_tree_nodes",
                               {cache.object, ints({0}), ints({4})}));
  EXPECT_TRUE(cache.call.fails("ValueError", "token -2", "attention_kv_cache_commit_accepted_token_tree_nodes",
                               {cache.object, ints({0}), ints({-2})}));
  EXPECT_TRUE(cache.call.fails("ValueError", "duplicate sequence 0",
                               "attention_kv_cache_commit_accepted_token_tree_nodes",
                               {cache.object, ints({0, 1, 0}), ints({1, -1, 1})}));
  EXPECT_EQ(cache.call("attention_kv_cache_get_sequence_length", {cache.object, int64_t{0}}).cast<int64_t>(), 9)
      << "refused as a whole";
  cache.call("attention_kv_cache_commit_accepted_token_tree_nodes", {cache.object, ints({0, 1}), ints({1, -1})});
  cache.held[0].tokens.resize(7);
  cache.held[1].tokens.resize(2);
  cache.check();
  cache.forward({0, 1}, {1, 1});
  EXPECT_TRUE(cache.call.fails("ValueError", "has no draft tokens",
                               "attention_kv_cache_commit_accepted_token_tree_nodes",
                               {cache.object, ints({0}), ints({0})}));
  EXPECT_TRUE(cache.call.fails("ValueError", "tree attention needs TVM's own runtime", "kv_state_begin_forward",
                               {cache.object, ints({0}), ints({3}), ints({-1, 0, 0})}));
}

TEST(PagedKvCache, FineGrainedAttentionEqualsTheFusedOne) {
  KvModel cache;
  const int64_t tokens = 3;
  cache.add(0);
  cache.forward({0}, {6});
  const std::vector<int64_t> dims{tokens, cache.setup.heads, cache.setup.width};
  const auto random = [&](float from) {
    std::vector<float> values(static_cast<size_t>(tokens * cache.setup.heads * cache.setup.width));
    for (float& value : values) value = from += 0.125F;
    return values;
  };
  const std::vector<float> q = random(-2), k = random(-1.5), v = random(0.5);
  std::vector<float> qkv;
  const auto row = static_cast<size_t>(cache.setup.heads * cache.setup.width);
  for (size_t i = 0; i < tokens; ++i)
    for (const auto* part : {&q, &k, &v})
      qkv.insert(qkv.end(), part->begin() + static_cast<std::ptrdiff_t>(i * row),
                 part->begin() + static_cast<std::ptrdiff_t>((i + 1) * row));
  cache.call("kv_state_begin_forward", {cache.object, ints({0}), ints({tokens})});
  EXPECT_EQ(dimsOf(cache.call("attention_kv_cache_get_query_positions", {cache.object})), std::vector<int64_t>{tokens});
  const auto room = [&](std::vector<int64_t> shape) { return makeRaw(std::move(shape), {kDLFloat, 32, 1}); };
  const ffi::Tensor own = room(dims), ownLse = room({tokens, cache.setup.heads}), stored = room(dims),
                    storedLse = room({tokens, cache.setup.heads});
  const ffi::Tensor qt = makeFloats(dims, q), kt = makeFloats(dims, k), vt = makeFloats(dims, v), shared = room(dims),
                    fused = room(dims);
  cache.call("attention_kv_cache_self_attention", {cache.object, int64_t{0}, kKvScale, qt, kt, vt, own, ownLse});
  cache.call("attention_kv_cache_cross_attention", {cache.object, int64_t{0}, kKvScale, qt, stored, storedLse});
  const ffi::Any merged =
      cache.call("attention_kv_cache_merge_attn_output_inplace", {cache.object, own, ownLse, stored, storedLse});
  cache.call("attention_kv_cache_attention_with_shared_kv", {cache.object, int64_t{0}, kKvScale, qt, kt, vt, shared});
  cache.call(
      "attention_kv_cache_attention_with_fused_qkv",
      {cache.object, int64_t{0}, kKvScale, makeFloats({tokens, 3 * cache.setup.heads, cache.setup.width}, qkv), fused});
  const std::vector<float> wanted = floatsOf(fused), byParts = floatsOf(merged.cast<ffi::Array<ffi::Any>>()[0]),
                           byShared = floatsOf(shared);
  for (size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_NEAR(byParts[i], wanted[i], 1e-5);
    EXPECT_NEAR(byShared[i], wanted[i], 1e-5);
  }
}

TEST(PagedKvCache, AttentionOverNothingMergesAsNothing) {
  KvModel cache;
  cache.add(0);
  cache.call("kv_state_begin_forward", {cache.object, ints({0}), ints({2})});
  const ffi::Tensor output = makeFloats({2, 2, 4}, std::vector<float>(16, 3.F)), lse = makeFloats({2, 2}, {1, 2, 3, 4});
  cache.call("attention_kv_cache_cross_attention",
             {cache.object, int64_t{0}, kKvScale, makeRaw({2, 2, 4}, {kDLFloat, 32, 1}), output, lse});
  EXPECT_EQ(floatsOf(output), std::vector<float>(16, 0.F));
  EXPECT_EQ(floatsOf(lse), std::vector<float>(4, -5e4F));
}

TEST(PagedKvCache, PaddedBatchesAreCutToTheForwardStep) {
  KvModel cache;
  cache.add(0);
  cache.call("kv_state_begin_forward", {cache.object, ints({0}), ints({2})});
  const ffi::Tensor output = makeFloats({5, 2, 4}, std::vector<float>(40, 9.F));
  cache.call("attention_kv_cache_attention_with_fused_qkv",
             {cache.object, int64_t{1}, kKvScale, makeFloats({5, 6, 4}, std::vector<float>(120, 0.5F)), output});
  std::vector<float> wanted(40, 9.F);
  std::fill_n(wanted.begin(), 16, 0.5F);
  EXPECT_EQ(floatsOf(output), wanted);
}

/// Random operations; small pages, so that page boundaries are crossed often.
void randomWalk(uint32_t seed, bool slides) {
  KvSetup setup;
  setup.tokens = 160;
  setup.heads = 1;
  setup.width = 2;
  setup.slides = slides ? 1 : 0;
  setup.pageSize = 3;
  KvModel cache(setup);
  cache.random.seed(seed);
  const int64_t pages = cache.freePages();
  const auto pick = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(cache.random);
  };
  int64_t next = 0;
  for (int step = 0; step < 150; ++step) {
    std::vector<int64_t> ids;
    for (const auto& [id, sequence] : cache.held) ids.push_back(id);
    std::shuffle(ids.begin(), ids.end(), cache.random);
    const int64_t what = ids.empty() ? 0 : pick(0, 9);
    const bool roomy = cache.freePages() > 20;
    if (what == 0 && ids.size() < 6) {
      cache.add(next);
      if (slides && pick(0, 1) == 1) cache.slide(next, pick(8, 12), pick(0, 7));
      ++next;
    } else if (what == 1 && roomy && ids.size() < 8) {
      const KvModel::Held& from = cache.held.at(ids[0]);
      const int64_t most = from.window >= 0 ? std::min(from.sink, cache.length(ids[0])) : cache.length(ids[0]);
      cache.fork(ids[0], next++, pick(0, most));
    } else if (what == 2 || (!roomy && what < 6)) {
      cache.remove(ids[0]);
    } else if (what <= 4 && roomy) {
      cache.pop(ids[0], pick(0, cache.length(ids[0])));
    } else if (roomy) {
      ids.resize(std::min<size_t>(ids.size(), static_cast<size_t>(pick(1, 5))));
      std::vector<int64_t> lengths;
      const bool single = pick(0, 1) == 0;
      for (size_t i = 0; i < ids.size(); ++i) lengths.push_back(single ? 1 : pick(1, 6));
      cache.forward(ids, lengths);
    }
    cache.check();
    if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << ", step " << step;
  }
  while (!cache.held.empty()) cache.remove(cache.held.begin()->first);
  EXPECT_EQ(cache.freePages(), pages) << "every page came back, seed " << seed;
}
TEST(PagedKvCache, RandomOperationsKeepEveryToken) {
  for (uint32_t seed = 1; seed <= 30; ++seed) randomWalk(seed, false);
}
TEST(PagedKvCache, RandomOperationsWithWindowsKeepEveryToken) {
  for (uint32_t seed = 1; seed <= 30; ++seed) randomWalk(seed, true);
}

}  // namespace
}  // namespace relaxscope::testing

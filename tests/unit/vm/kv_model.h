// SPDX-License-Identifier: Apache-2.0
// A paged KV cache with a plain list as reference model; attention of every forward step is compared.
#pragma once

#include <cmath>
#include <map>
#include <random>

#include "tests/unit/vm/kv_kernels.h"

namespace relaxscope::testing {

constexpr double kKvScale = 0.5;

/// A cache and a list of the keys and values that each sequence should hold.
class KvModel {
 public:
  explicit KvModel(KvSetup with = {})
      : setup(std::move(with)), object(call("paged_attention_kv_cache_create", createArgs(setup, counts))) {}

  void add(int64_t id) {
    call("kv_state_add_sequence", {object, id});
    held[id] = {};
  }
  void remove(int64_t id) {
    call("kv_state_remove_sequence", {object, id});
    held.erase(id);
  }
  void fork(int64_t parent, int64_t child, int64_t position = -1) {
    call("kv_state_fork_sequence", {object, parent, child, position});
    held[child].tokens = held[parent].tokens;
    if (position >= 0) held[child].tokens.resize(static_cast<size_t>(position));
  }
  void pop(int64_t id, int64_t count) {
    call("kv_state_popn", {object, id, count});
    held[id].tokens.resize(held[id].tokens.size() - static_cast<size_t>(count));
  }
  void slide(int64_t id, int64_t window, int64_t sink) {
    call("attention_kv_cache_enable_sliding_window_for_seq", {object, id, window, sink});
    held[id].window = window;
    held[id].sink = sink;
  }
  /// One forward step: random queries, keys and values; every layer's result is compared.
  void forward(const std::vector<int64_t>& ids, const std::vector<int64_t>& lengths,
               const ffi::Any& parents = nullptr) {
    call("kv_state_begin_forward", {object, ints(ids), ints(lengths), parents});
    int64_t tokens = 0;
    for (const int64_t length : lengths) tokens += length;
    const int64_t row = 3 * setup.heads * setup.width;
    std::vector<float> qkv(static_cast<size_t>(tokens * row));
    for (float& value : qkv) value = std::uniform_real_distribution<float>(-1, 1)(random);
    const size_t layers = setup.kinds.size();
    std::vector<std::vector<float>> results;
    for (size_t layer = 0; layer < layers; ++layer) {
      std::vector<float> rotated = qkv;  // other values for each layer
      for (float& value : rotated) value += static_cast<float>(layer) * 0.25F;
      const ffi::Tensor output = makeRaw({tokens, setup.heads, setup.width}, {kDLFloat, 32, 1});
      call("attention_kv_cache_attention_with_fused_qkv",
           {object, static_cast<int64_t>(layer), kKvScale, makeFloats({tokens, 3 * setup.heads, setup.width}, rotated),
            output});
      results.push_back(floatsOf(output));
    }
    call("kv_state_end_forward", {object});
    int64_t at = 0;
    for (size_t i = 0; i < ids.size(); ++i) {
      Held& sequence = held.at(ids[i]);
      std::vector<Token> seen = sequence.tokens;
      for (int64_t n = 0; n < lengths[i]; ++n, ++at) {
        const float* from = qkv.data() + at * row;
        sequence.tokens.push_back({from + row / 3, from + row});
        seen.push_back(sequence.tokens.back());
        for (size_t layer = 0; layer < layers; ++layer) {
          std::vector<Token> window = seen;
          if (setup.kinds[layer] == 3 && static_cast<int64_t>(seen.size()) > setup.layerWindow)
            window.erase(window.begin(), window.end() - setup.layerWindow);
          compare(ids[i], layer, from, window, results[layer].data() + at * row / 3);
        }
      }
      sequence.applyWindow();
    }
  }
  /// Checks that pages and lengths are consistent and that the stored values can be read back.
  void check() {
    int64_t total = 0;
    for (auto& [id, sequence] : held) {
      const auto length = static_cast<int64_t>(sequence.tokens.size());
      total += length;
      ASSERT_EQ(call("attention_kv_cache_get_sequence_length", {object, id}).cast<int64_t>(), length) << id;
      if (length == 0 || setup.kinds[0] != 0) continue;
      const auto layers = static_cast<int64_t>(setup.kinds.size());
      const ffi::Tensor keys = makeRaw({layers, length, setup.heads, setup.width}, {kDLFloat, 32, 1}),
                        values = makeRaw({layers, length, setup.heads, setup.width}, {kDLFloat, 32, 1});
      call("attention_kv_cache_debug_get_kv", {object, id, int64_t{0}, length, keys, values});
      const std::vector<float> k = floatsOf(keys), v = floatsOf(values);
      const size_t part = static_cast<size_t>(setup.heads * setup.width);
      for (size_t layer = 0; layer < static_cast<size_t>(layers); ++layer)
        for (size_t i = 0; i < sequence.tokens.size(); ++i)
          for (size_t d = 0; d < part; ++d) {
            const size_t place = (layer * sequence.tokens.size() + i) * part + d;
            ASSERT_EQ(k[place], sequence.tokens[i][d] + static_cast<float>(layer) * 0.25F)
                << "key " << i << " of sequence " << id;
            ASSERT_EQ(v[place], sequence.tokens[i][part + d] + static_cast<float>(layer) * 0.25F)
                << "value " << i << " of sequence " << id;
          }
    }
    ASSERT_EQ(call("attention_kv_cache_get_total_sequence_length", {object}).cast<int64_t>(), total);
  }
  int64_t freePages() { return call("attention_kv_cache_get_num_available_pages", {object}).cast<int64_t>(); }
  int64_t length(int64_t id) { return static_cast<int64_t>(held.at(id).tokens.size()); }

  using Token = std::vector<float>;  ///< keys of all heads, then values
  struct Held {
    std::vector<Token> tokens;
    int64_t window = -1, sink = 0;
    void applyWindow() {
      const auto size = static_cast<int64_t>(tokens.size());
      if (window >= 0 && size > window) tokens.erase(tokens.begin() + sink, tokens.begin() + sink + (size - window));
    }
  };
  KvSetup setup;
  std::shared_ptr<KvCounts> counts = std::make_shared<KvCounts>();
  KvCaller call;
  ffi::Any object;
  std::map<int64_t, Held> held;
  std::mt19937 random{7};

 private:
  /// Compares the attention of one token over `seen`, the last of which is the token itself.
  void compare(int64_t id, size_t layer, const float* query, const std::vector<Token>& seen, const float* got) const {
    const float shift = static_cast<float>(layer) * 0.25F;
    const auto part = static_cast<size_t>(setup.heads * setup.width);
    for (int64_t head = 0; head < setup.heads; ++head) {
      const auto first = static_cast<size_t>(head * setup.width);
      std::vector<double> weights, result(static_cast<size_t>(setup.width), 0.0);
      double sum = 0;
      for (const Token& token : seen) {
        double dot = 0;
        for (size_t d = 0; d < result.size(); ++d)
          dot += double{query[first + d] + shift} * double{token[first + d] + shift};
        weights.push_back(std::exp(dot * kKvScale));
        sum += weights.back();
      }
      for (size_t i = 0; i < seen.size(); ++i)
        for (size_t d = 0; d < result.size(); ++d) result[d] += weights[i] / sum * (seen[i][part + first + d] + shift);
      for (size_t d = 0; d < result.size(); ++d)
        ASSERT_NEAR(got[first + d], result[d], 2e-5)
            << "sequence " << id << ", layer " << layer << ", " << seen.size() << " tokens";
    }
  }
};

}  // namespace relaxscope::testing

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/host_calls.h"

#include <algorithm>

namespace relaxscope {
namespace {

constexpr std::string_view kInvokeClosure = "vm.builtin.invoke_closure";
constexpr std::string_view kFamilies[] = {"vm.builtin.kv_state_", "vm.builtin.attention_kv_cache_", "vm.builtin.rnn_state_"};

constexpr HostCall kCalls[] = {
    {"vm.builtin.kv_state_add_sequence", "state, sequence_id"},
    {"vm.builtin.kv_state_begin_forward", "state, sequence_ids, append_lengths"},
    {"vm.builtin.kv_state_end_forward", "state"},
    {"vm.builtin.kv_state_fork_sequence", "state, parent_id, child_id"},
    {"vm.builtin.kv_state_popn", "state, sequence_id, count"},
    {"vm.builtin.kv_state_remove_sequence", "state, sequence_id"},
    {"vm.builtin.kv_state_clear", "state"},
    {kInvokeClosure, "closure"},
    {"vm.builtin.attention_kv_cache_create", "initial, shape, filled"},
    {"vm.builtin.attention_kv_cache_append", "cache, rows"},
    {"vm.builtin.attention_kv_cache_update", "cache, rows"},
    {"vm.builtin.attention_kv_cache_window_override", "cache, rows, window"},
    {"vm.builtin.attention_kv_cache_window_override_with_sinks", "cache, rows, window, sinks"},
    {"vm.builtin.attention_kv_cache_view", "cache"},
    {"vm.builtin.attention_kv_cache_array_popn", "caches, count"},
    {"vm.builtin.attention_kv_cache_array_clear", "caches"},
    {"vm.builtin.attention_kv_cache_empty", "cache"},
    {"vm.builtin.attention_kv_cache_get_num_available_pages", "cache"},
    {"vm.builtin.attention_kv_cache_get_total_sequence_length", "cache"},
    {"vm.builtin.attention_kv_cache_get_sequence_length", "cache, sequence_id"},
    {"vm.builtin.attention_kv_cache_get_query_positions", "cache"},
    {"vm.builtin.attention_kv_cache_enable_sliding_window_for_seq", "cache, sequence_id, window, sinks"},
    {"vm.builtin.attention_kv_cache_commit_accepted_token_tree_nodes", "cache, sequence_ids, last_accepted"},
    {"vm.builtin.attention_kv_cache_attention_with_fused_qkv", "cache, layer, scale, qkv, output"},
    {"vm.builtin.attention_kv_cache_self_attention", "cache, layer, scale, q, k, v, output, lse"},
    {"vm.builtin.attention_kv_cache_cross_attention", "cache, layer, scale, q, output, lse"},
    {"vm.builtin.attention_kv_cache_attention_with_shared_kv", "cache, layer, scale, q, k, v, output"},
    {"vm.builtin.attention_kv_cache_append_mla_kv", "cache, layer, rows"},
    {"vm.builtin.attention_kv_cache_merge_attn_output_inplace", "cache, output, lse, other_output, other_lse"},
    {"vm.builtin.attention_kv_cache_debug_get_kv", "cache, sequence_id, from, to, keys, values"},
    {"vm.builtin.attention_kv_cache_debug_get_kv_mla", "cache, sequence_id, from, to, rows"},
    {"vm.builtin.rnn_state_create", "layers, sequences, history, readers, writers, initial"},
    {"vm.builtin.rnn_state_get", "state, layer, state_id, output"},
    {"vm.builtin.rnn_state_set", "state, layer, state_id, values"},
    {"vm.builtin.rnn_state_debug_get", "state, layer, state_id, sequence_id"},
};

}  // namespace

std::span<const HostCall> hostCalls() { return kCalls; }

bool isStateCall(std::string_view name) {
  return std::any_of(std::begin(kFamilies), std::end(kFamilies), [&](std::string_view family) { return name.starts_with(family); });
}

bool isHostCall(std::string_view name) { return name == kInvokeClosure || isStateCall(name); }

std::vector<std::string_view> hostCallParams(std::string_view name) {
  const auto found = std::find_if(std::begin(kCalls), std::end(kCalls), [&](const HostCall& call) { return call.name == name; });
  std::vector<std::string_view> params;
  if (found == std::end(kCalls)) return params;
  for (std::string_view rest = found->params; !rest.empty();) {
    const size_t comma = rest.find(',');
    params.push_back(rest.substr(0, comma));
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 2);
  }
  return params;
}

}  // namespace relaxscope

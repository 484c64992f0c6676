// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/builtins/table.h"

#include <fmt/format.h>

#include <unordered_map>

namespace relaxscope {
namespace {

/// Families of which only TVM's runtime has all, or those of today, by the beginning of their names.
struct MissingFamily {
  const char* prefix;
  const char* family;
};
constexpr MissingFamily kMissing[] = {
    {"vm.builtin.attention_kv_cache_export_", "KV cache checkpoint"},
    {"vm.builtin.attention_kv_cache_import_", "KV cache checkpoint"},
    {"vm.builtin.attention_kv_cache_prepare_import", "KV cache checkpoint"},
    {"vm.builtin.attention_kv_cache_finish_import", "KV cache checkpoint"},
    {"vm.builtin.attention_kv_cache_get_checkpoint_metadata", "KV cache checkpoint"},
    {"vm.builtin.attention_kv_cache_get_layout_hash", "KV cache checkpoint"},
    {"vm.builtin.attention_kv_cache_", "attention KV cache"},
    {"vm.builtin.paged_attention_kv_cache_", "paged attention KV cache"},
    {"vm.builtin.kv_state_", "KV state"},
    {"vm.builtin.kv_cache_disagg_", "KV cache transfer"},
    {"vm.builtin.kv_cache_", "KV cache"},
    {"vm.builtin.rnn_state_", "RNN state"},
    {"vm.builtin.sample_top_p_from_prob", "sampling"},
    {"vm.builtin.sample_top_p_from_logits", "sampling"},
    {"vm.builtin.apply_", "sampling"},
    {"vm.builtin.multinomial_from_uniform", "sampling"},
    {"vm.builtin.parallel_sampling_from_prob", "sampling"},
    {"vm.builtin.tensor_cache", "tensor cache"},
    {"vm.builtin.ndarray_cache", "tensor cache"},
    {"vm.builtin.param_", "tensor cache"},
    {"runtime.disco", "distributed runtime"},
};

/// Functions of others, and where they usually live.
struct ForeignFamily {
  const char* prefix;
  const char* home;
};
constexpr ForeignFamily kForeign[] = {
    {"tvm.contrib.sort.", "in TVM's libtvm_runtime_extra"},
    {"tvm.contrib.random.", "in TVM's libtvm_runtime_extra"},
    {"tvm.contrib.cblas.", "in a TVM runtime built with a BLAS"},
    {"tvm.contrib.mkl.", "in a TVM runtime built with MKL"},
    {"tvm.contrib.dnnl", "in a TVM runtime built with oneDNN"},
    {"tvm.contrib.cublas", "in a TVM runtime built with CUDA"},
    {"tvm.contrib.cudnn", "in a TVM runtime built with cuDNN"},
    {"tvm.contrib.thrust.", "in a TVM runtime built with Thrust"},
    {"tvm.contrib.vllm.", "in a TVM runtime built with vLLM's kernels"},
    {"cutlass.", "in a TVM runtime built with CUTLASS"},
    {"fastertransformer.", "in a TVM runtime built with CUTLASS"},
    {"flashinfer.", "in FlashInfer's own library"},
    {"mlc.", "in MLC LLM's own library"},
    {"runtime.", "in TVM's own runtime"},
    {"relax.run.", "in TVM's Python package"},
};

}  // namespace

const std::vector<BuiltinEntry>& builtinTable() {
  static const std::vector<BuiltinEntry> table = [] {
    std::vector<BuiltinEntry> rows;
    for (const auto family : {checkBuiltins(), shapeBuiltins(), memoryBuiltins(), valueBuiltins(), callBuiltins(), runBuiltins(), uniqueBuiltins(),
                              prototypeBuiltins(), gpuBuiltins(), kvStateBuiltins(), pagedKvBuiltins(), appendKvBuiltins(), rnnStateBuiltins()})
      rows.insert(rows.end(), family.begin(), family.end());
    return rows;
  }();
  return table;
}

int32_t findBuiltinEntry(std::string_view name) {
  static const std::unordered_map<std::string_view, int32_t> index = [] {
    std::unordered_map<std::string_view, int32_t> places;
    const auto& table = builtinTable();
    for (size_t i = 0; i < table.size(); ++i) places.emplace(table[i].name, static_cast<int32_t>(i));
    return places;
  }();
  const auto at = index.find(name);
  return at == index.end() ? -1 : at->second;
}

std::string missingBuiltinReason(std::string_view name) {
  for (const MissingFamily& row : kMissing)
    if (name.starts_with(row.prefix)) return fmt::format("one of the {} builtins, which only TVM's own runtime has", row.family);
  if (name.starts_with("vm.builtin.")) return "a builtin this engine does not know";
  for (const ForeignFamily& row : kForeign)
    if (name.starts_with(row.prefix)) return fmt::format("usually {}", row.home);
  return {};
}

}  // namespace relaxscope

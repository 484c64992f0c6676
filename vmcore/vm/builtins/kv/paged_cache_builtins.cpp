// SPDX-License-Identifier: Apache-2.0
// The builtins of the paged KV cache: its creation and vm.builtin.attention_kv_cache_*. Argument lists of TVM 0.21
// to 0.27 (src/runtime/vm/{paged_kv_cache.cc,kv_state.cc}); those of older releases differ and are refused.
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/vm/builtins/kv/paged_cache.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

constexpr const char* kWanted = "a paged KV cache";
/// Default window size of layers with a window.
constexpr int64_t kLayerWindow = 1024;

// ---- creation ------------------------------------------------------------------------------------------

int64_t positive(const Args& args, int64_t value, const char* what) {
  if (value < 1 || value > INT32_MAX)
    raise("ValueError", fmt::format("{}: {} {} is out of range (1 to {})", args.name(), value, what, INT32_MAX));
  return value;
}

/// Reads argument 0: Shape(sequences, tokens of all sequences, tokens per forward step, tokens per page, whether
/// sequences slide [, window of layers]).
void readSizes(const Args& args, PagedKvConfig& config) {
  const ffi::ShapeView sizes = args.shape(0);
  if (sizes.size() != 5 && sizes.size() != 6)
    raise("ValueError", fmt::format("{} expects 5 or 6 numbers in argument 0, but got {}", args.name(), sizes.size()));
  const int64_t sequences = positive(args, sizes[0], "sequences"), tokens = positive(args, sizes[1], "tokens");
  config.prefillTokens = positive(args, sizes[2], "tokens of a forward step");
  config.pageSize = positive(args, sizes[3], "tokens of a page");
  config.slides = sizes[4] != 0;
  config.layerWindow = positive(args, sizes.size() == 6 ? sizes[5] : kLayerWindow, "tokens of a layer's window");
  // One page more than the tokens need; each sequence with a sliding window may have two partly filled pages.
  config.pages = (tokens + config.pageSize - 1) / config.pageSize + 1 + (config.slides ? 2 * sequences : 0);
  if (config.pages > INT32_MAX / config.pageSize)
    raise("ValueError", fmt::format("{}: {} pages of {} tokens exceed what this cache can index", args.name(),
                                    config.pages, config.pageSize));
}

/// Reads the range of layers of this cache and the kind of each layer.
void readLayers(const Args& args, PagedKvConfig& config) {
  const ffi::ShapeView partition = args.shape(1), kinds = args.shape(6);
  if (partition.size() != 2)
    raise("ValueError", fmt::format("{}: layers in {} groups; several groups need TVM's distributed runtime",
                                    args.name(), static_cast<int64_t>(partition.size()) - 1));
  config.firstLayer = partition[0];
  if (partition[0] < 0 || partition[1] <= partition[0] || static_cast<uint64_t>(partition[1]) > kinds.size())
    raise("ValueError", fmt::format("{}: invalid range of layers {} to {}: there are {}", args.name(), partition[0],
                                    partition[1], kinds.size()));
  const auto is = [&](KvLayerKind kind) { return [kind](int64_t each) { return each == static_cast<int64_t>(kind); }; };
  for (size_t i = 0; i < kinds.size(); ++i) {
    const int64_t kind = kinds[i];
    if (!is(KvLayerKind::Heads)(kind) && !is(KvLayerKind::Latent)(kind) && !is(KvLayerKind::HeadsWindow)(kind))
      raise(
          "ValueError",
          fmt::format(
              "{}: layer {} is of kind {}, which this engine does not support (0: heads, 1: latent, 3: heads with a window)",
              args.name(), i, kind));
    const auto at = static_cast<int64_t>(i);
    if (at >= partition[0] && at < partition[1]) config.layers.push_back(static_cast<KvLayerKind>(kind));
  }
  const bool window = std::any_of(kinds.begin(), kinds.end(), is(KvLayerKind::HeadsWindow));
  const bool latent = std::any_of(kinds.begin(), kinds.end(), is(KvLayerKind::Latent));
  if (!window) config.layerWindow = 0;
  // Windows of layers replace those of sequences; in-kernel rotary embedding remains as set for sliding sequences.
  if (config.slides && config.rotary != KvRotary::Never) config.rotary = KvRotary::InAttention;
  if (window) config.slides = false;
  if (latent && config.slides)
    raise("ValueError", fmt::format("{}: layers with latent vectors do not support sliding windows", args.name()));
  if (config.keyWidth != config.valueWidth && !std::all_of(kinds.begin(), kinds.end(), is(KvLayerKind::Latent)))
    raise("ValueError", fmt::format("{}: keys of width {} and values of width {} do not fit in the same pages",
                                    args.name(), config.keyWidth, config.valueWidth));
}

PagedKvConfig readConfig(const Engine& engine, const Args& args) {
  PagedKvConfig config;
  readSizes(args, config);
  config.queryHeads = positive(args, args.integer(2), "query heads");
  config.kvHeads = positive(args, args.integer(3), "heads of keys and values");
  config.keyWidth = positive(args, args.integer(4), "elements of a key");
  config.valueWidth = positive(args, args.integer(5), "elements of a value");
  if (args.integer(7) != 0)
    raise("ValueError",
          fmt::format("{}: the transfer of a KV cache between hosts needs TVM's own runtime", args.name()));
  const int64_t rotary = args.integer(8);
  if (rotary < 0 || rotary > 2)
    raise("ValueError", fmt::format("{}: rotary embedding mode {}; supported are 0, 1 and 2", args.name(), rotary));
  config.rotary = static_cast<KvRotary>(rotary);
  config.rotaryScale = args.number(9);
  config.rotaryTheta = args.number(10);
  const DLTensor& sample = args.cpuTensor(12);
  config.dtype = sample.dtype;
  if (sample.dtype.bits < 8 || sample.dtype.bits % 8 != 0)
    raise("ValueError", fmt::format("{}: a KV cache cannot have elements of {}", args.name(), dtypeName(sample.dtype)));
  readLayers(args, config);
  if (tensorOf(args[11]) != nullptr) {
    static_cast<void>(args.cpuTensor(11));
    if (config.rotary != KvRotary::BeforeAttention)
      raise("ValueError", fmt::format("{}: factors of the rotary embedding fit mode 1, not {}", args.name(),
                                      static_cast<int>(config.rotary)));
    config.rotaryFactors = ownedValue(engine.allocator, args[11], engine.layout);
  }
  return config;
}

ffi::Function optionalFunction(const Args& args, int32_t i) {
  return args[i].type_index == ffi::TypeIndex::kTVMFFIFunction ? args.function(i) : ffi::Function(nullptr);
}

/// A kernel with its backend: ("tirx", function), in older programs ("tir", function); () means none.
ffi::Function backendFunction(const Args& args, int32_t i) {
  const ffi::ArrayObj& fields = args.tuple(i);
  if (fields.size() == 0) return ffi::Function(nullptr);
  const auto backend = fields.begin()->as<ffi::String>();
  if (!backend.has_value())
    raise("TypeError", fmt::format("{} expects the name of a backend in argument {}", args.name(), i));
  const std::string name = *backend;
  if (name != "tirx" && name != "tir")
    raise(
        "ValueError",
        fmt::format(
            "{}: argument {} is a kernel of {}; only kernels of the executable itself run here, others need TVM's own runtime",
            args.name(), i, name));
  const auto function = fields.size() < 2 ? std::nullopt : (fields.begin() + 1)->as<ffi::Function>();
  if (!function.has_value()) raise("TypeError", fmt::format("{} expects a function in argument {}", args.name(), i));
  return *function;
}

PagedKvKernels readKernels(const Args& args) {
  PagedKvKernels kernels;
  kernels.appendHeads = optionalFunction(args, 13);
  kernels.appendLatent = optionalFunction(args, 14);
  kernels.raggedPrefill = backendFunction(args, 15);
  kernels.prefill = backendFunction(args, 16);
  kernels.decode = backendFunction(args, 17);
  kernels.prefillWindow = backendFunction(args, 18);
  kernels.decodeWindow = backendFunction(args, 19);
  // Arguments 20 and 21 are for token trees, 27 compacts their accepted branches.
  kernels.latentPrefill = backendFunction(args, 22);
  const ffi::ArrayObj& merge = args.tuple(23);
  if (merge.size() == 0)
    raise("ValueError", fmt::format("{}: argument 23 holds no function for merging results", args.name()));
  for (const ffi::Any& each : merge) {
    const auto function = each.as<ffi::Function>();
    if (!function.has_value()) raise("TypeError", fmt::format("{} expects functions in argument 23", args.name()));
    kernels.merge.push_back(*function);
  }
  kernels.splitRotary = args.function(24);
  kernels.copyPage = args.function(25);
  kernels.debugGet = args.function(26);
  return kernels;
}

/// paged_attention_kv_cache_create(sizes, layers of the groups, query heads, kv heads, key width, value width, kinds of
/// layers, transfer, rotary mode, scale, theta, factors | any, sample of the dtype, 13 to 27: kernels [, unused])
void createPagedCache(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::PagedKvCacheCreate, data, count);
  args.expect(28, 29);
  PagedKvConfig config = readConfig(*engine, args);
  setObject(result,
            ffi::make_object<KvStateObj>(
                *engine, std::make_unique<PagedKvCache>(std::move(config), readKernels(args), engine->allocator)));
}

// ---- sequences and sizes -------------------------------------------------------------------------------

PagedKvCache& pagedCacheOf(const Args& args) { return kvStateOf<PagedKvCache>(args, 0, kWanted); }

/// enable_sliding_window_for_seq(cache, id, window, sink)
void enableWindow(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvCacheEnableSlidingWindow, data, count);
  args.expect(4);
  PagedKvCache& cache = pagedCacheOf(args);
  named(args.name(), [&] { cache.enableWindow(args.integer(1), args.integer(2), args.integer(3)); });
}

/// commit_accepted_token_tree_nodes(cache, Shape(ids), Shape(last accepted token of each, -1: none))
void acceptDraft(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvCacheCommitAccepted, data, count);
  args.expect(3);
  PagedKvCache& cache = pagedCacheOf(args);
  const ffi::ShapeView ids = args.shape(1), leaves = args.shape(2);
  named(args.name(), [&] { cache.acceptDraft({ids.data(), ids.size()}, {leaves.data(), leaves.size()}); });
}

/// empty(cache) -> bool
void empty(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheEmpty, data, count);
  args.expect(1);
  *result = pagedCacheOf(args).table().empty();
}

/// get_num_available_pages(cache) -> int
void availablePages(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheAvailablePages, data, count);
  args.expect(1);
  *result = int64_t{pagedCacheOf(args).table().freePages()};
}

/// get_total_sequence_length(cache) -> int
void totalLength(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheTotalLength, data, count);
  args.expect(1);
  *result = pagedCacheOf(args).table().totalLength();
}

/// get_sequence_length(cache, id) -> int
void sequenceLength(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheSequenceLength, data, count);
  args.expect(2);
  const PagedKvCache& cache = pagedCacheOf(args);
  *result = named(args.name(), [&] { return cache.table().sequence(args.integer(1)).length; });
}

/// get_query_positions(cache) -> int32 [tokens of the forward step]
void queryPositions(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheQueryPositions, data, count);
  args.expect(1);
  const PagedKvCache& cache = pagedCacheOf(args);
  *result = named(args.name(), [&] { return cache.queryPositions(); });
}

/// debug_get_kv(cache, id, from, to, keys, values)
void debugGetKv(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvCacheDebugGet, data, count);
  args.expect(6);
  const PagedKvCache& cache = pagedCacheOf(args);
  named(args.name(), [&] { cache.debugGet(args, args.integer(1), args.integer(2), args.integer(3), 4, 5); });
}

/// debug_get_kv_mla(cache, id, from, to, latent vectors)
void debugGetLatent(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvCacheDebugGetLatent, data, count);
  args.expect(5);
  const PagedKvCache& cache = pagedCacheOf(args);
  named(args.name(), [&] { cache.debugGet(args, args.integer(1), args.integer(2), args.integer(3), 4, -1); });
}

// ---- attention -----------------------------------------------------------------------------------------

/// attention_with_fused_qkv(cache, layer, scale, qkv, output)
void attendFused(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvCacheAttendFused, data, count);
  args.expect(5);
  PagedKvCache& cache = pagedCacheOf(args);
  named(args.name(), [&] { cache.attendFused(args, args.integer(1), args.number(2), 3, 4); });
}

/// self_attention(cache, layer, scale, q, k, v, output, lse)
void attendSelf(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvCacheSelfAttention, data, count);
  args.expect(8);
  PagedKvCache& cache = pagedCacheOf(args);
  named(args.name(), [&] { cache.attendSelf(args, args.integer(1), args.number(2), 3, 4, 5, 6, 7); });
}

/// cross_attention(cache, layer, scale, q, output, lse)
void attendStored(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvCacheCrossAttention, data, count);
  args.expect(6);
  PagedKvCache& cache = pagedCacheOf(args);
  named(args.name(), [&] { cache.attendStored(args, args.integer(1), args.number(2), 3, 4, 5); });
}

/// attention_with_shared_kv(cache, layer that stores, scale, q, its keys, its values, output)
void attendShared(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any*) {
  const Args args(BuiltinId::KvCacheAttendShared, data, count);
  args.expect(7);
  PagedKvCache& cache = pagedCacheOf(args);
  named(args.name(), [&] { cache.attendShared(args, args.integer(1), args.number(2), 3, 4, 5, 6); });
}

/// append_mla_kv(cache, layer, latent vectors) -> cache
void appendLatent(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheAppendLatent, data, count);
  args.expect(3);
  PagedKvCache& cache = pagedCacheOf(args);
  named(args.name(), [&] { cache.appendLatent(args, args.integer(1), 2); });
  *result = ffi::Any(ffi::AnyView::CopyFromTVMFFIAny(args[0]));
}

/// merge_attn_output_inplace(cache, output, lse, other output, other lse) -> (output, lse)
void mergeResults(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::KvCacheMergeOutput, data, count);
  args.expect(5);
  const PagedKvCache& cache = pagedCacheOf(args);
  named(args.name(), [&] { cache.mergeResults(args, 1, 2, 3, 4); });
  *result = ffi::Array<ffi::Any>{ownedValue(engine->allocator, args[1], engine->layout),
                                 ownedValue(engine->allocator, args[2], engine->layout)};
}

constexpr BuiltinEntry kPagedCacheRows[] = {
    {BuiltinId::PagedKvCacheCreate, createPagedCache},  {BuiltinId::KvCacheEnableSlidingWindow, enableWindow},
    {BuiltinId::KvCacheCommitAccepted, acceptDraft},    {BuiltinId::KvCacheEmpty, empty},
    {BuiltinId::KvCacheAvailablePages, availablePages}, {BuiltinId::KvCacheTotalLength, totalLength},
    {BuiltinId::KvCacheSequenceLength, sequenceLength}, {BuiltinId::KvCacheQueryPositions, queryPositions},
    {BuiltinId::KvCacheDebugGet, debugGetKv},           {BuiltinId::KvCacheDebugGetLatent, debugGetLatent},
    {BuiltinId::KvCacheAttendFused, attendFused},       {BuiltinId::KvCacheSelfAttention, attendSelf},
    {BuiltinId::KvCacheCrossAttention, attendStored},   {BuiltinId::KvCacheAttendShared, attendShared},
    {BuiltinId::KvCacheAppendLatent, appendLatent},     {BuiltinId::KvCacheMergeOutput, mergeResults},
};
static_assert(implementsFamily(kPagedCacheRows, BuiltinFamily::PagedKvCache));

}  // namespace

std::span<const BuiltinEntry> pagedKvBuiltins() { return kPagedCacheRows; }

}  // namespace relaxscope

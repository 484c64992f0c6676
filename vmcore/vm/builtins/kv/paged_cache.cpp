// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/builtins/kv/paged_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "vmcore/vm/nested_call.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {
namespace {

constexpr DLDataType kFloat32{kDLFloat, 32, 1};
/// Rotary embedding of layers with a window, independent of the other layers' parameters.
constexpr double kWindowTheta = 10000, kWindowScale = 1;
constexpr int64_t kAnyExtent = -1;  ///< an extent that may be anything

ffi::AnyView view(const Args& args, int32_t i) { return ffi::AnyView::CopyFromTVMFFIAny(args[i]); }
ffi::AnyView view(const ffi::Tensor& tensor) { return ffi::AnyView(tensor); }

/// Calls a kernel of the executable; `what` describes it in the error for a missing kernel.
template <class... Arguments>
void callKernel(const ffi::Function& kernel, const char* what, Arguments&&... arguments) {
  if (kernel == nullptr)
    raise("RuntimeError", fmt::format("the KV cache was created without its function for {}", what));
  const ffi::AnyView given[] = {ffi::AnyView(arguments)...};
  callNestedKernel(kernel, given, static_cast<int32_t>(sizeof...(arguments)));
}

/// The first `rows` rows of a compact tensor argument; the argument itself if it has exactly `rows` rows.
ffi::Any firstRows(const Args& args, int32_t i, int64_t rows) {
  const DLTensor& all = args.tensor(i);
  if (all.shape[0] == rows) return ffi::Any(view(args, i));
  if (!ffi::IsContiguous(all))
    raise("ValueError", fmt::format("{} expects a compact tensor as argument {}", args.name(), i));
  std::vector<int64_t> shape(all.shape, all.shape + all.ndim);
  shape[0] = rows;
  ffi::ObjectPtr<ffi::Object> owner;  // null for a borrowed DLTensor, which outlives the call
  if (args[i].type_index == ffi::TypeIndex::kTVMFFITensor)
    owner = ffi::detail::ObjectUnsafe::ObjectPtrFromUnowned<ffi::Object>(reinterpret_cast<ffi::Object*>(args[i].v_obj));
  return ffi::Tensor(makeTensorIn(std::move(owner), tensorData(all), shape.data(), all.ndim, all.dtype, all.device));
}

/// Writes the result of attention over no tokens, the neutral element of merging.
void writeEmptyResult(const Args& args, int32_t output, int32_t lse) {
  constexpr float kNone = -5e4F;  // the kernels' initial value
  const DLTensor &values = args.cpuTensor(output), &sums = args.cpuTensor(lse);
  if (!ffi::IsContiguous(values) || !ffi::IsContiguous(sums) || sums.dtype.code != kDLFloat || sums.dtype.bits != 32 ||
      sums.dtype.lanes != 1)
    raise("ValueError", fmt::format("{} expects compact tensors and a float32 one as argument {}", args.name(), lse));
  std::memset(tensorData(values), 0, tensorBytes(values.shape, values.ndim, values.dtype));
  std::fill_n(reinterpret_cast<float*>(tensorData(sums)), elementCount(sums.shape, sums.ndim), kNone);
}

}  // namespace

PagedKvCache::PagedKvCache(PagedKvConfig config, PagedKvKernels kernels, std::shared_ptr<Allocator> allocator)
    : config_(std::move(config)),
      kernels_(std::move(kernels)),
      allocator_(std::move(allocator)),
      table_(static_cast<int32_t>(config_.pages), static_cast<int32_t>(config_.pageSize), config_.slides) {
  const PagedKvConfig& c = config_;
  bool heads = false;
  for (size_t layer = 0; layer < c.layers.size(); ++layer) {
    heads = heads || usesHeads(layer);
    pages_.push_back(usesHeads(layer) ? newTensor({c.pages, 2, c.kvHeads, c.pageSize, c.keyWidth}, c.dtype)
                                      : newTensor({c.pages, c.pageSize, c.keyWidth}, c.dtype));
  }
  if (heads) {
    scratch_.q = newTensor({c.prefillTokens, c.queryHeads, c.keyWidth}, c.dtype);
    scratch_.k = newTensor({c.prefillTokens, c.kvHeads, c.keyWidth}, c.dtype);
    scratch_.v = newTensor({c.prefillTokens, c.kvHeads, c.valueWidth}, c.dtype);
  }
  scratch_.output = newTensor({c.prefillTokens, c.queryHeads, c.valueWidth}, c.dtype);
  scratch_.lse = newTensor({c.prefillTokens, c.queryHeads}, kFloat32);
  scratch_.mergedLse = newTensor({c.prefillTokens, c.queryHeads}, kFloat32);
}

ffi::Tensor PagedKvCache::newTensor(std::vector<int64_t> shape, DLDataType dtype) const {
  return ffi::Tensor(makeTensor(allocator_, shape.data(), static_cast<int64_t>(shape.size()), dtype));
}

ffi::Tensor PagedKvCache::rows(const ffi::Tensor& tensor, int64_t tokens) {
  const DLTensor& all = *tensor.GetDLTensorPtr();
  std::vector<int64_t> shape(all.shape, all.shape + all.ndim);
  shape[0] = tokens;
  return ffi::Tensor(makeTensorIn(ffi::detail::ObjectUnsafe::ObjectPtrFromObjectRef<ffi::Object>(tensor), all.data,
                                  shape.data(), all.ndim, all.dtype, all.device));
}

// ---- sequences -----------------------------------------------------------------------------------------

void PagedKvCache::clear() {
  table_.clear();
  draft_.clear();
  step_ = nullptr;
}

void PagedKvCache::forget(int64_t id) {
  draft_.erase(id);
  if (step_ == nullptr) return;
  // The forward step's arrays are no longer valid for this sequence.
  const auto& appends = step_->appends;
  if (std::any_of(appends.begin(), appends.end(), [&](const KvAppend& each) { return each.id == id; })) step_ = nullptr;
}

void PagedKvCache::removeSequence(int64_t id) {
  table_.remove(id);
  forget(id);
}

void PagedKvCache::runCopy(const KvPageCopy& copy, int64_t owner) {
  if (copy.slidOut) step_ = nullptr;  // its arrays may refer to this page
  try {
    for (const ffi::Tensor& pages : pages_)
      callKernel(kernels_.copyPage, "copying a page", pages, copy.from, copy.to, copy.length);
  } catch (...) {
    if (table_.has(owner)) removeSequence(owner);  // its last page would be uninitialised
    throw;
  }
}

void PagedKvCache::forkSequence(int64_t parent, int64_t child, int64_t position) {
  if (draft_.contains(parent))
    throw KvFault{"ValueError",
                  fmt::format("the draft tokens of sequence {} were neither accepted nor dropped", parent)};
  const auto copy = table_.fork(parent, child, position);
  forget(parent);
  if (copy) runCopy(*copy, child);
}

void PagedKvCache::popTokens(int64_t id, int64_t count) {
  const auto copy = table_.pop(id, count);
  if (count == 0) return;
  forget(id);
  if (copy) runCopy(*copy, id);
}

void PagedKvCache::enableWindow(int64_t id, int64_t window, int64_t sink) {
  if (!config_.slides && config_.layerWindow == 0)
    throw KvFault{"ValueError", "the KV cache was created without support for sliding windows"};
  table_.slide(id, window, sink);
}

void PagedKvCache::beginForward(Ids ids, Ids lengths, bool draft) {
  checkForwardStep(ids, lengths);
  int64_t room = config_.prefillTokens;
  for (size_t i = 0; i < ids.size(); ++i) {
    static_cast<void>(table_.sequence(ids[i]));
    if (lengths[i] > room)
      throw KvFault{"ValueError",
                    fmt::format("a forward step of more than {} tokens, the prefill chunk of this KV cache",
                                config_.prefillTokens)};
    room -= lengths[i];
    if (!draft && draft_.contains(ids[i]))
      throw KvFault{"ValueError",
                    fmt::format("the draft tokens of sequence {} were neither accepted nor dropped", ids[i])};
  }
  if (draft && config_.slides)
    throw KvFault{"ValueError", "a KV cache with sliding windows does not support draft tokens"};
  step_ = beginKvForwardStep(table_, ids, lengths, config_.layerWindow, allocator_);
  for (size_t i = 0; draft && i < ids.size(); ++i) draft_[ids[i]] += lengths[i];
}

void PagedKvCache::acceptDraft(Ids ids, Ids leaves) {
  if (ids.size() != leaves.size())
    throw KvFault{"ValueError", fmt::format("{} sequence ids but {} tokens", ids.size(), leaves.size())};
  if (const auto twice = duplicateId(ids)) throw KvFault{"ValueError", fmt::format("duplicate sequence {}", *twice)};
  for (size_t i = 0; i < ids.size(); ++i) {
    static_cast<void>(table_.sequence(ids[i]));
    const auto found = draft_.find(ids[i]);
    if (found == draft_.end()) throw KvFault{"ValueError", fmt::format("sequence {} has no draft tokens", ids[i])};
    if (leaves[i] < -1 || leaves[i] >= found->second)
      throw KvFault{"ValueError", fmt::format("token {} is not among the {} draft tokens of sequence {}", leaves[i],
                                              found->second, ids[i])};
  }
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto found = draft_.find(ids[i]);
    if (found == draft_.end())
      throw KvFault{"ValueError",
                    fmt::format("sequence {} has no draft tokens", ids[i])};  // a kernel changed the state
    const int64_t dropped = found->second - leaves[i] - 1;
    draft_.erase(found);
    popTokens(ids[i], dropped);
  }
}

// ---- attention -----------------------------------------------------------------------------------------

std::shared_ptr<const KvForwardStep> PagedKvCache::currentStep() const {
  if (step_ == nullptr) throw KvFault{"RuntimeError", "no forward step is active: call kv_state_begin_forward first"};
  return step_;
}

size_t PagedKvCache::layerIndex(int64_t layer) const {
  const auto layers = static_cast<int64_t>(config_.layers.size());
  if (layer < config_.firstLayer || layer - config_.firstLayer >= layers)
    throw KvFault{"IndexError", fmt::format("layer {} does not exist: the KV cache has layers {} to {}", layer,
                                            config_.firstLayer, config_.firstLayer + layers - 1)};
  return static_cast<size_t>(layer - config_.firstLayer);
}

void PagedKvCache::expectTensor(const Args& args, int32_t i, std::initializer_list<int64_t> shape) const {
  const DLTensor& tensor = args.cpuTensor(i);
  const DLDataType wanted = config_.dtype;
  if (tensor.dtype.code != wanted.code || tensor.dtype.bits != wanted.bits || tensor.dtype.lanes != wanted.lanes)
    throw KvFault{"TypeError", fmt::format("argument {} is a {} tensor, the KV cache holds {}", i,
                                           dtypeName(tensor.dtype), dtypeName(wanted))};
  const bool fits = tensor.ndim == static_cast<int>(shape.size()) &&
                    std::equal(shape.begin(), shape.end(), tensor.shape,
                               [](int64_t extent, int64_t has) { return extent == kAnyExtent || extent == has; });
  if (fits) return;
  std::string text;
  for (const int64_t extent : shape)
    text += (text.empty() ? "" : ", ") + (extent == kAnyExtent ? "any" : std::to_string(extent));
  throw KvFault{"ValueError", fmt::format("argument {} should have shape [{}], not [{}]", i, text,
                                          fmt::join(tensor.shape, tensor.shape + tensor.ndim, ", "))};
}

void PagedKvCache::selfAttention(const KvForwardStep& step, bool heads, ffi::AnyView q, ffi::AnyView k, ffi::AnyView v,
                                 ffi::AnyView output, ffi::AnyView lse, double scale) const {
  constexpr int64_t kCausal = 1;
  const int64_t rotary = heads && config_.rotary == KvRotary::InAttention ? 1 : 0;
  callKernel(kernels_.raggedPrefill, "attention to new tokens", q, step.batchIndptr, k, v, step.batchIndptr,
             step.queryPositions, step.batchPositions, output, lse, kCausal, rotary, config_.rotaryScale,
             config_.rotaryTheta, scale);
}

bool PagedKvCache::storedAttention(const KvForwardStep& step, size_t layer, ffi::AnyView q, ffi::AnyView output,
                                   ffi::AnyView lse, double scale, bool first, bool causal) const {
  const KvLayerKind kind = config_.layers[layer];
  const bool ownWindow = kind == KvLayerKind::HeadsWindow, window = ownWindow || config_.slides;
  const int64_t rotary = config_.rotary == KvRotary::InAttention ? 1 : 0, masked = causal ? 1 : 0;
  const double theta = ownWindow ? kWindowTheta : config_.rotaryTheta,
               rotaryScale = ownWindow ? kWindowScale : config_.rotaryScale;
  const ffi::Tensor otherOutput = rows(scratch_.output, step.tokens), otherLse = rows(scratch_.lse, step.tokens);
  bool computed = false;
  for (const KvDepth& depth : step.depths) {
    const KvPages& pages = ownWindow ? depth.window : depth.all;
    if (depth.all.pageIndices.shape()[0] == 0) continue;
    const ffi::AnyView o = first ? output : view(otherOutput), l = first ? lse : view(otherLse);
    if (kind == KvLayerKind::Latent) {
      callKernel(kernels_.latentPrefill, "attention to latent vectors", q, depth.queryIndptr, pages_[layer],
                 pages.pageIndptr, pages.pageIndices, pages.lengths, o, l, masked, scale);
    } else if (depth.decode) {
      callKernel(window ? kernels_.decodeWindow : kernels_.decode, "decoding", q, pages_[layer], pages.pageIndptr,
                 pages.pageIndices, pages.lengths, pages.positions, step.queryPositions, o, l, rotary, rotaryScale,
                 theta, scale);
    } else {
      callKernel(window ? kernels_.prefillWindow : kernels_.prefill, "prefill", q, depth.queryIndptr, pages_[layer],
                 pages.pageIndptr, pages.pageIndices, pages.lengths, pages.positions, step.queryPositions, o, l, masked,
                 rotary, rotaryScale, theta, scale);
    }
    if (!first) callKernel(kernels_.merge[0], "merging results", output, lse, o, l);
    first = false;
    computed = true;
  }
  return computed;
}

void PagedKvCache::attention(const KvForwardStep& step, size_t layer, ffi::AnyView q, ffi::AnyView k, ffi::AnyView v,
                             ffi::AnyView output, double scale) const {
  const ffi::Tensor lse = rows(scratch_.mergedLse, step.tokens);
  if (!step.appendFirst) selfAttention(step, true, q, k, v, output, view(lse), scale);
  const bool causal = !step.appendFirst && config_.layers[layer] == KvLayerKind::HeadsWindow;
  const bool computed = storedAttention(step, layer, q, output, view(lse), scale, step.appendFirst, causal);
  if (!computed && step.appendFirst)
    throw KvFault{"RuntimeError", "the sequences of the forward step have no cached tokens"};
}

void PagedKvCache::attendFused(const Args& args, int64_t layerId, double scale, int32_t qkv, int32_t output) {
  const auto now = currentStep();
  const size_t layer = layerIndex(layerId);
  if (!usesHeads(layer))
    throw KvFault{"ValueError", fmt::format("layer {} stores latent vectors, not keys and values", layerId)};
  expectTensor(args, qkv, {kAnyExtent, config_.queryHeads + 2 * config_.kvHeads, config_.keyWidth});
  const int64_t given = args.tensor(qkv).shape[0];
  expectTensor(args, output, {given, config_.queryHeads, config_.keyWidth});
  if (given < now->tokens)
    throw KvFault{"ValueError",
                  fmt::format("argument {} has {} tokens, the forward step has {}", qkv, given, now->tokens)};
  const ffi::Any all = firstRows(args, qkv, now->tokens), out = firstRows(args, output, now->tokens);
  const ffi::Tensor q = rows(scratch_.q, now->tokens), k = rows(scratch_.k, now->tokens),
                    v = rows(scratch_.v, now->tokens);
  if (config_.rotaryFactors == nullptr) {
    const int64_t rotate = config_.rotary == KvRotary::BeforeAttention ? 1 : 0;
    callKernel(kernels_.splitRotary, "splitting q, k and v", all, now->queryPositions, q, k, v, rotate);
  } else {
    callKernel(kernels_.splitRotary, "splitting q, k and v", all, now->queryPositions, q, k, v, config_.rotaryFactors);
  }
  const auto store = [&] {
    callKernel(kernels_.appendHeads, "storing keys and values", pages_[layer], k, v, now->places);
  };
  if (now->appendFirst) store();
  attention(*now, layer, view(q), view(k), view(v), out, scale);
  if (!now->appendFirst) store();
}

void PagedKvCache::attendSelf(const Args& args, int64_t layerId, double scale, int32_t q, int32_t k, int32_t v,
                              int32_t output, int32_t lse) {
  const auto now = currentStep();
  const size_t layer = layerIndex(layerId);
  // For latent layers heads and widths of this part differ from the configuration.
  for (const int32_t i : {q, k, v, output}) expectTensor(args, i, {now->tokens, kAnyExtent, kAnyExtent});
  static_cast<void>(args.cpuTensor(lse));
  selfAttention(*now, usesHeads(layer), view(args, q), view(args, k), view(args, v), view(args, output),
                view(args, lse), scale);
}

void PagedKvCache::attendStored(const Args& args, int64_t layerId, double scale, int32_t q, int32_t output,
                                int32_t lse) {
  const auto now = currentStep();
  const size_t layer = layerIndex(layerId);
  expectTensor(args, q, {now->tokens, config_.queryHeads, config_.keyWidth});
  expectTensor(args, output, {now->tokens, config_.queryHeads, config_.valueWidth});
  if (!storedAttention(*now, layer, view(args, q), view(args, output), view(args, lse), scale, true, false))
    writeEmptyResult(args, output, lse);
}

void PagedKvCache::attendShared(const Args& args, int64_t layerId, double scale, int32_t q, int32_t k, int32_t v,
                                int32_t output) {
  const auto now = currentStep();
  const size_t layer = layerIndex(layerId);
  if (!usesHeads(layer))
    throw KvFault{"ValueError", fmt::format("layer {} stores latent vectors, not keys and values", layerId)};
  expectTensor(args, q, {now->tokens, config_.queryHeads, config_.keyWidth});
  expectTensor(args, k, {now->tokens, config_.kvHeads, config_.keyWidth});
  expectTensor(args, v, {now->tokens, config_.kvHeads, config_.valueWidth});
  expectTensor(args, output, {now->tokens, config_.queryHeads, config_.valueWidth});
  attention(*now, layer, view(args, q), view(args, k), view(args, v), view(args, output), scale);
}

void PagedKvCache::appendLatent(const Args& args, int64_t layerId, int32_t values) {
  const auto now = currentStep();
  const size_t layer = layerIndex(layerId);
  if (usesHeads(layer))
    throw KvFault{"ValueError", fmt::format("layer {} stores keys and values, not latent vectors", layerId)};
  expectTensor(args, values, {now->tokens, config_.keyWidth});
  callKernel(kernels_.appendLatent, "storing latent vectors", pages_[layer], view(args, values), now->places);
}

void PagedKvCache::mergeResults(const Args& args, int32_t output, int32_t lse, int32_t otherOutput,
                                int32_t otherLse) const {
  if (kernels_.merge.size() < 2)
    throw KvFault{"RuntimeError", "the KV cache was created without its function for merging attention results"};
  for (const int32_t i : {output, lse, otherOutput, otherLse}) static_cast<void>(args.cpuTensor(i));
  callKernel(kernels_.merge[1], "merging attention results", view(args, output), view(args, lse),
             view(args, otherOutput), view(args, otherLse));
}

ffi::Tensor PagedKvCache::queryPositions() const { return currentStep()->queryPositions; }

void PagedKvCache::debugGet(const Args& args, int64_t id, int64_t from, int64_t to, int32_t keys,
                            int32_t values) const {
  const KvSequence& sequence = table_.sequence(id);
  if (from < 0 || from >= to || to > sequence.length)
    throw KvFault{"ValueError",
                  fmt::format("invalid range of tokens {} to {}: sequence {} has {}", from, to, id, sequence.length)};
  const bool latent = values < 0;
  const auto layers = static_cast<int64_t>(config_.layers.size());
  for (const KvLayerKind kind : config_.layers)
    if (kind != (latent ? KvLayerKind::Latent : KvLayerKind::Heads))
      throw KvFault{"ValueError", latent ? "not all layers store latent vectors"
                                         : "not all layers store the keys and values of all tokens"};
  if (latent) expectTensor(args, keys, {layers, to - from, config_.keyWidth});
  for (const int32_t i : {keys, values})
    if (!latent) expectTensor(args, i, {layers, to - from, config_.kvHeads, config_.keyWidth});
  const std::vector<int32_t> all = table_.places(id);
  const ffi::Tensor places =
      makeInt32Tensor(allocator_, std::span(all).subspan(static_cast<size_t>(from), static_cast<size_t>(to - from)));
  for (int64_t layer = 0; layer < layers; ++layer) {
    const ffi::Tensor& pages = pages_[static_cast<size_t>(layer)];
    if (latent) callKernel(kernels_.debugGet, "reading it back", pages, places, view(args, keys), layer);
    else callKernel(kernels_.debugGet, "reading it back", pages, places, view(args, keys), view(args, values), layer);
  }
}

}  // namespace relaxscope

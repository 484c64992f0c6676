// SPDX-License-Identifier: Apache-2.0
// The paged KV cache of attention layers: keys and values of all sequences in pages of one tensor per layer, and
// attention over them by kernels of the executable. The order of kernel calls and their arguments follow TVM's
// src/runtime/vm/paged_kv_cache.cc and attn_backend.h (0.27). CPU only, without token trees; FlashInfer kernels
// and transfer between hosts are left to TVM's runtime.
#pragma once

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/function.h>

#include <memory>
#include <unordered_map>
#include <vector>

#include "vmcore/vm/builtins/kv/forward_step.h"
#include "vmcore/vm/builtins/kv/page_table.h"
#include "vmcore/vm/builtins/kv/state.h"

namespace relaxscope {

/// What a layer stores per token: keys and values of every head, the same with attention to the last tokens only, or
/// one compressed vector (multi-head latent attention). The numbers are TVM's.
enum class KvLayerKind : uint8_t { Heads = 0, Latent = 1, HeadsWindow = 3 };
/// When rotary embedding is applied to queries and keys.
enum class KvRotary : uint8_t { Never = 0, BeforeAttention = 1, InAttention = 2 };

struct PagedKvConfig {
  int64_t pageSize = 0, pages = 0, prefillTokens = 0;  ///< tokens per page; pages; maximum tokens per forward step
  int64_t firstLayer = 0;
  std::vector<KvLayerKind> layers;  ///< kinds of this cache's layers, starting with firstLayer
  int64_t queryHeads = 0, kvHeads = 0, keyWidth = 0, valueWidth = 0;
  DLDataType dtype{};
  bool slides = false;      ///< sequences may have windows
  int64_t layerWindow = 0;  ///< window size of HeadsWindow layers; 0: no such layers
  KvRotary rotary = KvRotary::Never;
  double rotaryScale = 1, rotaryTheta = 0;
  ffi::Any rotaryFactors;  ///< a tensor, or None
};

/// Functions of the executable; null if the program passed none.
struct PagedKvKernels {
  ffi::Function appendHeads{nullptr}, appendLatent{nullptr};
  ffi::Function raggedPrefill{nullptr};
  ffi::Function prefill{nullptr}, decode{nullptr}, prefillWindow{nullptr}, decodeWindow{nullptr};
  ffi::Function latentPrefill{nullptr};
  std::vector<ffi::Function> merge;  ///< [0]: for results of this cache; [1]: for any results
  ffi::Function splitRotary{nullptr}, copyPage{nullptr}, debugGet{nullptr};
};

class PagedKvCache final : public KvState {
 public:
  /// Allocates the memory of all pages; raises "MemoryLimit" or "MemoryError". The caller has checked the numbers.
  PagedKvCache(PagedKvConfig config, PagedKvKernels kernels, std::shared_ptr<Allocator> allocator);

  void clear() override;
  void addSequence(int64_t id) override { table_.add(id); }
  void removeSequence(int64_t id) override;
  void forkSequence(int64_t parent, int64_t child, int64_t position) override;
  void popTokens(int64_t id, int64_t count) override;
  void beginForward(Ids ids, Ids lengths, bool draft) override;
  void endForward() override { step_ = nullptr; }

  /// Gives a sequence a window of `window` tokens, of which the first `sink` tokens are always kept.
  void enableWindow(int64_t id, int64_t window, int64_t sink);
  /// Accepts the draft tokens of each sequence up to and including `leaves[i]`, -1: none; removes the rest. If a kernel
  /// fails, the sequences before stay accepted and the one whose page it copied is removed.
  void acceptDraft(Ids ids, Ids leaves);

  // Attention of the forward step. Tensors are given by argument index in `args`; shapes and types are checked.
  /// qkv [tokens, query heads + 2 * kv heads, width] -> output [tokens, query heads, width]; stores keys and values.
  void attendFused(const Args& args, int64_t layer, double scale, int32_t qkv, int32_t output);
  /// Attention to the forward step's own tokens -> output, lse [tokens, query heads].
  void attendSelf(const Args& args, int64_t layer, double scale, int32_t q, int32_t k, int32_t v, int32_t output,
                  int32_t lse);
  /// Attention to the stored tokens.
  void attendStored(const Args& args, int64_t layer, double scale, int32_t q, int32_t output, int32_t lse);
  /// Attention of another layer's queries to the keys and values of `layer`, whose own attention was computed before.
  void attendShared(const Args& args, int64_t layer, double scale, int32_t q, int32_t k, int32_t v, int32_t output);
  /// Stores latent vectors [tokens, width].
  void appendLatent(const Args& args, int64_t layer, int32_t values);
  /// Merges a second result into the first, both with their lse.
  void mergeResults(const Args& args, int32_t output, int32_t lse, int32_t otherOutput, int32_t otherLse) const;

  /// Position in the sequence of each token of the forward step: int32 [tokens].
  [[nodiscard]] ffi::Tensor queryPositions() const;
  /// Copies the keys and values (or the latent vectors: no `values`) of tokens [from, to) to `keys` [layers, to - from,
  /// ...].
  void debugGet(const Args& args, int64_t id, int64_t from, int64_t to, int32_t keys, int32_t values) const;

  [[nodiscard]] const KvPageTable& table() const { return table_; }

 private:
  struct Scratch {
    ffi::Tensor q{nullptr}, k{nullptr}, v{nullptr}, output{nullptr}, lse{nullptr}, mergedLse{nullptr};
  };
  [[nodiscard]] std::shared_ptr<const KvForwardStep> currentStep() const;
  [[nodiscard]] size_t layerIndex(int64_t layer) const;
  [[nodiscard]] bool usesHeads(size_t layer) const { return config_.layers[layer] != KvLayerKind::Latent; }
  [[nodiscard]] ffi::Tensor newTensor(std::vector<int64_t> shape, DLDataType dtype) const;
  /// The first `tokens` rows of a scratch tensor.
  [[nodiscard]] static ffi::Tensor rows(const ffi::Tensor& tensor, int64_t tokens);
  void expectTensor(const Args& args, int32_t i, std::initializer_list<int64_t> shape) const;
  void runCopy(const KvPageCopy& copy, int64_t owner);
  void forget(int64_t id);

  void selfAttention(const KvForwardStep& step, bool heads, ffi::AnyView q, ffi::AnyView k, ffi::AnyView v,
                     ffi::AnyView output, ffi::AnyView lse, double scale) const;
  /// `first`: overwrites `output`, else merges into it. Returns whether there are stored tokens.
  bool storedAttention(const KvForwardStep& step, size_t layer, ffi::AnyView q, ffi::AnyView output, ffi::AnyView lse,
                       double scale, bool first, bool causal) const;
  void attention(const KvForwardStep& step, size_t layer, ffi::AnyView q, ffi::AnyView k, ffi::AnyView v,
                 ffi::AnyView output, double scale) const;

  const PagedKvConfig config_;
  const PagedKvKernels kernels_;
  const std::shared_ptr<Allocator> allocator_;
  std::vector<ffi::Tensor> pages_;  ///< by layer
  Scratch scratch_;
  KvPageTable table_;
  std::shared_ptr<const KvForwardStep> step_;   ///< null outside a forward step
  std::unordered_map<int64_t, int64_t> draft_;  ///< draft tokens at the end of each sequence, not yet accepted
};

}  // namespace relaxscope

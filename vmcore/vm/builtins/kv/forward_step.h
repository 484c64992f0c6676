// SPDX-License-Identifier: Apache-2.0
// One forward step of a paged KV cache as its kernels see it: int32 arrays with the place of each token of the batch
// and the pages that each sequence attends to.
//
// Shared blocks are processed once for all their sequences: kernels run once per depth of the block tree, at most
// twice (the second run covers all deeper blocks), and their results are merged. The array layout follows
// TVM's src/runtime/vm/{paged_kv_cache.cc,attn_utils.h} (0.27).
#pragma once

#include <tvm/ffi/container/tensor.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "vmcore/device/allocator.h"
#include "vmcore/vm/builtins/kv/page_table.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

/// Input of the kernels of one depth, for n sequences, or n runs of sequences with the same block.
struct KvPages {
  ffi::Tensor pageIndptr{nullptr};   ///< [n + 1] start of each sequence's pages in `pageIndices`
  ffi::Tensor pageIndices{nullptr};  ///< page numbers
  ffi::Tensor lengths{nullptr};      ///< [n] tokens in the last page; [3, n]: also window offset and sink
  ffi::Tensor positions{nullptr};    ///< [n] position of the first token, for rotary embedding
};
struct KvDepth {
  bool decode = false;               ///< every sequence gets one token and shares little: use the decode kernels
  ffi::Tensor queryIndptr{nullptr};  ///< [n + 1] start of each sequence's tokens in the batch
  KvPages all;                       ///< for layers that attend to all tokens
  KvPages window;                    ///< for layers with their own window; null tensors if there are none
};

struct KvForwardStep {
  std::vector<KvAppend> appends;
  int64_t tokens = 0;                   ///< total of all sequences
  bool appendFirst = false;             ///< the arrays' pages include the new tokens
  std::vector<KvDepth> depths;          ///< one or two
  ffi::Tensor batchIndptr{nullptr};     ///< [sequences + 1] start of each sequence's tokens in the batch
  ffi::Tensor batchPositions{nullptr};  ///< [sequences] position of the first new token
  ffi::Tensor queryPositions{nullptr};  ///< [tokens] position in the sequence
  ffi::Tensor places{nullptr};          ///< [tokens] page * page size + slot to store it in; -1: not stored
};

/// Adds the tokens to `table` and creates the forward step's arrays in memory of `allocator`. `layerWindow`: window
/// size of layers with a window, 0: no such layers. Strong exception guarantee: throws KvFault before any change.
std::shared_ptr<const KvForwardStep> beginKvForwardStep(KvPageTable& table, std::span<const int64_t> ids,
                                                        std::span<const int64_t> lengths, int64_t layerWindow,
                                                        const std::shared_ptr<Allocator>& allocator);

/// A one-dimensional int32 tensor with these values.
ffi::Tensor makeInt32Tensor(const std::shared_ptr<Allocator>& allocator, std::span<const int32_t> values);

}  // namespace relaxscope

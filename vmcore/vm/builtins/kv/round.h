// SPDX-License-Identifier: Apache-2.0
// One round of a paged KV cache as its kernels see it: arrays of int32 that say which tokens of the batch go
// where and which pages each sequence looks at.
//
// Blocks that sequences share are looked at once for all of them: kernels run for each depth of the tree of
// blocks, at most two (the second takes what lies deeper, too), and their results are merged. Layout of the arrays
// after TVM's src/runtime/vm/{paged_kv_cache.cc,attn_utils.h} (0.27).
#pragma once

#include <tvm/ffi/container/tensor.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "vmcore/device/allocator.h"
#include "vmcore/vm/builtins/kv/page_table.h"

namespace relaxscope {

namespace ffi = tvm::ffi;

/// What the kernels of one depth read, for n sequences, or runs of sequences with the same block.
struct KvPages {
  ffi::Tensor pageIndptr{nullptr};   ///< [n + 1] where each one's pages begin in `pageIndices`
  ffi::Tensor pageIndices{nullptr};  ///< pages
  ffi::Tensor lengths{nullptr};      ///< [n] tokens in the last page; [3, n] with offset of the window and sink behind
  ffi::Tensor positions{nullptr};    ///< [n] position of the first token, for rotary embedding
};
struct KvDepth {
  bool decode = false;               ///< every sequence gets one token and shares little: the decode kernels serve
  ffi::Tensor queryIndptr{nullptr};  ///< [n + 1] where each one's tokens begin in the batch
  KvPages all;                       ///< of layers that look at all tokens
  KvPages window;                    ///< of layers with a window of their own; null tensors where there are none
};

struct KvRound {
  std::vector<KvAppend> appends;
  int64_t tokens = 0;                   ///< of all sequences
  bool appendFirst = false;             ///< the pages of the arrays hold the new tokens as well
  std::vector<KvDepth> depths;          ///< one or two
  ffi::Tensor batchIndptr{nullptr};     ///< [sequences + 1] where each one's tokens begin in the batch
  ffi::Tensor batchPositions{nullptr};  ///< [sequences] position of each one's first new token
  ffi::Tensor queryPositions{nullptr};  ///< [tokens] position in its sequence
  ffi::Tensor places{nullptr};          ///< [tokens] page * page size + slot where it is stored, -1: nowhere
};

/// Adds the tokens to `table` and makes the round's arrays in memory of `allocator`. `layerWindow`: tokens that
/// layers with a window look at, 0: there are no such layers. Throws KvFault before anything has changed.
std::shared_ptr<const KvRound> beginKvRound(KvPageTable& table, std::span<const int64_t> ids,
                                            std::span<const int64_t> lengths, int64_t layerWindow,
                                            const std::shared_ptr<Allocator>& allocator);

/// A one-dimensional int32 tensor with these values.
ffi::Tensor makeInt32Tensor(const std::shared_ptr<Allocator>& allocator, std::span<const int32_t> values);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Which pages of a paged KV cache hold which tokens. Sequences are lists of blocks, blocks are lists of pages. A
// fork shares the full pages before its position: they become a block of both sequences, so the blocks form a tree
// with the sequences at its leaves. Bookkeeping only, without tensors or kernels.
//
// A sequence may have a sliding window: the oldest tokens beyond it are dropped, except for the first ones (the sink).
//
// Behaviour follows TVM's src/runtime/vm/paged_kv_cache.cc (0.27), but a request is refused before any change, and a
// sequence with a sliding window keeps sink and window when it is forked or shortened.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace relaxscope {

/// Consecutive pages of one sequence, or of all sequences forked from it.
struct KvBlock {
  std::vector<int32_t> pages;
  int64_t length = 0;        ///< tokens
  int64_t start = 0;         ///< position of its first token in the sequence
  int64_t sink = 0;          ///< leading tokens that never slide out; 0 until the first token slides out
  int64_t windowOffset = 0;  ///< slot of the first token after the sink; not below `sink`
  int32_t parent = -1;       ///< the preceding block, or -1
  int32_t references = 0;    ///< number of following blocks, plus the sequence that ends here
};

struct KvSequence {
  int32_t last = -1;    ///< its last block, never shared
  int64_t length = 0;   ///< total tokens of its blocks
  int64_t window = -1;  ///< maximum number of tokens; -1: unlimited
  int64_t sink = 0;     ///< of those, leading tokens that never slide out
};

/// A request to copy the first `length` slots of page `from` to page `to`.
struct KvPageCopy {
  int32_t from = 0, to = 0;
  int64_t length = 0;
  bool slidOut = false;  ///< `to` slid out in the current forward step
};

/// What a forward step adds to one sequence.
struct KvAppend {
  int64_t id = 0;
  int64_t length = 0;
};

class KvPageTable {
 public:
  /// `pages` pages of `pageSize` slots, at most 2^31 - 1 slots in total. Unless `slides` is set, windows of sequences
  /// are stored but have no effect.
  KvPageTable(int32_t pages, int32_t pageSize, bool slides) : pages_(pages), pageSize_(pageSize), slides_(slides) {}

  // Sequences. All methods throw KvFault, with the strong exception guarantee.
  void clear();
  void add(int64_t id);
  void remove(int64_t id);
  /// The caller must perform the returned copy, if any, before it uses `child`.
  [[nodiscard]] std::optional<KvPageCopy> fork(int64_t parent, int64_t child, int64_t position);
  [[nodiscard]] std::optional<KvPageCopy> pop(int64_t id, int64_t count);
  /// Gives a sequence a sliding window; at most once per sequence.
  void slide(int64_t id, int64_t window, int64_t sink);

  /// Throws unless the pages suffice for all of these.
  void expectRoom(std::span<const KvAppend> appends) const;
  /// Begins a new forward step for the appends that follow. The arrays of a forward step list the pages as they were
  /// before its appends, so pages that slide out in it are reused only if no other page is free.
  void beginForwardStep();
  /// Adds `length` tokens; tokens beyond the window slide out. Precondition: expectRoom() succeeded.
  void append(int64_t id, int64_t length);

  [[nodiscard]] bool has(int64_t id) const { return sequences_.contains(id); }
  [[nodiscard]] const KvSequence& sequence(int64_t id) const;
  [[nodiscard]] const KvBlock& block(int32_t index) const { return blocks_[static_cast<size_t>(index)]; }
  /// Blocks of a sequence, first to last.
  [[nodiscard]] std::vector<int32_t> trace(const KvSequence& sequence) const;
  /// Place of slot `slot` of a block: page * page size + slot in the page.
  [[nodiscard]] int32_t place(const KvBlock& block, int64_t slot) const;
  /// Places of all tokens of a sequence, in order.
  [[nodiscard]] std::vector<int32_t> places(int64_t id) const;

  [[nodiscard]] int32_t pageSize() const { return pageSize_; }
  [[nodiscard]] bool slides() const { return slides_; }
  [[nodiscard]] int32_t freePages() const {
    return pages_ - fresh_ + static_cast<int32_t>(released_.size() + slidOut_.size());
  }
  [[nodiscard]] int64_t totalLength() const;
  [[nodiscard]] bool empty() const { return sequences_.empty(); }

 private:
  /// A sequence's last block after an append.
  struct Grown {
    int64_t length, sink, windowOffset;
    int64_t sinkPages;  ///< leading pages that are kept
    int64_t dropped;    ///< existing pages after the first `sinkPages` that slide out
    int64_t pages;      ///< pages after the append
  };
  [[nodiscard]] Grown grown(const KvSequence& sequence, int64_t more) const;
  [[nodiscard]] KvSequence& known(int64_t id);
  [[nodiscard]] KvBlock& at(int32_t index) { return blocks_[static_cast<size_t>(index)]; }
  void expectNew(int64_t id) const;
  KvSequence& create(int64_t id);
  /// Makes the empty sequence `to` share the first `position` tokens of `from`. A page must be free if one is needed.
  std::optional<KvPageCopy> branch(const KvSequence& from, KvSequence& to, int64_t position);
  int32_t takePage();
  void releasePages(KvBlock& block, size_t from);
  int32_t takeBlock();
  void releaseBlock(int32_t index);
  /// Releases the blocks from `last` towards the first that have no other references.
  void releaseTrace(int32_t last);
  /// Splits the first `tokens` (full pages) off a block into a new parent block.
  int32_t split(int32_t index, int64_t tokens);
  /// Tokens of the last block that belong to the sink.
  [[nodiscard]] int64_t lastSink(const KvSequence& sequence) const;

  const int32_t pages_, pageSize_;
  const bool slides_;
  int32_t fresh_ = 0;              ///< pages below this number have been used
  std::vector<int32_t> released_;  ///< free ones among these, used last in, first out
  std::vector<int32_t> slidOut_;   ///< free pages that slid out in the current forward step
  std::vector<KvBlock> blocks_;
  std::vector<int32_t> freeBlocks_;
  std::unordered_map<int64_t, KvSequence> sequences_;
};

}  // namespace relaxscope

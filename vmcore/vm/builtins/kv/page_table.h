// SPDX-License-Identifier: Apache-2.0
// Which pages of a paged KV cache hold which tokens. Sequences are lists of blocks, blocks are lists of pages. A
// fork shares the full pages in front of it: they become a block that both sequences have in common, so the blocks
// form a tree with the sequences at its leaves. Numbers only; nothing here knows tensors or kernels.
//
// A sequence may slide: beyond its window the oldest tokens are forgotten, except for the first ones (its sink).
//
// Behaviour after TVM's src/runtime/vm/paged_kv_cache.cc (0.27); unlike there a request is refused before anything
// has changed, and a sequence that slides keeps sink and window when it is forked or shortened.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace relaxscope {

/// Pages behind one another that belong to one sequence, or to all those that were forked from it.
struct KvBlock {
  std::vector<int32_t> pages;
  int64_t length = 0;        ///< tokens
  int64_t start = 0;         ///< position of its first token in the sequence
  int64_t sink = 0;          ///< leading tokens that stay while others slide out; 0 until the first has
  int64_t windowOffset = 0;  ///< slot of the first token behind the sink; not below `sink`
  int32_t parent = -1;       ///< the block in front of it, or -1
  int32_t references = 0;    ///< the sequence that ends here and the blocks behind this one
};

struct KvSequence {
  int32_t last = -1;    ///< its last block, which no other sequence has
  int64_t length = 0;   ///< tokens of all its blocks
  int64_t window = -1;  ///< tokens it may hold; -1: any number
  int64_t sink = 0;     ///< of those, leading ones that stay
};

/// The first `length` slots of page `from` are to be copied to page `to`.
struct KvPageCopy {
  int32_t from = 0, to = 0;
  int64_t length = 0;
  bool slidOut = false;  ///< `to` is a page that slid out in the present round
};

/// What a round adds to one sequence.
struct KvAppend {
  int64_t id = 0;
  int64_t length = 0;
};

class KvPageTable {
 public:
  /// `pages` pages of `pageSize` slots, together at most 2^31 - 1 slots. Where `slides` is not set, windows of
  /// sequences are kept but have no effect.
  KvPageTable(int32_t pages, int32_t pageSize, bool slides) : pages_(pages), pageSize_(pageSize), slides_(slides) {}

  // Sequences. All methods throw KvFault and change nothing then.
  void clear();
  void add(int64_t id);
  void remove(int64_t id);
  /// The caller runs the copy, if there is one, before it uses `child`.
  [[nodiscard]] std::optional<KvPageCopy> fork(int64_t parent, int64_t child, int64_t position);
  [[nodiscard]] std::optional<KvPageCopy> pop(int64_t id, int64_t count);
  /// Lets a sequence slide; once a sequence.
  void slide(int64_t id, int64_t window, int64_t sink);

  /// Throws where the pages do not suffice for all of these.
  void expectRoom(std::span<const KvAppend> appends) const;
  /// The next appends are those of a new round. The arrays of a round name the pages as they were before its appends:
  /// what slides out in it is free, but taken only when no other page is.
  void beginRound();
  /// Makes room for `length` tokens more, of which those that exceed the window slide out. After expectRoom().
  void append(int64_t id, int64_t length);

  [[nodiscard]] bool has(int64_t id) const { return sequences_.contains(id); }
  [[nodiscard]] const KvSequence& sequence(int64_t id) const;
  [[nodiscard]] const KvBlock& block(int32_t index) const { return blocks_[static_cast<size_t>(index)]; }
  /// Blocks of a sequence, first to last.
  [[nodiscard]] std::vector<int32_t> trace(const KvSequence& sequence) const;
  /// Where slot `slot` of a block lies: page * page size + slot in the page.
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
    int64_t sinkPages;  ///< pages in front that stay
    int64_t dropped;    ///< of the pages it has, those behind the first `sinkPages` that slide out
    int64_t pages;      ///< that it will have
  };
  [[nodiscard]] Grown grown(const KvSequence& sequence, int64_t more) const;
  [[nodiscard]] KvSequence& known(int64_t id);
  [[nodiscard]] KvBlock& at(int32_t index) { return blocks_[static_cast<size_t>(index)]; }
  void expectNew(int64_t id) const;
  KvSequence& create(int64_t id);
  /// Makes `to`, which is empty, the first `position` tokens of `from`. The page it may need is there.
  std::optional<KvPageCopy> branch(const KvSequence& from, KvSequence& to, int64_t position);
  int32_t takePage();
  void releasePages(KvBlock& block, size_t from);
  int32_t takeBlock();
  void releaseBlock(int32_t index);
  /// Gives up the blocks from `last` to the front that nothing else refers to.
  void releaseTrace(int32_t last);
  /// Splits the first `tokens` (full pages) off a block: they become its parent.
  int32_t split(int32_t index, int64_t tokens);
  /// Tokens of the last block that stay while others slide out.
  [[nodiscard]] int64_t lastSink(const KvSequence& sequence) const;

  const int32_t pages_, pageSize_;
  const bool slides_;
  int32_t fresh_ = 0;              ///< pages below this have been in use
  std::vector<int32_t> released_;  ///< of these, the free ones; the newest is used first
  std::vector<int32_t> slidOut_;   ///< free ones, too: those that slid out in the present round
  std::vector<KvBlock> blocks_;
  std::vector<int32_t> freeBlocks_;
  std::unordered_map<int64_t, KvSequence> sequences_;
};

}  // namespace relaxscope

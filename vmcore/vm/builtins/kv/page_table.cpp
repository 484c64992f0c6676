// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/builtins/kv/page_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "vmcore/vm/builtins/kv/state.h"

namespace relaxscope {
namespace {

/// Sequences without tokens take no pages, so their number needs a separate limit.
constexpr size_t kMaxSequences = size_t{1} << 20;

int64_t pagesFor(int64_t slots, int64_t pageSize) { return (slots + pageSize - 1) / pageSize; }

}  // namespace

// ---- pages and blocks ----------------------------------------------------------------------------------

int32_t KvPageTable::takePage() {
  if (released_.empty() && fresh_ < pages_) return fresh_++;
  std::vector<int32_t>& from = released_.empty() ? slidOut_ : released_;
  const int32_t page = from.back();
  from.pop_back();
  return page;
}

void KvPageTable::releasePages(KvBlock& block, size_t from) {
  while (block.pages.size() > from) {
    released_.push_back(block.pages.back());
    block.pages.pop_back();
  }
}

int32_t KvPageTable::takeBlock() {
  if (freeBlocks_.empty()) {
    blocks_.emplace_back();
    return static_cast<int32_t>(blocks_.size()) - 1;
  }
  const int32_t index = freeBlocks_.back();
  freeBlocks_.pop_back();
  at(index) = KvBlock{};
  return index;
}

void KvPageTable::releaseBlock(int32_t index) {
  releasePages(at(index), 0);
  freeBlocks_.push_back(index);
}

void KvPageTable::releaseTrace(int32_t last) {
  while (last != -1 && --at(last).references == 0) {
    const int32_t parent = at(last).parent;
    releaseBlock(last);
    last = parent;
  }
}

int32_t KvPageTable::split(int32_t index, int64_t tokens) {
  const int32_t front = takeBlock();
  KvBlock &head = at(front), &tail = at(index);
  const auto cut = tail.pages.begin() + static_cast<std::ptrdiff_t>(tokens / pageSize_);
  head.pages.assign(tail.pages.begin(), cut);
  tail.pages.erase(tail.pages.begin(), cut);
  head.parent = tail.parent;
  head.start = tail.start;
  head.length = tokens;
  head.references = 1;
  tail.parent = front;
  tail.start += tokens;
  tail.length -= tokens;
  if (tail.windowOffset > 0) {  // it has slid: the pages before it hold a part of its sink
    tail.sink -= tokens;
    tail.windowOffset -= tokens;
  }
  return front;
}

// ---- sequences -----------------------------------------------------------------------------------------

const KvSequence& KvPageTable::sequence(int64_t id) const {
  const auto found = sequences_.find(id);
  if (found == sequences_.end())
    throw KvFault{"ValueError", fmt::format("there is no sequence {} in the KV cache", id)};
  return found->second;
}

KvSequence& KvPageTable::known(int64_t id) { return const_cast<KvSequence&>(std::as_const(*this).sequence(id)); }

int64_t KvPageTable::lastSink(const KvSequence& sequence) const {
  return std::max<int64_t>(sequence.sink - (sequence.length - block(sequence.last).length), 0);
}

std::vector<int32_t> KvPageTable::trace(const KvSequence& sequence) const {
  std::vector<int32_t> blocks;
  for (int32_t index = sequence.last; index != -1; index = block(index).parent) blocks.push_back(index);
  std::reverse(blocks.begin(), blocks.end());
  return blocks;
}

int64_t KvPageTable::totalLength() const {
  int64_t tokens = 0;
  for (const auto& [id, sequence] : sequences_) tokens += sequence.length;
  return tokens;
}

void KvPageTable::clear() {
  sequences_.clear();
  blocks_.clear();
  freeBlocks_.clear();
  released_.clear();
  slidOut_.clear();
  fresh_ = 0;
}

void KvPageTable::expectNew(int64_t id) const {
  if (id < 0) throw KvFault{"ValueError", fmt::format("{} cannot be the id of a sequence: ids are not negative", id)};
  if (has(id)) throw KvFault{"ValueError", fmt::format("sequence {} is already in the KV cache", id)};
  if (sequences_.size() >= kMaxSequences)
    throw KvFault{"ValueError", fmt::format("the KV cache holds {} sequences, the limit", sequences_.size())};
}

KvSequence& KvPageTable::create(int64_t id) {
  KvSequence made;
  made.last = takeBlock();
  at(made.last).references = 1;
  return sequences_[id] = made;
}

void KvPageTable::add(int64_t id) {
  expectNew(id);
  create(id);
}

void KvPageTable::remove(int64_t id) {
  releaseTrace(known(id).last);
  sequences_.erase(id);
}

std::optional<KvPageCopy> KvPageTable::fork(int64_t parent, int64_t child, int64_t position) {
  KvSequence& from = known(parent);
  expectNew(child);
  if (position < -1 || position > from.length)
    throw KvFault{"ValueError", fmt::format("sequence {} of {} tokens cannot be forked at position {}", parent,
                                            from.length, position)};
  if (position == -1) position = from.length;
  const int64_t fixed = from.length - block(from.last).length + lastSink(from);
  if (from.window != -1 && position > fixed)
    throw KvFault{
        "ValueError",
        fmt::format(
            "sequence {} has a sliding window and can only be forked within its first {} tokens, not at position {}",
            parent, fixed, position)};
  if (position % pageSize_ != 0 && freePages() == 0)
    throw KvFault{"ValueError", "the KV cache is full: the fork needs a page and none is free"};
  if (position == from.length && position % pageSize_ == 0 && block(from.last).length > 0) {
    // The parent continues in a new block, as its present block becomes shared.
    const int32_t next = takeBlock();
    at(next).start = from.length;
    at(next).parent = from.last;
    at(next).references = 1;
    from.last = next;
  }
  return branch(from, create(child), position);
}

std::optional<KvPageCopy> KvPageTable::branch(const KvSequence& from, KvSequence& to, int64_t position) {
  const std::vector<int32_t> blocks = trace(from);
  int64_t inBlock = position;
  size_t place = 0;
  for (; place + 1 < blocks.size() && block(blocks[place]).length <= inBlock; ++place)
    inBlock -= block(blocks[place]).length;
  const int32_t forked = blocks[place];
  const int64_t inPage = inBlock % pageSize_;
  if (inBlock >= pageSize_) split(forked, inBlock - inPage);

  KvBlock& own = at(to.last);
  own.parent = block(forked).parent;
  if (own.parent != -1) ++at(own.parent).references;
  own.start = position - inPage;
  own.length = inPage;
  to.length = position;
  if (inPage == 0) return std::nullopt;
  const bool slidOut = freePages() == static_cast<int32_t>(slidOut_.size());
  own.pages.push_back(takePage());
  return KvPageCopy{block(forked).pages.at(0), own.pages[0], inPage, slidOut};
}

std::optional<KvPageCopy> KvPageTable::pop(int64_t id, int64_t count) {
  KvSequence& sequence = known(id);
  if (count < 0 || count > sequence.length)
    throw KvFault{"ValueError",
                  fmt::format("sequence {} of {} tokens cannot remove its last {}", id, sequence.length, count)};
  if (count == 0) return std::nullopt;
  const int64_t left = sequence.length - count;
  // Walk back over blocks that only this sequence uses, to its new last block.
  int32_t end = sequence.last;
  int64_t before = sequence.length - block(end).length;
  size_t released = 0;
  while (block(end).references == 1 && left < before) {
    released += block(end).pages.size();
    end = block(end).parent;
    before -= block(end).length;
  }
  const bool shared = block(end).references > 1;
  if (shared && left % pageSize_ != 0 && freePages() == 0 && released == 0)
    throw KvFault{
        "ValueError",
        fmt::format(
            "the KV cache is full: sequence {} needs a page for the shared tokens to be removed, and none is free",
            id)};
  while (sequence.last != end) {
    const int32_t parent = block(sequence.last).parent;
    sequence.length -= block(sequence.last).length;
    releaseBlock(sequence.last);
    sequence.last = parent;
  }
  if (shared) {  // other sequences continue after this block: replace this one by a fork of itself
    const KvSequence whole = sequence;
    KvSequence& shorter = create(id);
    shorter.window = whole.window;
    shorter.sink = whole.sink;
    std::optional<KvPageCopy> copy = branch(whole, shorter, left);
    releaseTrace(whole.last);
    return copy;
  }
  KvBlock& last = at(end);
  last.length = left - before;
  sequence.length = left;
  if (last.length <= last.sink) last.sink = last.windowOffset = 0;  // only sink tokens are left
  releasePages(last, static_cast<size_t>(pagesFor(last.length - last.sink + last.windowOffset, pageSize_)));
  return std::nullopt;
}

void KvPageTable::slide(int64_t id, int64_t window, int64_t sink) {
  KvSequence& sequence = known(id);
  if (window < 1 || window > INT32_MAX)
    throw KvFault{"ValueError", fmt::format("a window of {} tokens is out of range", window)};
  if (sink < 0 || sink >= window)
    throw KvFault{"ValueError", fmt::format("a sink of {} tokens does not fit in a window of {}", sink, window)};
  if (sequence.window != -1)
    throw KvFault{"ValueError", fmt::format("sequence {} already has a window of {} tokens", id, sequence.window)};
  const int64_t shared = sequence.length - block(sequence.last).length;
  if (shared > window)
    throw KvFault{"ValueError",
                  fmt::format("sequence {} shares its first {} tokens, more than a window of {}", id, shared, window)};
  sequence.window = window;
  sequence.sink = sink;
}

// ---- tokens --------------------------------------------------------------------------------------------

KvPageTable::Grown KvPageTable::grown(const KvSequence& sequence, int64_t more) const {
  const KvBlock& end = block(sequence.last);
  const auto has = static_cast<int64_t>(end.pages.size());
  Grown next{end.length + more, end.sink, end.windowOffset, has, 0, 0};
  if (slides_ && sequence.window != -1 && sequence.length + more > sequence.window) {
    const int64_t beyond = sequence.length + more - sequence.window;
    if (next.windowOffset == 0) next.sink = next.windowOffset = lastSink(sequence);
    next.sinkPages = pagesFor(next.sink, pageSize_);
    const int64_t passed = std::max<int64_t>((next.windowOffset + beyond) / pageSize_ - next.sinkPages, 0);
    next.length -= beyond;
    next.windowOffset += beyond - passed * pageSize_;
    next.dropped = std::clamp<int64_t>(has - next.sinkPages, 0, passed);
  }
  next.pages = pagesFor(next.length - next.sink + next.windowOffset, pageSize_);
  return next;
}

void KvPageTable::expectRoom(std::span<const KvAppend> appends) const {
  int64_t free = freePages();
  for (const KvAppend& each : appends) {
    const KvSequence& sequence = this->sequence(each.id);
    const KvBlock& end = block(sequence.last);
    // Checked before any arithmetic, as the length is untrusted.
    const bool fits = each.length <= int64_t{pages_} * pageSize_;
    const Grown next = fits ? grown(sequence, each.length) : Grown{};
    free -= next.pages - static_cast<int64_t>(end.pages.size());  // pages that slide out count as free
    if (!fits || free < 0)
      throw KvFault{
          "ValueError",
          fmt::format(
              "the KV cache is full: sequence {} would get {} tokens, but {} of {} pages ({} tokens each) are free",
              each.id, each.length, freePages(), pages_, pageSize_)};
  }
}

void KvPageTable::beginForwardStep() {
  released_.insert(released_.end(), slidOut_.begin(), slidOut_.end());
  slidOut_.clear();
}

void KvPageTable::append(int64_t id, int64_t length) {
  KvSequence& sequence = known(id);
  const Grown next = grown(sequence, length);
  KvBlock& end = at(sequence.last);
  const auto first = end.pages.begin() + static_cast<std::ptrdiff_t>(
                                             std::min<int64_t>(next.sinkPages, static_cast<int64_t>(end.pages.size())));
  slidOut_.insert(slidOut_.end(), first, first + static_cast<std::ptrdiff_t>(next.dropped));
  end.pages.erase(first, first + static_cast<std::ptrdiff_t>(next.dropped));
  while (static_cast<int64_t>(end.pages.size()) < next.pages) end.pages.push_back(takePage());
  sequence.length += next.length - end.length;
  end.length = next.length;
  end.sink = next.sink;
  end.windowOffset = next.windowOffset;
}

int32_t KvPageTable::place(const KvBlock& block, int64_t slot) const {
  return block.pages.at(static_cast<size_t>(slot / pageSize_)) * pageSize_ + static_cast<int32_t>(slot % pageSize_);
}

std::vector<int32_t> KvPageTable::places(int64_t id) const {
  const KvSequence& known = sequence(id);
  std::vector<int32_t> all;
  all.reserve(static_cast<size_t>(known.length));
  for (const int32_t index : trace(known)) {
    const KvBlock& part = block(index);
    for (int64_t i = 0; i < part.length; ++i)
      all.push_back(place(part, i < part.sink ? i : i - part.sink + part.windowOffset));
  }
  return all;
}

}  // namespace relaxscope

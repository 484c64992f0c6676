// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/builtins/kv/forward_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "vmcore/vm/builtins/kv/state.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {
namespace {

/// Number of depths of the block tree that are processed by separate kernel calls.
constexpr size_t kDepths = 2;
/// Single tokens leave the decode kernels if reading shared pages once reads fewer pages by at least this factor.
constexpr int64_t kMinSharingFactor = 32;

constexpr DLDataType kInt32Data{kDLInt, 32, 1};
constexpr DLDevice kCpuDevice{kDLCPU, 0};
using Ints = std::vector<int32_t>;

/// Arrays gathered into one storage. Each begins at an aligned address, which kernels assume.
class Packed {
 public:
  struct Slot {
    size_t at = 0;
    std::vector<int64_t> shape;
  };

  /// Allocates memory for at most `ints` numbers in `arrays` arrays.
  Packed(const std::shared_ptr<Allocator>& allocator, size_t ints, size_t arrays)
      // Sizes differ between forward steps; rounding them up lets the pool reuse the blocks.
      : storage_(makeStorage(
            allocator, std::bit_ceil(std::max<size_t>(ints * sizeof(int32_t) + arrays * kBufferAlignment, 4096)))) {}
  Slot add(const Ints& values) { return add(values, {static_cast<int64_t>(values.size())}); }
  Slot add(const Ints& values, std::vector<int64_t> shape) {
    const Slot slot{used_, std::move(shape)};
    const size_t bytes = values.size() * sizeof(int32_t);
    if (bytes > storage_->bytes - used_)
      raise("InternalError", "a forward step of the KV cache needs more room than computed");
    if (bytes != 0) std::memcpy(static_cast<char*>(storage_->data) + used_, values.data(), bytes);
    used_ = std::min((used_ + bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment, storage_->bytes);
    return slot;
  }
  [[nodiscard]] ffi::Tensor tensor(const Slot& slot) const {
    return ffi::Tensor(makeTensorIn(ffi::ObjectPtr<ffi::Object>(storage_), static_cast<char*>(storage_->data) + slot.at,
                                    slot.shape.data(), static_cast<int64_t>(slot.shape.size()), kInt32Data,
                                    kCpuDevice));
  }

 private:
  StoragePtr storage_;
  size_t used_ = 0;
};

/// Consecutive sequences of the batch that attend to the same blocks at one depth.
struct Run {
  std::vector<int32_t> blocks;  ///< empty: these sequences have none at this depth
  int64_t tokens = 0;           ///< added to these sequences
};
struct Depth {
  bool decode = false;
  std::vector<Run> runs;
};

int64_t pagesOf(const KvPageTable& table, const std::vector<int32_t>& blocks) {
  int64_t pages = 0;
  for (const int32_t index : blocks) pages += static_cast<int64_t>(table.block(index).pages.size());
  return pages;
}

/// The runs at one depth: one per sequence, or one per group of neighbours with the same block if that reads far less.
Depth planDepth(const KvPageTable& table, const std::vector<std::vector<int32_t>>& traces, size_t depth,
                std::span<const int64_t> lengths) {
  Depth alone, together;
  int64_t pagesAlone = 0, pagesTogether = 0;
  bool single = true;
  for (size_t i = 0; i < traces.size(); ++i) {
    const auto& trace = traces[i];
    Run run;
    run.tokens = lengths[i];
    if (depth < trace.size())
      run.blocks.assign(trace.begin() + static_cast<std::ptrdiff_t>(depth),
                        depth + 1 < kDepths ? trace.begin() + static_cast<std::ptrdiff_t>(depth) + 1 : trace.end());
    single = single && lengths[i] == 1;
    // Deeper blocks are not counted, as in TVM.
    const int64_t pages = run.blocks.empty() ? 0 : pagesOf(table, {run.blocks.front()});
    pagesAlone += pages;
    const bool same =
        !together.runs.empty() && (run.blocks.empty() ? together.runs.back().blocks.empty()
                                                      : !together.runs.back().blocks.empty() &&
                                                            together.runs.back().blocks.front() == run.blocks.front());
    if (same) {
      together.runs.back().tokens += run.tokens;
    } else {
      pagesTogether += pages;
      together.runs.push_back(run);
    }
    alone.runs.push_back(std::move(run));
  }
  alone.decode = single && (pagesTogether == 0 || pagesAlone < kMinSharingFactor * pagesTogether);
  // At the last depth the sequences differ after the first block, so they cannot be grouped.
  return alone.decode || depth + 1 == kDepths ? alone : together;
}

/// Arrays of one depth before conversion to tensors.
struct PageArrays {
  Ints indptr{0}, indices, lastPage, offset, sink, position;

  void add(const std::vector<int32_t>& pages, size_t from, int64_t lastPageTokens, int64_t windowOffset,
           int64_t sinkTokens, int64_t start) {
    indices.insert(indices.end(), pages.begin() + static_cast<std::ptrdiff_t>(from), pages.end());
    indptr.push_back(static_cast<int32_t>(indices.size()));
    lastPage.push_back(static_cast<int32_t>(lastPageTokens));
    offset.push_back(static_cast<int32_t>(windowOffset));
    sink.push_back(static_cast<int32_t>(sinkTokens));
    position.push_back(static_cast<int32_t>(start));
  }
};
struct DepthArrays {
  bool decode = false;
  Ints queryIndptr{0};
  PageArrays all, window;
};

DepthArrays arraysOf(const KvPageTable& table, const Depth& depth, int64_t layerWindow) {
  DepthArrays arrays;
  arrays.decode = depth.decode;
  const int64_t size = table.pageSize();
  for (const Run& run : depth.runs) {
    arrays.queryIndptr.push_back(arrays.queryIndptr.back() + static_cast<int32_t>(run.tokens));
    Ints pages;
    int64_t tokens = 0;
    for (const int32_t index : run.blocks) {
      const KvBlock& block = table.block(index);
      pages.insert(pages.end(), block.pages.begin(), block.pages.end());
      tokens += block.length;
    }
    if (tokens == 0) {  // empty blocks are treated as absent
      arrays.all.add(pages, pages.size(), 0, 0, 0, run.blocks.empty() ? 0 : table.block(run.blocks.front()).start);
      arrays.window.add(pages, pages.size(), 0, 0, 0, 0);
      continue;
    }
    const KvBlock &first = table.block(run.blocks.front()), &last = table.block(run.blocks.back());
    // Only the last block slides; the blocks before it are then part of the sink.
    const bool slid = last.windowOffset > 0;
    const int64_t inFront = tokens - last.length;
    const int64_t inLastPage = (tokens - last.sink + last.windowOffset - 1) % size + 1;
    arrays.all.add(pages, 0, inLastPage, slid ? inFront + last.windowOffset : 0, slid ? inFront + last.sink : 0,
                   first.start);
    if (layerWindow == 0) continue;
    const int64_t seen = std::max<int64_t>(tokens - layerWindow, 0);  // first token inside the window
    arrays.window.add(pages, static_cast<size_t>(seen / size), inLastPage, seen % size, last.sink,
                      std::max<int64_t>(first.start + tokens - layerWindow, 0));
  }
  return arrays;
}

KvPages tensorsOf(Packed& packed, const PageArrays& arrays, bool withWindow) {
  const auto n = static_cast<int64_t>(arrays.lastPage.size());
  Ints lengths = arrays.lastPage;
  std::vector<int64_t> shape{n};
  if (withWindow) {
    lengths.insert(lengths.end(), arrays.offset.begin(), arrays.offset.end());
    lengths.insert(lengths.end(), arrays.sink.begin(), arrays.sink.end());
    shape = {3, n};
  }
  return {packed.tensor(packed.add(arrays.indptr)), packed.tensor(packed.add(arrays.indices)),
          packed.tensor(packed.add(lengths, shape)), packed.tensor(packed.add(arrays.position))};
}

/// Upper bound of the numbers in a forward step's arrays, computed before its tokens are added.
size_t maxInts(const KvPageTable& table, const std::vector<Depth>& plans, const KvForwardStep& step) {
  const size_t sequences = step.appends.size();
  size_t ints = 2 * (sequences + 1) + 2 * static_cast<size_t>(step.tokens);
  for (const Depth& plan : plans) {
    size_t pages = 0;
    for (const Run& run : plan.runs) pages += static_cast<size_t>(pagesOf(table, run.blocks));
    for (const KvAppend& each : step.appends) pages += static_cast<size_t>(each.length / table.pageSize()) + 2;
    ints += sequences + 1 + 2 * (sequences + 1 + pages + 4 * sequences);
  }
  return ints;
}

/// Positions of the batch's tokens in their sequences and in the pages, computed after the tokens were added.
struct TokenArrays {
  Ints batchIndptr{0}, batchPositions, queryPositions, places;

  void add(const KvPageTable& table, int64_t id, int64_t length, int64_t before, int64_t blockBefore) {
    const KvBlock& block = table.block(table.sequence(id).last);
    batchIndptr.push_back(batchIndptr.back() + static_cast<int32_t>(length));
    batchPositions.push_back(static_cast<int32_t>(before));
    for (int64_t i = 0; i < length; ++i) {
      queryPositions.push_back(static_cast<int32_t>(before + i));
      const int64_t inBlock = block.length - length + i;
      if (blockBefore + i < block.sink) places.push_back(table.place(block, blockBefore + i));
      else if (inBlock < block.sink) places.push_back(-1);  // already slid out
      else places.push_back(table.place(block, inBlock - block.sink + block.windowOffset));
    }
  }
};

}  // namespace

ffi::Tensor makeInt32Tensor(const std::shared_ptr<Allocator>& allocator, std::span<const int32_t> values) {
  const auto count = static_cast<int64_t>(values.size());
  auto tensor = makeTensor(allocator, &count, 1, kInt32Data);
  if (count != 0) std::memcpy(tensor->data, values.data(), values.size_bytes());
  return ffi::Tensor(std::move(tensor));
}

std::shared_ptr<const KvForwardStep> beginKvForwardStep(KvPageTable& table, std::span<const int64_t> ids,
                                                        std::span<const int64_t> lengths, int64_t layerWindow,
                                                        const std::shared_ptr<Allocator>& allocator) {
  auto step = std::make_shared<KvForwardStep>();
  for (size_t i = 0; i < ids.size(); ++i) step->appends.push_back({ids[i], lengths[i]});
  table.expectRoom(step->appends);
  std::vector<std::vector<int32_t>> traces;
  std::vector<int64_t> before, blockBefore;
  size_t deepest = 0;
  for (const KvAppend& each : step->appends) {
    const KvSequence& sequence = table.sequence(each.id);
    traces.push_back(table.trace(sequence));
    deepest = std::max(deepest, std::min(traces.back().size(), kDepths));
    before.push_back(sequence.length);
    blockBefore.push_back(table.block(sequence.last).length);
    step->tokens += each.length;
  }
  std::vector<Depth> plans;
  for (size_t depth = 0; depth < deepest; ++depth) plans.push_back(planDepth(table, traces, depth, lengths));
  step->appendFirst = !table.slides() && plans.back().decode;
  const size_t ints = maxInts(table, plans, *step);
  // Kernels use int32 indices. Sequences that share pages may together list more pages than exist.
  if (ints > INT32_MAX)
    throw KvFault{"ValueError", fmt::format("a forward step of {} sequences whose pages fill arrays of {} numbers",
                                            ids.size(), ints)};
  Packed packed(allocator, ints, 4 + 9 * plans.size());  // the last step that can fail

  std::vector<DepthArrays> depths;
  const auto fill = [&] {
    for (const Depth& plan : plans) depths.push_back(arraysOf(table, plan, layerWindow));
  };
  if (!step->appendFirst) fill();
  table.beginForwardStep();
  for (const KvAppend& each : step->appends) table.append(each.id, each.length);
  if (step->appendFirst) fill();
  TokenArrays tokens;
  for (size_t i = 0; i < ids.size(); ++i) tokens.add(table, ids[i], lengths[i], before[i], blockBefore[i]);

  step->batchIndptr = packed.tensor(packed.add(tokens.batchIndptr));
  step->batchPositions = packed.tensor(packed.add(tokens.batchPositions));
  step->queryPositions = packed.tensor(packed.add(tokens.queryPositions));
  step->places = packed.tensor(packed.add(tokens.places));
  for (const DepthArrays& arrays : depths) {
    KvDepth& depth = step->depths.emplace_back();
    depth.decode = arrays.decode;
    depth.queryIndptr = packed.tensor(packed.add(arrays.queryIndptr));
    depth.all = tensorsOf(packed, arrays.all, table.slides());
    if (layerWindow != 0) depth.window = tensorsOf(packed, arrays.window, true);
  }
  return step;
}

}  // namespace relaxscope

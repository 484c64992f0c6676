// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/align/sequence.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace relaxscope::diffing {
namespace {

struct Box {
  int32_t aBegin = 0, aEnd = 0, bBegin = 0, bEnd = 0;
};

/// Splits boxes at points of a path through them, until only diagonals are left.
class PathFinder {
 public:
  PathFinder(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b,
             std::vector<std::pair<uint32_t, uint32_t>>& found)
      : a_(a), b_(b), found_(found), centre_(static_cast<int32_t>(b.size()) + 1) {
    forward_.resize(a.size() + b.size() + 3);
    backward_.resize(forward_.size());
    maxCost_ = std::max<int32_t>(256, static_cast<int32_t>(std::sqrt(static_cast<double>(a.size() + b.size()))));
  }

  void run() {
    std::vector<Box> open{{0, static_cast<int32_t>(a_.size()), 0, static_cast<int32_t>(b_.size())}};
    while (!open.empty()) {
      Box box = open.back();
      open.pop_back();
      trim(box);
      if (box.aBegin == box.aEnd || box.bBegin == box.bEnd) continue;
      const auto [x, y] = split(box);
      const bool isCorner = (x == box.aBegin && y == box.bBegin) || (x == box.aEnd && y == box.bEnd);
      if (isCorner || x < box.aBegin || x > box.aEnd || y < box.bBegin || y > box.bEnd) continue;
      open.push_back({box.aBegin, x, box.bBegin, y});
      open.push_back({x, box.aEnd, y, box.bEnd});
    }
  }

 private:
  [[nodiscard]] bool equal(int32_t x, int32_t y) const {
    return a_[static_cast<size_t>(x)] == b_[static_cast<size_t>(y)];
  }
  void found(int32_t x, int32_t y) { found_.emplace_back(static_cast<uint32_t>(x), static_cast<uint32_t>(y)); }
  void trim(Box& box) {
    while (box.aBegin < box.aEnd && box.bBegin < box.bEnd && equal(box.aBegin, box.bBegin))
      found(box.aBegin++, box.bBegin++);
    while (box.aBegin < box.aEnd && box.bBegin < box.bEnd && equal(box.aEnd - 1, box.bEnd - 1))
      found(--box.aEnd, --box.bEnd);
  }
  int32_t& forward(int32_t diagonal) { return forward_[static_cast<size_t>(diagonal + centre_)]; }
  int32_t& backward(int32_t diagonal) { return backward_[static_cast<size_t>(diagonal + centre_)]; }

  /// Diagonals that were reached from one corner; diagonal of (x, y) is x - y.
  struct Front {
    int32_t low = 0, high = 0;
    void grow(int32_t least, int32_t most) {
      low = low > least ? low - 1 : low + 1;
      high = high < most ? high + 1 : high - 1;
    }
  };

  /// A point on a shortest path, or on a good one when the cost is too high. It is not at a corner of the box.
  std::pair<int32_t, int32_t> split(const Box& box) {
    const int32_t least = box.aBegin - box.bEnd, most = box.aEnd - box.bBegin;
    Front front{box.aBegin - box.bBegin, box.aBegin - box.bBegin};
    Front back{box.aEnd - box.bEnd, box.aEnd - box.bEnd};
    const bool odd = ((front.low - back.low) & 1) != 0;
    forward(front.low) = box.aBegin;
    backward(back.low) = box.aEnd;
    for (int32_t cost = 1;; ++cost) {
      advance(front, least, most);
      for (int32_t d = front.high; d >= front.low; d -= 2) {
        int32_t x = std::max(forward(d - 1) + 1, forward(d + 1));
        while (x < box.aEnd && x - d < box.bEnd && equal(x, x - d)) ++x;
        forward(d) = x;
        if (odd && d >= back.low && d <= back.high && backward(d) <= x) return {x, x - d};
      }
      retreat(back, least, most);
      for (int32_t d = back.high; d >= back.low; d -= 2) {
        int32_t x = std::min(backward(d - 1), backward(d + 1) - 1);
        while (x > box.aBegin && x - d > box.bBegin && equal(x - 1, x - d - 1)) --x;
        backward(d) = x;
        if (!odd && d >= front.low && d <= front.high && x <= forward(d)) return {x, x - d};
      }
      if (cost >= maxCost_) return furthest(box, front, back);
    }
  }
  /// Room for one more diagonal on each side; beyond the box nothing is reached.
  void advance(Front& front, int32_t least, int32_t most) {
    constexpr int32_t kUnreached = INT32_MIN / 2;
    if (front.low > least) forward(front.low - 2) = kUnreached;
    if (front.high < most) forward(front.high + 2) = kUnreached;
    front.grow(least, most);
  }
  void retreat(Front& back, int32_t least, int32_t most) {
    constexpr int32_t kUnreached = INT32_MAX / 2;
    backward(back.low > least ? back.low - 2 : back.low) = kUnreached;
    backward(back.high < most ? back.high + 2 : back.high) = kUnreached;
    back.grow(least, most);
  }
  std::pair<int32_t, int32_t> furthest(const Box& box, const Front& front, const Front& back) {
    std::pair<int32_t, int32_t> best{box.aBegin, box.bBegin};
    int64_t most = -1;
    for (int32_t d = front.low; d <= front.high; d += 2) {
      const int32_t x = std::min(forward(d), box.aEnd), y = x - d;
      if (y < box.bBegin || y > box.bEnd || x < box.aBegin) continue;
      const int64_t length = int64_t{x} - box.aBegin + y - box.bBegin;
      if (length > most) most = length, best = {x, y};
    }
    for (int32_t d = back.low; d <= back.high; d += 2) {
      const int32_t x = std::max(backward(d), box.aBegin), y = x - d;
      if (y < box.bBegin || y > box.bEnd || x > box.aEnd) continue;
      const int64_t length = int64_t{box.aEnd} - x + box.bEnd - y;
      if (length > most) most = length, best = {x, y};
    }
    return best;
  }

  const std::vector<uint32_t>& a_;
  const std::vector<uint32_t>& b_;
  std::vector<std::pair<uint32_t, uint32_t>>& found_;
  int32_t centre_ = 0, maxCost_ = 0;
  std::vector<int32_t> forward_, backward_;  ///< by diagonal: furthest x
};

/// How the best path reaches each cell of a band, two bits a cell.
class Steps {
 public:
  enum Step : uint8_t { FromLeft, FromAbove, Pair };
  explicit Steps(uint64_t cells) : words_((cells + 31) / 32) {}
  void put(uint64_t cell, Step step) { words_[cell / 32] |= uint64_t{step} << (2 * (cell % 32)); }
  [[nodiscard]] Step at(uint64_t cell) const { return static_cast<Step>((words_[cell / 32] >> (2 * (cell % 32))) & 3); }

 private:
  std::vector<uint64_t> words_;
};

/// Dynamic programming over the cells (i, j) of a band, by i and k = j - i - low.
class Band {
 public:
  Band(const TieredKeys& a, const TieredKeys& b, int64_t low, int64_t high)
      : a_(a), b_(b), low_(low), width_(high - low + 1), steps_((a.keys.size() + 1) * static_cast<uint64_t>(width_)) {}

  std::vector<std::pair<uint32_t, uint32_t>> run() {
    std::vector<uint64_t> row(static_cast<size_t>(width_) + 1);  // the last one stands for all beyond the band
    for (int64_t i = 0; i <= size(a_); ++i)
      for (int64_t k = 0; k < width_; ++k) {
        const int64_t j = i + k + low_;
        if (j >= 0 && j <= size(b_)) visit(i, j, k, row);
      }
    return pairs();
  }

 private:
  static int64_t size(const TieredKeys& side) { return static_cast<int64_t>(side.keys.size()); }
  [[nodiscard]] uint64_t cellOf(int64_t i, int64_t k) const { return static_cast<uint64_t>(i * width_ + k); }
  [[nodiscard]] bool isFirst(int64_t k, int64_t j) const { return k == 0 || j == 0; }

  /// `row[k]` is that of the row before until it is visited: the number of pairs, and of those with equal finer keys.
  void visit(int64_t i, int64_t j, int64_t k, std::vector<uint64_t>& row) {
    constexpr uint64_t kPair = uint64_t{1} << 32;
    const auto at = static_cast<size_t>(k);
    uint64_t best = isFirst(k, j) ? 0 : row[at - 1];
    Steps::Step step = Steps::FromLeft;
    const uint64_t above = i == 0 || k + 1 == width_ ? 0 : row[at + 1];
    if (i != 0 && k + 1 != width_ && (above > best || isFirst(k, j))) best = above, step = Steps::FromAbove;
    if (i != 0 && j != 0) {
      const auto x = static_cast<size_t>(i - 1), y = static_cast<size_t>(j - 1);
      const uint64_t pair = a_.keys[x] != b_.keys[y] ? 0 : row[at] + kPair + (a_.finer[x] == b_.finer[y] ? 1 : 0);
      if (pair > best) best = pair, step = Steps::Pair;
    }
    row[at] = best;
    steps_.put(cellOf(i, k), step);
  }

  [[nodiscard]] std::vector<std::pair<uint32_t, uint32_t>> pairs() const {
    std::vector<std::pair<uint32_t, uint32_t>> found;
    int64_t i = size(a_), j = size(b_);
    while (i > 0 && j > 0) {
      const Steps::Step step = steps_.at(cellOf(i, j - i - low_));
      if (step == Steps::Pair) found.emplace_back(static_cast<uint32_t>(i - 1), static_cast<uint32_t>(j - 1));
      if (step != Steps::FromLeft) --i;
      if (step != Steps::FromAbove) --j;
    }
    std::ranges::reverse(found);
    return found;
  }

  const TieredKeys &a_, &b_;
  int64_t low_, width_;
  Steps steps_;
};

}  // namespace

std::optional<std::vector<std::pair<uint32_t, uint32_t>>> longestInBand(const TieredKeys& a, const TieredKeys& b,
                                                                        int64_t low, int64_t high) {
  constexpr uint64_t kMostCells = uint64_t{1} << 26, kMostPerKey = 1024;
  const auto n = static_cast<int64_t>(a.keys.size()), m = static_cast<int64_t>(b.keys.size());
  if (n == 0 || m == 0) return std::vector<std::pair<uint32_t, uint32_t>>();
  // Both corners are in the band, and each cell has a neighbour.
  low = std::max(std::min({low, m - n, int64_t{-1}}), -n);
  high = std::min(std::max({high, m - n, int64_t{0}}), m);
  const uint64_t cells = static_cast<uint64_t>(high - low + 1) * (a.keys.size() + 1);
  if (cells > std::min(kMostCells, kMostPerKey * (a.keys.size() + b.keys.size()))) return std::nullopt;
  return Band(a, b, low, high).run();
}

std::vector<std::pair<uint32_t, uint32_t>> commonSubsequence(std::span<const uint64_t> a, std::span<const uint64_t> b) {
  // Keys as small numbers; those that only one side has cannot be in the result.
  std::unordered_map<uint64_t, uint32_t> numbers;
  numbers.reserve(b.size() * 2);
  for (const uint64_t key : b) numbers.emplace(key, static_cast<uint32_t>(numbers.size()));
  std::vector<uint32_t> left, right, leftAt, rightAt;
  std::vector<bool> inBoth(numbers.size());
  for (size_t i = 0; i < a.size(); ++i) {
    const auto known = numbers.find(a[i]);
    if (known == numbers.end()) continue;
    inBoth[known->second] = true;
    left.push_back(known->second);
    leftAt.push_back(static_cast<uint32_t>(i));
  }
  for (size_t i = 0; i < b.size(); ++i) {
    const uint32_t number = numbers.at(b[i]);
    if (!inBoth[number]) continue;
    right.push_back(number);
    rightAt.push_back(static_cast<uint32_t>(i));
  }
  std::vector<std::pair<uint32_t, uint32_t>> found;
  PathFinder(left, right, found).run();
  for (auto& [x, y] : found) {
    x = leftAt[x];
    y = rightAt[y];
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace relaxscope::diffing

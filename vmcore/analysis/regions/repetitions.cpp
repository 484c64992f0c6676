// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/repetitions.h"

#include <algorithm>

namespace relaxscope {
namespace {

constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
constexpr uint64_t kBase = 0x1D872B41F3A96C57ULL % kPrime;

uint64_t timesMod(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  const uint64_t sum = static_cast<uint64_t>(product & kPrime) + static_cast<uint64_t>(product >> 61);
  return sum >= kPrime ? sum - kPrime : sum;
}
uint64_t plusMod(uint64_t a, uint64_t b) { return a + b >= kPrime ? a + b - kPrime : a + b; }

/// Lengths of common prefixes and suffixes of positions, by hashes of prefixes.
class CommonLengths {
 public:
  explicit CommonLengths(std::span<const uint32_t> numbers) : numbers_(numbers) {
    hashes_.reserve(numbers.size() + 1);
    powers_.reserve(numbers.size() + 1);
    hashes_.push_back(0);
    powers_.push_back(1);
    for (const uint32_t number : numbers) {
      hashes_.push_back(plusMod(timesMod(hashes_.back(), kBase), uint64_t{number} + 1));
      powers_.push_back(timesMod(powers_.back(), kBase));
    }
  }

  /// Of the suffixes that begin at a and b.
  [[nodiscard]] size_t after(size_t a, size_t b) const {
    return longest(numbers_.size() - std::max(a, b), [&](size_t size) { return hash(a, size) == hash(b, size); });
  }
  /// Of the prefixes that end before a and b.
  [[nodiscard]] size_t before(size_t a, size_t b) const {
    return longest(std::min(a, b), [&](size_t size) { return hash(a - size, size) == hash(b - size, size); });
  }

 private:
  [[nodiscard]] uint64_t hash(size_t begin, size_t size) const {
    return plusMod(hashes_[begin + size], kPrime - timesMod(hashes_[begin], powers_[size]));
  }
  /// The largest size for which `equal` holds, by doubling, then by halves: most are short.
  template <class Equal>
  [[nodiscard]] static size_t longest(size_t limit, Equal&& equal) {
    size_t low = 0, step = 1;
    while (low + step <= limit && equal(low + step)) {
      low += step;
      step *= 2;
    }
    for (size_t high = std::min(limit, low + step - 1); low < high;) {
      const size_t middle = low + (high - low + 1) / 2;
      if (equal(middle)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  std::span<const uint32_t> numbers_;
  std::vector<uint64_t> hashes_, powers_;
};

/// Ends of the longest Lyndon words that begin at each position, from right to left.
class LyndonWords {
 public:
  LyndonWords(std::span<const uint32_t> numbers, const CommonLengths& common, bool descending)
      : numbers_(numbers), common_(common), descending_(descending), ends_(numbers.size()) {}

  size_t endAt(size_t begin) {
    size_t end = begin + 1;
    while (end < numbers_.size() && less(begin, end)) end = ends_[end];
    ends_[begin] = end;
    return end;
  }

 private:
  /// Whether the suffix at a is less than that at b; the end of the sequence is less than all numbers.
  [[nodiscard]] bool less(size_t a, size_t b) const {
    const size_t same = common_.after(a, b);
    if (b + same >= numbers_.size()) return false;
    return descending_ ? numbers_[a + same] > numbers_[b + same] : numbers_[a + same] < numbers_[b + same];
  }

  std::span<const uint32_t> numbers_;
  const CommonLengths& common_;
  bool descending_;
  std::vector<size_t> ends_;
};

}  // namespace

std::vector<Repetition> repetitionsOf(std::span<const uint32_t> numbers, const std::stop_token& stop) {
  std::vector<Repetition> runs;
  const CommonLengths common(numbers);
  for (const bool descending : {false, true}) {
    LyndonWords words(numbers, common, descending);
    for (size_t begin = numbers.size(); begin-- > 0;) {
      if (begin % 4096 == 0 && stop.stop_requested()) break;
      const size_t end = words.endAt(begin), period = end - begin;
      const size_t first = begin - common.before(begin, end);
      const size_t last = end == numbers.size() ? end : end + common.after(begin, end);
      if (last - first >= 2 * period)
        runs.push_back({static_cast<uint32_t>(first), static_cast<uint32_t>(last), static_cast<uint32_t>(period)});
    }
  }
  std::ranges::sort(runs);
  // A run of one period appears once for each of its Lyndon words.
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  return runs;
}

}  // namespace relaxscope

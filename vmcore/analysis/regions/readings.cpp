// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/readings.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace relaxscope {
namespace {

/// Copies of so many periods of a run are tried where those of one are independent.
constexpr uint32_t kMaxPeriods = 64;

/// Whether half of the calls of the longer one of [begin, middle) and [middle, end) have their like in the other.
bool areAlike(std::span<const uint32_t> kinds, uint32_t begin, uint32_t middle, uint32_t end) {
  std::unordered_map<uint32_t, uint32_t> left;
  for (uint32_t call = begin; call < middle; ++call) ++left[kinds[call]];
  uint32_t common = 0;
  for (uint32_t call = middle; call < end; ++call) {
    const auto found = left.find(kinds[call]);
    if (found == left.end() || found->second == 0) continue;
    --found->second;
    ++common;
  }
  return common * 2 >= std::max(middle - begin, end - middle);
}

}  // namespace

Readings::Readings(const CallFlow& flow, const LayerNames& names) : flow_(flow), names_(names) {
  const size_t size = flow.calls.size();
  lastUse_.assign(size, 0);
  for (uint32_t call = 0; call < size; ++call)
    for (const uint32_t source : flow.sourcesOf(call)) lastUse_[source] = std::max(lastUse_[source], call);
  std::vector<int32_t> changes(size + 2, 0);
  for (uint32_t call = 0; call < size; ++call) {
    if (lastUse_[call] <= call) continue;
    ++changes[call + 1];
    --changes[lastUse_[call] + 1];
  }
  int32_t live = 0;
  crossing_.reserve(size + 1);
  for (size_t call = 0; call <= size; ++call) crossing_.push_back(static_cast<uint32_t>(live += changes[call]));
}

bool Readings::feeds(uint32_t begin, uint32_t at, uint32_t end) const {
  for (uint32_t call = at; call < end; ++call)
    for (const uint32_t source : flow_.sourcesOf(call))
      if (source >= begin && source < at) return true;
  return false;
}

uint32_t Readings::boundary(uint32_t last, uint32_t next, uint32_t end) const {
  uint32_t best = next;
  int64_t fewer = 0, most = 0;  // results that cross at `at` than at `next`
  for (uint32_t at = next; --at > last;) {
    if (lastUse_[at] > at && lastUse_[at] < end) ++fewer;
    for (const uint32_t source : flow_.sourcesOf(at))
      if (lastUse_[source] == at) --fewer;
    if (fewer <= most) continue;
    most = fewer;
    best = at;
  }
  return best;
}

uint32_t Readings::tailAfter(uint32_t last, uint32_t end, uint32_t tail, uint32_t tailEnd,
                             std::span<const uint32_t> kinds) {
  std::unordered_map<uint32_t, uint32_t> left;
  for (uint32_t call = tail; call < tailEnd; ++call) ++left[kinds[call]];
  // Each call that is alike counts for three that are not.
  uint32_t best = last;
  int64_t score = 0, most = 0;
  for (uint32_t at = last; at < std::min(end, last + 2 * (tailEnd - tail)); ++at) {
    uint32_t& count = left[kinds[at]];
    score += count > 0 ? 2 : -1;
    if (count > 0) --count;
    if (score <= most) continue;
    most = score;
    best = at + 1;
  }
  work_ += 2 * (tailEnd - tail);
  return best;
}

std::vector<uint32_t> Readings::boundsOf(std::span<const LayerNames::Span> spans, uint32_t begin, uint32_t end,
                                         std::span<const uint32_t> kinds) {
  std::vector<uint32_t> bounds{spans.front().first};
  for (size_t i = 1; i < spans.size(); ++i)
    bounds.push_back(
        boundary(spans[i - 1].last, spans[i].first, i + 1 < spans.size() ? spans[i + 1].first : UINT32_MAX));
  // What the second copy has before the calls that take parameters, the first one has too; likewise at the end.
  for (uint32_t at = spans[1].first; at > bounds[1] && bounds[0] > begin && kinds[at - 1] == kinds[bounds[0] - 1]; --at)
    --bounds[0];
  const uint32_t last = tailAfter(spans.back().last + 1, end, spans[spans.size() - 2].last + 1, bounds.back(), kinds);
  bounds.push_back(last);
  work_ += last - bounds.front();
  return bounds;
}

void Readings::addNamed(const std::string& stem, uint32_t number, std::span<const uint32_t> bounds,
                        std::span<const uint32_t> kinds, std::vector<NamedCopies>& all) const {
  for (size_t first = 0; first + 2 < bounds.size();) {
    size_t next = first + 1;
    while (next + 1 < bounds.size() && feeds(bounds[next - 1], bounds[next], bounds[next + 1]) &&
           areAlike(kinds, bounds[next - 1], bounds[next], bounds[next + 1]))
      ++next;
    const auto copies = bounds.subspan(first, next - first + 1);
    if (next > first + 1) all.push_back({stem, number + static_cast<uint32_t>(first), {copies.begin(), copies.end()}});
    first = next;
  }
}

std::vector<NamedCopies> Readings::named(uint32_t begin, uint32_t end, std::span<const uint32_t> kinds,
                                         uint64_t mostWork) {
  std::vector<NamedCopies> all;
  for (const LayerNames::Spans& stem : names_.spansIn(flow_, begin, end)) {
    const std::span<const LayerNames::Span> spans = stem.spans;
    for (size_t from = 0; from < spans.size() && work_ <= mostWork;) {
      size_t to = from + 1;
      while (to < spans.size() && spans[to].number == spans[to - 1].number + 1 && spans[to].first > spans[to - 1].last)
        ++to;
      if (to - from > 1) {
        // Calls of other numbers may lie anywhere, as when they rise no further.
        const std::vector<uint32_t> bounds = boundsOf(spans.subspan(from, to - from), begin, end, kinds);
        addNamed(stem.stem, spans[from].number, bounds, kinds, all);
      }
      from = to;
    }
  }
  return all;
}

std::optional<Reading> Readings::best(const Repetition& run) {
  std::optional<Reading> found;
  for (uint32_t times = 1; times <= kMaxPeriods && times <= run.size() / run.period / 2; ++times) {
    const uint32_t period = times * run.period;
    if (found && found->size() >= run.size() / period * period) continue;
    const std::optional<Reading> reading = ofPeriod(run, period);
    if (reading && (!found || reading->size() > found->size())) found = reading;
    if (found && found->size() + run.period > run.size()) break;
  }
  return found;
}

std::optional<Reading> Readings::ofPeriod(const Repetition& run, uint32_t period) {
  work_ += run.size();
  findChains(run, period);
  int32_t most = 0;
  for (uint32_t begin = run.begin; begin + 2 * period <= run.end; ++begin)
    most = std::max(most, chains_[begin + period - run.begin]);
  if (most == 0) return std::nullopt;
  return preferred(run, period, static_cast<uint32_t>(most) + 1);
}

void Readings::findChains(const Repetition& run, uint32_t period) {
  // A source of a call c at u feeds the copies that begin in [c - period + 1, c] from copies that begin in
  // [u - period + 1, u]: a stretch of begins. The stretches are summed from their ends.
  chains_.assign(run.size() + 1, 0);
  const int64_t first = int64_t{run.begin} + period, last = int64_t{run.end} - period;
  for (int64_t call = run.begin; call < run.end; ++call) {
    for (const int64_t source : flow_.sourcesOf(static_cast<size_t>(call))) {
      const int64_t from = std::max({source + 1, call - period + 1, first});
      const int64_t to = std::min({source + period, call, last});
      if (source < run.begin || from > to) continue;
      ++chains_[static_cast<size_t>(from - run.begin)];
      --chains_[static_cast<size_t>(to + 1 - run.begin)];
    }
  }
  int32_t sum = 0;
  for (int32_t& chain : chains_) chain = (sum += chain) > 0 ? 1 : 0;
  for (int64_t at = last - run.begin; at >= first - run.begin; --at) {
    const auto place = static_cast<size_t>(at);
    if (chains_[place] != 0 && at + period <= last - run.begin) chains_[place] += chains_[place + period];
  }
}

Reading Readings::preferred(const Repetition& run, uint32_t period, uint32_t count) const {
  const LayerNames::Alignment aligned = names_.alignment(flow_, run.begin, run.end, period);
  Reading best;
  std::tuple<bool, uint64_t, bool> bestRank;
  for (uint32_t begin = run.begin; begin + 2 * period <= run.end; ++begin) {
    if (chains_[begin + period - run.begin] + 1 != static_cast<int32_t>(count)) continue;
    uint64_t crossing = 0;
    for (uint32_t copy = 1; copy < count; ++copy) crossing += crossing_[begin + copy * period];
    const bool named = aligned.has(begin);
    const std::tuple rank(!named, crossing, named && flow_.paramsOf(begin).empty());
    if (best.count != 0 && rank >= bestRank) continue;
    bestRank = rank;
    best = {begin, period, count};
  }
  return best;
}

}  // namespace relaxscope

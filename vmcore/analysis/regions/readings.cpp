// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/readings.h"

#include <algorithm>
#include <tuple>

namespace relaxscope {
namespace {

/// Copies of so many periods of a run are tried where those of one are independent.
constexpr uint32_t kMaxPeriods = 64;

}  // namespace

Readings::Readings(const CallFlow& flow, const LayerNames& names) : flow_(flow), names_(names) {
  const size_t size = flow.calls.size();
  std::vector<uint32_t> lastUse(size, 0);
  for (uint32_t call = 0; call < size; ++call)
    for (const uint32_t source : flow.sourcesOf(call)) lastUse[source] = std::max(lastUse[source], call);
  std::vector<int32_t> changes(size + 2, 0);
  for (uint32_t call = 0; call < size; ++call) {
    if (lastUse[call] <= call) continue;
    ++changes[call + 1];
    --changes[lastUse[call] + 1];
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

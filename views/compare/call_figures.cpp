// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/call_figures.h"

#include <algorithm>

#include "vmcore/trace/figures/row_calls.h"
#include "vmcore/trace/times/run_times.h"

namespace relaxscope {
namespace {

constexpr size_t kBins = 40;

std::optional<CallTimes> timesOfSide(std::vector<double>& times, uint64_t runs) {
  if (times.empty()) return std::nullopt;
  CallTimes out;
  out.count = times.size();
  out.runs = runs;
  out.medianNs = quantile(times.begin(), times.end(), 0.5);
  out.p99Ns = quantile(times.begin(), times.end(), 0.99);
  return out;
}

/// Where the bars of a side end: at the longest call that is no outlier, after 95 % of the calls at least. A few calls
/// that were interrupted would leave a single bar of all others.
double endOfBars(std::vector<double>& times) {
  std::ranges::sort(times);
  const auto ranked = [&times](double part) {
    return times[static_cast<size_t>(part * static_cast<double>(times.size() - 1))];
  };
  constexpr double kFence = 3, kLeastFence = 0.25;  // ranges between the quartiles; of the upper quartile
  const double upper = ranked(0.75);
  const double fence = upper + std::max(kFence * (upper - ranked(0.25)), kLeastFence * upper);
  return std::max(*(std::ranges::upper_bound(times, fence) - 1), ranked(0.95));
}

}  // namespace

CallFigures callFiguresOf(std::array<std::vector<double>, 2> times, std::array<uint64_t, 2> runs) {
  CallFigures out;
  double from = 0, to = 0;
  bool any = false;
  for (size_t side = 0; side < 2; ++side) {
    out.sides[side] = timesOfSide(times[side], runs[side]);
    if (!out.sides[side]) continue;
    const double end = endOfBars(times[side]), least = times[side].front();
    from = any ? std::min(from, least) : least;
    to = any ? std::max(to, end) : end;
    any = true;
  }
  if (!any) return out;
  const size_t count = to > from ? kBins : 1;
  for (size_t i = 0; i < count; ++i) {
    const auto edge = [&](size_t at) {
      return from + (to - from) * static_cast<double>(at) / static_cast<double>(count);
    };
    out.bins.push_back({edge(i), i + 1 == count ? to : edge(i + 1), {}});
  }
  for (size_t side = 0; side < 2; ++side)
    for (const double ns : times[side]) {
      if (ns > to) {
        ++out.beyond[side];
        continue;
      }
      const auto after = std::ranges::upper_bound(out.bins, ns, {}, &ComparedBin::fromNs);
      ++(after == out.bins.begin() ? after : after - 1)->calls[side];
    }
  return out;
}

CallFigures CallReader::read(const ComparedRow& row, Grouping grouping, const std::stop_token& stop) {
  std::array<std::vector<double>, 2> times;
  for (size_t side = 0; side < 2; ++side) times[side] = timesOf(side, row, grouping, stop);
  if (stop.stop_requested()) return {};
  return callFiguresOf(std::move(times), {times_->byCallee.oldRuns, times_->byCallee.newRuns});
}

std::vector<double> CallReader::timesOf(size_t side, const ComparedRow& row, Grouping grouping,
                                        const std::stop_token& stop) {
  const bool isNew = side == 1;
  if (row.isGroup) return {};  // calls of several callees
  if (row.group == (isNew ? ComparedGroup::OnlyOld : ComparedGroup::OnlyNew)) return {};
  const Trace& trace = isNew ? *times_->now.trace : *times_->old.trace;
  std::optional<TraceStatistics>& statistics = statistics_[side];
  if (!statistics) {
    TraceStatistics made = computeStatistics(trace, Grouping::Callee, stop);
    if (stop.stop_requested()) return {};
    if (!times_->byCallee.corrected) made.correction.factor = 0;  // as in the rows
    statistics = std::move(made);
  }
  StatisticsRow wanted;
  wanted.kind = row.kind;
  wanted.callee = isNew ? row.newCallee : row.oldCallee;
  if (grouping == Grouping::Site) {
    const TraceSite& site = isNew ? row.now : row.old;
    wanted.function = site.function;
    wanted.pc = site.pc;
  }
  return timesOfRow(trace, *statistics, wanted, stop);
}

}  // namespace relaxscope

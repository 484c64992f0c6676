// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/repeated_regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <queue>
#include <unordered_map>

#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/function_facts.h"
#include "vmcore/analysis/packed_params.h"
#include "vmcore/analysis/regions/readings.h"
#include "vmcore/analysis/regions/repetitions.h"

namespace relaxscope {
namespace {

constexpr uint64_t kWorkPerCall = 512, kMinRegionWork = 1U << 20U;
/// Fewer independent calls do not look like layers: two calls of a kernel side by side.
constexpr uint32_t kFewIndependent = 3;

/// Calls of one block that are free for regions: around chosen ones, and the first copy of each.
struct Segment {
  uint32_t end = 0;
  uint32_t depth = 0;
  uint32_t outer = kNoRegion;
};

struct Candidate {
  Reading reading;
  Repetition run;  ///< what it was read of
  /// Whether it is chosen after `other`.
  bool operator<(const Candidate& other) const {
    if (reading.size() != other.reading.size()) return reading.size() < other.reading.size();
    if (reading.period != other.reading.period) return reading.period > other.reading.period;
    return reading.begin > other.reading.begin;
  }
};

class RegionFinder {
 public:
  RegionFinder(const Executable& executable, const std::vector<std::string>& fields, FunctionRegions& out,
               std::stop_token stop)
      : executable_(executable),
        out_(out),
        flow_(out.flow),
        names_(executable.functions[out.function.at()].paramNames, fields),
        readings_(flow_, names_),
        stop_(std::move(stop)) {}

  bool run() {
    numberCalls();
    for (uint32_t begin = 0; begin < flow_.calls.size();) {
      uint32_t end = begin + 1;
      while (end < flow_.calls.size() && flow_.calls[end].block == flow_.calls[begin].block) ++end;
      searchBlock(begin, end);
      begin = end;
      if (stop_.stop_requested()) return false;
    }
    putInOrder();
    return true;
  }

 private:
  /// Calls are alike if callee and type of the result are.
  void numberCalls() {
    std::map<std::pair<std::string_view, uint32_t>, uint32_t> rows;
    std::unordered_map<int64_t, std::map<uint32_t, uint32_t>> byCallee;
    numbers_.reserve(flow_.calls.size());
    for (const FlowCall& call : flow_.calls) {
      const auto [place, fresh] = byCallee[call.callee.value].try_emplace(call.result, 0);
      if (fresh) {
        const std::string_view name = executable_.functions[call.callee.at()].name;
        place->second = rows.try_emplace({name, call.result}, static_cast<uint32_t>(rows.size())).first->second;
      }
      numbers_.push_back(place->second);
    }
  }

  void searchBlock(uint32_t begin, uint32_t end) {
    segments_.clear();
    segments_[begin] = {end, 0, kNoRegion};
    std::vector<Repetition> independent;
    for (Repetition run : repetitionsOf(std::span(numbers_).subspan(begin, end - begin), stop_)) {
      run.begin += begin;
      run.end += begin;
      if (!push(run) && out_.complete) independent.push_back(run);
    }
    while (!candidates_.empty() && !stop_.stop_requested()) {
      const Candidate candidate = candidates_.top();
      candidates_.pop();
      const auto segment = std::prev(segments_.upper_bound(candidate.reading.begin));
      if (candidate.reading.end() <= segment->second.end) choose(candidate, segment);
      else pushParts(candidate.run);
    }
    for (const Repetition& run : independent) addIndependent(run);
  }

  /// False if it has no reading.
  bool push(const Repetition& run) {
    if (readings_.work() > kMinRegionWork + kWorkPerCall * flow_.calls.size()) out_.complete = false;
    if (!out_.complete || stop_.stop_requested()) return true;
    const std::optional<Reading> reading = readings_.best(run);
    if (reading) candidates_.push({*reading, run});
    return reading.has_value();
  }
  /// What is left of a run in the segments that it touches.
  void pushParts(const Repetition& run) {
    for (auto at = std::prev(segments_.upper_bound(run.begin)); at != segments_.end() && at->first < run.end; ++at) {
      const Repetition part{std::max(run.begin, at->first), std::min(run.end, at->second.end), run.period};
      if (part.end > part.begin && part.size() >= 2 * part.period && part.size() < run.size()) push(part);
    }
  }

  void choose(const Candidate& candidate, std::map<uint32_t, Segment>::iterator segment) {
    const Reading& reading = candidate.reading;
    for (uint32_t call = reading.begin; call + reading.period < reading.end(); ++call)
      if (numbers_[call] != numbers_[call + reading.period]) return;
    const Segment around = segment->second;
    const auto index = static_cast<uint32_t>(out_.regions.size());
    RepeatedRegion region{{}, reading, around.depth, around.outer, {}, pcOf(reading.begin), pcOf(reading.end() - 1)};
    if (auto name = names_.of(flow_, reading)) {
      region.name = std::move(name->stem);
      region.firstNumber = name->first;
    } else {
      region.name = executable_.functions[flow_.calls[reading.begin].callee.at()].name;
    }
    out_.regions.push_back(std::move(region));
    addNeighbours(index, segment->first, around.end);
    segment->second.end = reading.begin;
    if (segment->first == reading.begin) segments_.erase(segment);
    segments_[reading.begin] = {reading.begin + reading.period, around.depth + 1, index};
    // The other copies are as the first: an empty segment in their place.
    segments_[reading.begin + reading.period] = {reading.begin + reading.period, around.depth + 1, index};
    if (reading.end() < around.end) segments_[reading.end()] = around;
    pushParts(candidate.run);
  }

  void addAlmost(AlmostRegion almost) {
    if (out_.almost.size() >= FunctionRegions::kMaxAlmost) return;
    almost.firstPc = pcOf(almost.begin);
    almost.lastPc = pcOf(almost.end - 1);
    out_.almost.push_back(almost);
  }
  void addIndependent(const Repetition& run) {
    const auto segment = std::prev(segments_.upper_bound(run.begin));
    if (run.end > segment->second.end) return;
    const uint32_t count = run.size() / run.period;
    if (count * run.period < kFewIndependent) return;
    addAlmost({AlmostRegion::Reason::Independent,
               run.begin,
               run.begin + count * run.period,
               count,
               kNoRegion,
               run.begin,
               run.begin,
               {},
               {}});
  }
  /// What stands before and after a region, if half of a copy is like it.
  void addNeighbours(uint32_t index, uint32_t begin, uint32_t end) {
    const Reading reading = out_.regions[index].reading;
    if (reading.period < 2) return;
    const uint32_t before = std::min(reading.period, reading.begin - begin);
    addNeighbour(index, reading.begin - before, reading.begin + reading.period - before, before);
    addNeighbour(index, reading.end(), reading.begin, std::min(reading.period, end - reading.end()));
  }
  void addNeighbour(uint32_t index, uint32_t begin, uint32_t against, uint32_t size) {
    const uint32_t period = out_.regions[index].reading.period;
    uint32_t same = 0, differs = size;
    for (uint32_t i = size; i-- > 0;) {
      if (numbers_[begin + i] == numbers_[against + i]) ++same;
      else differs = i;
    }
    if (same * 2 < period || size == 0 || (differs == size && size < period)) return;
    AlmostRegion almost{{}, begin, begin + size, 1, index, begin, against, {}, {}};
    if (differs < size) {
      almost.call += differs;
      almost.against += differs;
      const bool other = nameOf(almost.call) != nameOf(almost.against);
      almost.reason = other ? AlmostRegion::Reason::OtherCallee : AlmostRegion::Reason::OtherType;
    }
    addAlmost(almost);
  }

  void putInOrder() {
    std::vector<uint32_t> order(out_.regions.size()), place(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {},
                      [&](uint32_t i) { return std::pair(out_.regions[i].reading.begin, out_.regions[i].depth); });
    std::vector<RepeatedRegion> sorted;
    sorted.reserve(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      sorted.push_back(std::move(out_.regions[order[i]]));
    }
    for (RepeatedRegion& region : sorted)
      if (region.outer != kNoRegion) region.outer = place[region.outer];
    for (AlmostRegion& almost : out_.almost)
      if (almost.region != kNoRegion) almost.region = place[almost.region];
    out_.regions = std::move(sorted);
    std::ranges::stable_sort(out_.almost, {}, &AlmostRegion::begin);
  }

  [[nodiscard]] InstrIndex pcOf(uint32_t call) const { return flow_.calls[call].pc; }
  [[nodiscard]] std::string_view nameOf(uint32_t call) const {
    return executable_.functions[flow_.calls[call].callee.at()].name;
  }

  const Executable& executable_;
  FunctionRegions& out_;
  const CallFlow& flow_;
  LayerNames names_;
  Readings readings_;
  std::stop_token stop_;
  std::vector<uint32_t> numbers_;         ///< by call
  std::map<uint32_t, Segment> segments_;  ///< by begin; together all of the block
  std::priority_queue<Candidate> candidates_;
};

std::optional<FunctionRegions> regionsOf(const Executable& executable, const std::vector<std::string>& fields,
                                         FuncIndex function, const std::vector<StaticTypeRef>& types,
                                         const std::stop_token& stop) {
  std::optional<CallFlow> flow = callFlowOf(executable, function, types, stop);
  if (!flow) return std::nullopt;
  FunctionRegions found{function, *std::move(flow), {}, {}, true};
  if (found.flow.calls.size() >= 2 && !RegionFinder(executable, fields, found, stop).run()) return std::nullopt;
  return found;
}

}  // namespace

std::optional<FunctionRegions> repeatedRegions(const Executable& executable, FuncIndex function,
                                               const std::stop_token& stop) {
  return regionsOf(executable, packedParamNames(executable), function, resultTypes(executable, function), stop);
}

std::optional<FunctionRegions> repeatedRegions(const FunctionFacts& facts, FuncIndex function,
                                               const std::stop_token& stop) {
  const Executable& executable = facts.executable();
  return regionsOf(executable, packedParamNames(executable), function, facts.resultTypes(function), stop);
}

std::optional<std::vector<FunctionRegions>> repeatedRegions(const Executable& executable, const std::stop_token& stop) {
  std::vector<FuncIndex> functions = walkableFunctions(executable);
  std::ranges::sort(functions);
  const std::vector<std::string> fields = packedParamNames(executable);
  const FunctionFacts facts(executable);  // keeps the parameters and slots of callees
  std::vector<FunctionRegions> all;
  for (const FuncIndex function : functions) {
    std::optional<FunctionRegions> found = regionsOf(executable, fields, function, resultTypes(facts, function), stop);
    if (!found) return std::nullopt;
    if (!found->regions.empty() || !found->almost.empty() || !found->complete) all.push_back(*std::move(found));
  }
  return all;
}

std::string whyNot(const Executable& executable, const FunctionRegions& regions, const AlmostRegion& almost) {
  const auto callee = [&](uint32_t call) {
    return std::string_view(executable.functions[regions.flow.calls[call].callee.at()].name);
  };
  const auto pc = [&](uint32_t call) { return regions.flow.calls[call].pc.value; };
  switch (almost.reason) {
    case AlmostRegion::Reason::Independent:
      return almost.region == kNoRegion ? "no copy takes a result of the one before"
                                        : "no result is passed between it and the copy beside it";
    case AlmostRegion::Reason::OtherCallee:
      return fmt::format("it calls {} at {}, not {} as at {}", callee(almost.call), pc(almost.call),
                         callee(almost.against), pc(almost.against));
    case AlmostRegion::Reason::OtherType:
      return fmt::format("{} at {} has a result of another type than at {}", callee(almost.call), pc(almost.call),
                         pc(almost.against));
  }
  return {};
}

}  // namespace relaxscope

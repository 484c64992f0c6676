// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/repeated_regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <queue>
#include <ranges>
#include <unordered_map>

#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/function_facts.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/analysis/packed_params.h"
#include "vmcore/analysis/regions/readings.h"
#include "vmcore/analysis/regions/repetitions.h"

namespace relaxscope {
namespace {

constexpr uint64_t kWorkPerCall = 512, kMinRegionWork = 1U << 20U;
/// Fewer calls of a kernel side by side do not look like layers, whether they depend on each other or not.
constexpr uint32_t kFewCalls = 3;

/// What a kernel computes, as its name says.
struct KernelKind {
  std::string text;    ///< its operators; without known ones its name less the number that the compiler adds
  bool known = false;  ///< the operators
};
KernelKind kindOf(const std::string& name) {
  std::string operators = operatorText(kernelOperators(name));
  if (!operators.empty()) return {std::move(operators), true};
  return {name.substr(0, name.find_last_not_of("0123456789") + 1), false};
}

/// Calls of one block that are free for regions: around chosen ones, and the first copy of each.
struct Segment {
  uint32_t end = 0;
  uint32_t depth = 0;
  uint32_t outer = kNoRegion, copy = 0;
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
  /// Calls are alike if callee and type of the result are, or the operators of the callee and the types of all
  /// operands.
  void numberCalls() {
    struct Callee {
      uint32_t kind = 0;
      bool known = false;
      std::map<uint32_t, uint32_t> rows;  ///< by result
    };
    std::unordered_map<int64_t, Callee> callees;
    std::map<std::string, uint32_t> kinds;
    std::map<std::pair<std::string_view, uint32_t>, uint32_t> rows;
    std::map<std::array<uint32_t, 3>, uint32_t> byOperands;
    std::vector<uint32_t> like;  // by row: itself, or a row of calls that are like its own
    const auto rowOf = [&](uint32_t row) {
      while (like[row] != row) row = like[row] = like[like[row]];
      return row;
    };
    for (const FlowCall& call : flow_.calls) {
      const std::string& name = executable_.functions[call.callee.at()].name;
      const auto [callee, fresh] = callees.try_emplace(call.callee.value);
      if (fresh) {
        KernelKind kind = kindOf(name);
        callee->second.known = kind.known;
        callee->second.kind =
            kinds.try_emplace(std::move(kind.text), static_cast<uint32_t>(kinds.size())).first->second;
      }
      const auto [place, freshRow] = callee->second.rows.try_emplace(call.result, 0);
      if (freshRow) {
        place->second = rows.try_emplace({name, call.result}, static_cast<uint32_t>(rows.size())).first->second;
        if (place->second == like.size()) like.push_back(place->second);
      }
      kinds_.push_back(callee->second.kind);
      numbers_.push_back(place->second);
      if (call.operands == 0 || !callee->second.known) continue;
      const uint32_t other =
          byOperands.try_emplace({callee->second.kind, call.operands, call.result}, place->second).first->second;
      like[rowOf(place->second)] = rowOf(other);
    }
    for (uint32_t& number : numbers_) number = rowOf(number);
  }

  void searchBlock(uint32_t begin, uint32_t end) {
    segments_.clear();
    segments_[begin] = {end, 0, kNoRegion, 0};
    chooseNamed(begin, end);
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

  /// Removes copies most of whose calls are in further ones, as stages of blocks: the blocks are the layers.
  static void dropOuter(std::vector<NamedCopies>& all, uint32_t begin, uint32_t end) {
    std::ranges::stable_sort(all, {}, &NamedCopies::size);
    std::vector<bool> inside(end - begin);
    std::erase_if(all, [&](const NamedCopies& copies) {
      const auto first = inside.begin() + (copies.bounds.front() - begin), last = first + copies.size();
      if (4 * std::count(first, last, true) >= 3 * int64_t{copies.size()}) return true;
      std::fill(first, last, true);
      return false;
    });
  }
  /// Copies that parameters name, where they are not those of a repetition: the longest first.
  void chooseNamed(uint32_t begin, uint32_t end) {
    std::vector<NamedCopies> all = readings_.named(begin, end, kinds_, mostWork());
    if (readings_.work() > mostWork()) out_.complete = false;
    dropOuter(all, begin, end);
    for (NamedCopies& copies : all | std::views::reverse) {
      const auto segment = std::prev(segments_.upper_bound(copies.bounds.front()));
      const Segment around = segment->second;
      if (copies.bounds.back() > around.end || copies.size() < kFewCalls || isRepetition(copies.bounds)) continue;
      RepeatedRegion region{std::move(copies.stem),
                            std::move(copies.bounds),
                            false,
                            around.depth,
                            around.outer,
                            around.copy,
                            copies.first,
                            {},
                            {}};
      add(std::move(region), segment);
    }
  }
  [[nodiscard]] bool isRepetition(const std::vector<uint32_t>& bounds) const {
    const uint32_t period = bounds[1] - bounds[0];
    for (size_t copy = 1; copy + 1 < bounds.size(); ++copy) {
      if (bounds[copy + 1] - bounds[copy] != period) return false;
      for (uint32_t call = bounds[copy]; call < bounds[copy + 1]; ++call)
        if (numbers_[call] != numbers_[call - period]) return false;
    }
    return true;
  }
  /// Adds a region in a segment, which its copies divide. Those of equal ones are as the first: the others have no
  /// segments of their own.
  uint32_t add(RepeatedRegion region, std::map<uint32_t, Segment>::iterator segment) {
    const Segment around = segment->second;
    const auto index = static_cast<uint32_t>(out_.regions.size());
    region.firstPc = pcOf(region.begin());
    region.lastPc = pcOf(region.end() - 1);
    segment->second.end = region.begin();
    if (segment->first == region.begin()) segments_.erase(segment);
    const uint32_t copies = region.equal ? 1 : region.count();
    for (uint32_t copy = 0; copy < copies; ++copy)
      segments_[region.bounds[copy]] = {region.bounds[copy + 1], around.depth + 1, index, copy};
    if (region.equal) segments_[region.bounds[1]] = {region.bounds[1], around.depth + 1, index, 0};
    if (region.end() < around.end) segments_[region.end()] = around;
    out_.regions.push_back(std::move(region));
    return index;
  }

  [[nodiscard]] uint64_t mostWork() const { return kMinRegionWork + kWorkPerCall * flow_.calls.size(); }
  /// False if it has no reading.
  bool push(const Repetition& run) {
    if (readings_.work() > mostWork()) out_.complete = false;
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
    RepeatedRegion region;
    region.depth = around.depth;
    region.outer = around.outer;
    region.outerCopy = around.copy;
    for (uint32_t copy = 0; copy <= reading.count; ++copy)
      region.bounds.push_back(reading.begin + copy * reading.period);
    const Function& callee = executable_.functions[flow_.calls[reading.begin].callee.at()];
    if (auto name = names_.of(flow_, reading)) {
      region.name = std::move(name->stem);
      region.firstNumber = name->first;
    } else {
      if (reading.size() < kFewCalls && callee.isPacked()) return;
      region.name = callee.name;
    }
    const uint32_t begin = segment->first;
    addNeighbours(add(std::move(region), segment), begin, around.end);
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
    if (count * run.period < kFewCalls) return;
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
  /// What stands before and after the equal copies of a region in the calls [begin, end), if half of a copy is like it.
  void addNeighbours(uint32_t index, uint32_t begin, uint32_t end) {
    const RepeatedRegion& region = out_.regions[index];
    if (region.callsOf(0) < 2) return;
    addNeighbour(index, {region.begin(), -1, region.bounds[1], region.begin() - begin});
    addNeighbour(index, {region.end(), 1, region.begin(), end - region.end()});
  }
  /// Calls beside a region, numbered from the nearest, and those of a copy: before the region from its last call on.
  struct Beside {
    uint32_t edge;     ///< of the region
    int32_t step;      ///< -1 before the region
    uint32_t against;  ///< edge of the copy
    uint32_t free;     ///< calls there are
    [[nodiscard]] uint32_t call(uint32_t i) const { return step > 0 ? edge + i : edge - 1 - i; }
    [[nodiscard]] uint32_t like(uint32_t i) const { return step > 0 ? against + i : against - 1 - i; }
  };
  /// How many calls are as in a copy, if from number `from` on those beside it are `further` calls further, or less.
  [[nodiscard]] uint32_t sameFrom(const Beside& beside, uint32_t from, int32_t further, uint32_t period) const {
    uint32_t same = 0;
    for (uint32_t i = from + (further < 0 ? 1 : 0); i < period; ++i) {
      const auto other = static_cast<uint32_t>(static_cast<int32_t>(i) + further);
      if (other < beside.free && numbers_[beside.call(other)] == numbers_[beside.like(i)]) ++same;
    }
    return same;
  }
  void addNeighbour(uint32_t index, const Beside& beside) {
    const uint32_t period = out_.regions[index].callsOf(0), all = std::min(period, beside.free);
    uint32_t first = 0;  // that differs
    while (first < all && numbers_[beside.call(first)] == numbers_[beside.like(first)]) ++first;
    int32_t further = 0;
    uint32_t same = sameFrom(beside, first, 0, period);
    for (const int32_t shift : {1, -1}) {
      const uint32_t shifted = sameFrom(beside, first, shift, period);
      if (first < all && shifted > same) {
        same = shifted;
        further = shift;
      }
    }
    const auto size = std::min(beside.free, static_cast<uint32_t>(static_cast<int32_t>(period) + further));
    if ((first + same) * 2 < period || size == 0 || (first == all && all < period)) return;
    const uint32_t farthest = beside.call(size - 1), begin = std::min(beside.edge, farthest);
    AlmostRegion almost{{}, begin, begin + size, 1, index, begin, beside.like(0), {}, {}};
    if (first < all) say(beside, first, further, size, almost);
    addAlmost(almost);
  }
  /// Why `almost` is no copy, from number `first` on.
  void say(const Beside& beside, uint32_t first, int32_t further, uint32_t size, AlmostRegion& almost) const {
    if (further == 0) {  // of those that differ the first in the order of the program
      const auto differs = [&](uint32_t i) { return numbers_[beside.call(i)] != numbers_[beside.like(i)]; };
      if (beside.step < 0)
        for (uint32_t i = size; i-- > first;)
          if (differs(i)) {
            first = i;
            break;
          }
      almost.reason = nameOf(beside.call(first)) != nameOf(beside.like(first)) ? AlmostRegion::Reason::OtherCallee
                                                                               : AlmostRegion::Reason::OtherType;
    } else {
      almost.reason = further > 0 ? AlmostRegion::Reason::FurtherCall : AlmostRegion::Reason::MissingCall;
    }
    almost.call = beside.call(first);
    almost.against = beside.like(first);
  }

  void putInOrder() {
    std::vector<uint32_t> order(out_.regions.size()), place(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](uint32_t i) { return std::pair(out_.regions[i].begin(), out_.regions[i].depth); });
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
  std::vector<uint32_t> numbers_, kinds_;  ///< by call
  std::map<uint32_t, Segment> segments_;   ///< by begin; together all of the block
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

uint32_t RepeatedRegion::mostCalls() const {
  uint32_t most = 0;
  for (uint32_t copy = 0; copy < count(); ++copy) most = std::max(most, callsOf(copy));
  return most;
}

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
    case AlmostRegion::Reason::FurtherCall:
      return fmt::format("it also calls {} at {}", callee(almost.call), pc(almost.call));
    case AlmostRegion::Reason::MissingCall:
      return fmt::format("it does not call {} as at {}", callee(almost.against), pc(almost.against));
    case AlmostRegion::Reason::OtherType:
      return fmt::format("{} at {} has a result of another type than at {}", callee(almost.call), pc(almost.call),
                         pc(almost.against));
  }
  return {};
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/layer_map.h"

#include <algorithm>
#include <utility>

#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {

class LayerMapMaker {
 public:
  LayerMapMaker(const Executable& executable, LayerMap& map)
      : executable_(executable), map_(map), flow_(map.regions_.flow), builtins_(executable) {
    if (const Function* row = executable.function(map.regions_.function)) range_ = existingRange(executable, *row);
  }

  void run() {
    rowsOf_.resize(map_.regions_.regions.size());
    for (uint32_t depth = 0; depth < LayerMap::kMaxDepth; ++depth) {
      map_.levels_[depth] = static_cast<uint32_t>(map_.copies_.size());
      addLevel(depth);
    }
    map_.levels_[LayerMap::kMaxDepth] = static_cast<uint32_t>(map_.copies_.size());
  }

 private:
  /// A region whose copies are added: in the copy `outer`, `shift` calls after where it stands.
  struct Wanted {
    uint32_t region = 0, shift = 0, outer = kNoLayer;
  };

  /// Regions of a depth, as often as the regions around them have copies, in order of calls.
  void addLevel(uint32_t depth) {
    std::vector<Wanted> wanted;
    const std::vector<RepeatedRegion>& regions = map_.regions_.regions;
    for (uint32_t i = 0; i < regions.size(); ++i) {
      if (regions[i].depth != depth) continue;
      if (depth == 0) wanted.push_back({i, 0, kNoLayer});
      if (depth == 0 || regions[i].outer >= regions.size()) continue;
      const RepeatedRegion& outer = regions[regions[i].outer];
      for (const uint32_t row : rowsOf_[regions[i].outer]) {
        const LayerCopy& around = map_.copies_[row];
        if (outer.equal || around.copy == regions[i].outerCopy)
          wanted.push_back({i, around.call - outer.bounds[regions[i].outerCopy], row});
      }
    }
    std::ranges::sort(wanted, {}, [&](const Wanted& each) { return regions[each.region].begin() + each.shift; });
    uint32_t number = 0, numberOf = kNoLayer;
    for (const Wanted& each : wanted) {
      if (each.outer != std::exchange(numberOf, each.outer)) number = 0;
      addCopies(each, number);
    }
  }

  /// `number`: of the first copy if its name has no stem; becomes that of the next such region.
  void addCopies(const Wanted& wanted, uint32_t& number) {
    const RepeatedRegion& region = map_.regions_.regions[wanted.region];
    const uint32_t stem = stemOf(region, wanted.outer);
    const bool named = stem != kNoLayer;
    const InstrIndex last = wanted.outer == kNoLayer ? InstrIndex(range_.end - 1) : map_.copies_[wanted.outer].last;
    InstrIndex from = begin(region.begin() + wanted.shift);
    if (wanted.outer != kNoLayer) from = std::max(from, map_.copies_[wanted.outer].first);
    for (uint32_t copy = 0; copy < region.count(); ++copy) {
      LayerCopy made;
      made.call = region.bounds[copy] + wanted.shift;
      made.calls = region.callsOf(copy);
      made.first = from;
      made.last = std::min(end(made.call + made.calls - 1), last);
      made.depth = region.depth;
      made.region = wanted.region;
      made.copy = copy;
      made.count = region.count();
      made.number = (named ? region.firstNumber.value_or(0) : number) + copy;
      made.stem = stem;
      made.outer = wanted.outer;
      from = InstrIndex(made.last.value + 1);
      rowsOf_[made.region].push_back(static_cast<uint32_t>(map_.copies_.size()));
      map_.copies_.push_back(made);
    }
    if (!named) number += region.count();
  }

  /// The stem of parameters, in the copy around it with the number of that copy; of a single call its callee.
  uint32_t stemOf(const RepeatedRegion& region, uint32_t outer) {
    if (!region.firstNumber && region.mostCalls() > 1) return kNoLayer;
    std::string stem = region.name;
    if (outer != kNoLayer && region.firstNumber) {
      const LayerCopy& around = map_.copies_[outer];
      if (around.stem != kNoLayer) {
        const std::string& path = map_.stems_[around.stem];
        const std::string first = std::to_string(around.number - around.copy);
        const auto isSeparator = [&](size_t at) {
          return at < stem.size() && std::string_view(kLayerSeparators).find(stem[at]) != std::string_view::npos;
        };
        if (stem.starts_with(path) && isSeparator(path.size()) && stem.substr(path.size() + 1).starts_with(first) &&
            isSeparator(path.size() + 1 + first.size()))
          stem.replace(path.size() + 1, first.size(), std::to_string(around.number));
      }
    }
    if (map_.stems_.empty() || map_.stems_.back() != stem) map_.stems_.push_back(std::move(stem));
    return static_cast<uint32_t>(map_.stems_.size() - 1);
  }

  [[nodiscard]] InstrIndex pcOf(uint32_t call) const { return flow_.calls[call].pc; }
  /// Where the memory that a call writes is allocated, directly before it.
  InstrIndex begin(uint32_t call) {
    int64_t pc = pcOf(call).value;
    const int64_t least = call > 0 ? pcOf(call - 1).value + 1 : range_.begin;
    while (pc > least && prepares(pc - 1)) --pc;
    return InstrIndex(pc);
  }
  bool prepares(int64_t pc) {
    const Instruction instruction = executable_.code.at(InstrIndex(pc));
    const BuiltinRow* builtin = instruction.row != nullptr ? builtins_.of(instruction) : nullptr;
    return builtin != nullptr && builtin->kind == CallKind::Memory && !builtins_.kills(instruction);
  }
  /// The last of the kills directly after a call.
  InstrIndex end(uint32_t call) {
    int64_t pc = pcOf(call).value;
    while (pc + 1 < range_.end) {
      const Instruction instruction = executable_.code.at(InstrIndex(pc + 1));
      if (instruction.row == nullptr || !builtins_.kills(instruction)) break;
      ++pc;
    }
    return InstrIndex(pc);
  }

  const Executable& executable_;
  LayerMap& map_;
  const CallFlow& flow_;
  BuiltinCalls builtins_;
  PcRange range_;
  std::vector<std::vector<uint32_t>> rowsOf_;  ///< of copies, by region
};

LayerMap::LayerMap(const Executable& executable, FunctionRegions regions) : regions_(std::move(regions)) {
  if (!regions_.regions.empty()) LayerMapMaker(executable, *this).run();
  CallFlow& flow = regions_.flow;  // only its calls are read from here on
  for (std::vector<uint32_t>* each : {&flow.sourcesBegin, &flow.sources, &flow.paramsBegin, &flow.params})
    *each = std::vector<uint32_t>();
}

std::span<const LayerCopy> LayerMap::copiesAt(uint32_t depth) const {
  if (depth >= kMaxDepth) return {};
  return std::span(copies_).subspan(levels_[depth], levels_[depth + 1] - levels_[depth]);
}

const LayerCopy* LayerMap::at(InstrIndex pc, uint32_t depth) const {
  const std::span<const LayerCopy> level = copiesAt(depth);
  const auto after = std::ranges::upper_bound(level, pc, {}, &LayerCopy::first);
  if (after == level.begin()) return nullptr;
  const LayerCopy& copy = *std::prev(after);
  return pc <= copy.last ? &copy : nullptr;
}

const LayerCopy* LayerMap::innermostAt(InstrIndex pc) const {
  const LayerCopy* found = nullptr;
  for (uint32_t depth = 0; depth < kMaxDepth; ++depth) {
    const LayerCopy* copy = at(pc, depth);
    if (copy == nullptr) break;
    found = copy;
  }
  return found;
}

const LayerCopy& LayerMap::next(const LayerCopy& copy) const {
  const uint32_t first = rowOf(copy) - copy.copy;
  return copies_[first + (copy.copy + 1) % copy.count];
}

LayerName LayerMap::nameOf(const LayerCopy& copy) const {
  LayerName name{{}, std::to_string(copy.number)};
  const LayerCopy* named = &copy;
  while (named->stem == kNoLayer && named->outer != kNoLayer) {
    named = &copies_[named->outer];
    name.number = std::to_string(named->number) + "." + name.number;
  }
  if (named->stem != kNoLayer) name.stem = stems_[named->stem];
  return name;
}

std::optional<LayerMap> layerMapOf(const Executable& executable, FuncIndex function, const std::stop_token& stop) {
  std::optional<FunctionRegions> found = repeatedRegions(executable, function, stop);
  if (!found) return std::nullopt;
  return LayerMap(executable, *std::move(found));
}

std::optional<std::vector<LayerMap>> layerMapsOf(const Executable& executable, const std::stop_token& stop) {
  std::optional<std::vector<FunctionRegions>> all = repeatedRegions(executable, stop);
  if (!all) return std::nullopt;
  std::vector<LayerMap> maps;
  for (FunctionRegions& found : *all)
    if (!found.regions.empty()) maps.emplace_back(executable, std::move(found));
  return maps;
}

}  // namespace relaxscope

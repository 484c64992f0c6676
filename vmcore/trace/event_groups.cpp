// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/event_groups.h"

#include <algorithm>
#include <utility>

#include "vmcore/trace/event_text.h"
#include "vmcore/trace/ledger.h"

namespace relaxscope {
namespace {

bool hasShape(const Argument& argument) { return argument.type == ArgType::Tensor || argument.type == ArgType::Shape; }

}  // namespace

size_t GroupHash::operator()(const GroupKey& key) const {
  uint64_t hash = (uint64_t{key.callee} << 32) | key.pc;
  const uint64_t kinds = (static_cast<uint64_t>(key.callKind) << 8) | static_cast<uint64_t>(key.kind);
  hash ^= ((uint64_t{key.function} << 16) | kinds) * 0x9E3779B97F4A7C15ULL;
  hash ^= uint64_t{key.shapes ^ ~key.layer ^ (key.runCall << 7)} * 0xD6E8FEB86659FD93ULL;
  return static_cast<size_t>(hash ^ (hash >> 29)) * 0xBF58476D1CE4E5B9ULL;
}

EventGroups::EventGroups(const Trace& trace, Grouping grouping, std::shared_ptr<const Executable> executable,
                         std::shared_ptr<const SiteLayers> layers)
    : trace_(trace),
      grouping_(grouping),
      executable_(std::move(executable)),
      layers_(std::move(layers)),
      values_(trace) {
  if (grouping == Grouping::RunCall) runCalls_.emplace(trace);
}

GroupKey EventGroups::keyOf(const EventSite& site, EventIndex event) {
  GroupKey key;
  if (grouping_ == Grouping::Kind) {
    key.callKind = kindOf(site);
    return key;
  }
  if (grouping_ == Grouping::Layer) {
    if (layers_ != nullptr) key.layer = layers_->of(site);
    return key;
  }
  if (grouping_ == Grouping::RunCall) {
    if (const RunCalls::Call* const call = runCalls_->of(event)) {
      key.callee = call->callee;
      key.kind = call->kind;
      key.runCall = call->place;
    }
    return key;
  }
  key.callee = site.callee;
  key.kind = site.kind;
  if (grouping_ == Grouping::Site) {
    key.function = site.function;
    key.pc = site.pc;
  }
  if (grouping_ == Grouping::Shape) key.shapes = shapesOf(event);
  return key;
}

uint32_t EventGroups::shapesOf(EventIndex event) {
  const Arguments arguments = values_.of(event).arguments;
  std::string text;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument argument = arguments[i];
    if (!hasShape(argument)) continue;
    if (!text.empty()) text += ", ";
    text += argText(argument);
  }
  if (text.empty()) return kNoIndex;
  const auto [found, fresh] = shapeIndex_.try_emplace(std::move(text), static_cast<uint32_t>(shapes_.size()));
  if (fresh) shapes_.push_back(found->first);
  return found->second;
}

CallKind EventGroups::kindOf(const EventSite& site) {
  const uint64_t place = (uint64_t{site.callee} << 16) | static_cast<uint64_t>(site.kind);
  const auto [found, fresh] = kinds_.try_emplace(place, CallKind::Other);
  if (!fresh) return found->second;
  StatisticsRow row;
  row.callee = site.callee;
  row.kind = site.kind;
  return found->second = callKindOf(row, trace_.info, executable_.get());
}

bool hasShapes(const Trace& trace) {
  for (const auto& chunk : trace.chunks())
    for (size_t i = 0; i < chunk->size(); ++i) {
      const Arguments arguments = chunk->arguments(i);
      for (size_t at = 0; at < arguments.size(); ++at)
        if (hasShape(arguments[at])) return true;
    }
  return false;
}

}  // namespace relaxscope

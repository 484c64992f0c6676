// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/geometry/layer_follower.h"

#include <algorithm>
#include <utility>

namespace relaxscope {

void LayerFollower::setLayers(LayersOfTrace layers) {
  layers_ = std::move(layers);
  mapOf_.clear();
  restart();
  for (uint32_t row = 0; layers_ && row < layers_->size(); ++row) {
    const auto function = (*layers_)[row].regions().function.at();
    if (function >= mapOf_.size()) mapOf_.resize(function + 1, kNoLayer);
    mapOf_[function] = row;
  }
}

void LayerFollower::close(size_t depth, uint32_t nest, std::vector<LayerStretch>& ended) {
  Frame& frame = frames_[depth];
  Open& open = frame.open[nest];
  if (open.copy == nullptr) return;
  const LayerMap& map = (*layers_)[frame.map];
  ended.push_back(
      {frame.map, map.rowOf(*open.copy), static_cast<uint32_t>(depth), nest, open.start, open.end, open.event});
  open.copy = nullptr;
}

void LayerFollower::close(size_t depth, std::vector<LayerStretch>& ended) {
  for (uint32_t nest = 0; nest < kNests; ++nest) close(depth, nest, ended);
}

void LayerFollower::read(const EventSite& site, int64_t start, int64_t end, uint32_t event,
                         std::vector<LayerStretch>& ended) {
  if (mapOf_.empty()) return;
  const size_t depth = site.depth;
  for (; frames_.size() > depth + 1; frames_.pop_back()) close(frames_.size() - 1, ended);
  if (site.kind != EventKind::Call || depth > kMaxDepth) return;
  const uint32_t map = site.function < mapOf_.size() ? mapOf_[site.function] : kNoLayer;
  if (map == kNoLayer && frames_.size() <= depth) return;
  if (frames_.size() <= depth) frames_.resize(depth + 1);
  Frame& frame = frames_[depth];
  if (frame.function != site.function) {
    close(depth, ended);
    frame.function = site.function;
    frame.map = map;
  }
  if (map == kNoLayer) return;
  const InstrIndex pc(site.pc);
  for (uint32_t nest = 0; nest < kNests; ++nest) {
    Open& open = frame.open[nest];
    const bool goesOn = open.copy != nullptr && site.pc > open.lastPc && pc <= open.copy->last;
    if (!goesOn) {
      close(depth, nest, ended);
      open = {(*layers_)[map].at(pc, nest), start, end, event, 0};
    }
    open.lastPc = site.pc;
    open.end = std::max(open.end, end);
  }
}

}  // namespace relaxscope

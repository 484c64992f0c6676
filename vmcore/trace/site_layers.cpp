// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/site_layers.h"

#include <algorithm>
#include <utility>

namespace relaxscope {

SiteLayers::SiteLayers(std::vector<SiteLayer> layers) : layers_(std::move(layers)) {
  std::ranges::stable_sort(layers_, {}, [](const SiteLayer& each) { return std::pair(each.function, each.firstPc); });
}

uint32_t SiteLayers::of(const EventSite& site) const {
  if (!isCall(site.kind) || !hasInstruction(site.kind)) return kNoIndex;
  const std::pair wanted(site.function, site.pc);
  const auto after = std::ranges::upper_bound(
      layers_, wanted, {}, [](const SiteLayer& each) { return std::pair(each.function, each.firstPc); });
  if (after == layers_.begin()) return kNoIndex;
  const SiteLayer& layer = *std::prev(after);
  if (layer.function != site.function || site.pc > layer.lastPc) return kNoIndex;
  return static_cast<uint32_t>(&layer - layers_.data());
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/layers_of_trace.h"

#include <utility>

namespace relaxscope {

std::shared_ptr<const SiteLayers> siteLayersOf(std::span<const LayerMap> maps) {
  std::vector<SiteLayer> layers;
  for (const LayerMap& map : maps)
    for (const LayerCopy& copy : map.copiesAt(0))
      layers.push_back({static_cast<uint32_t>(map.regions().function.value), static_cast<uint32_t>(copy.first.value),
                        static_cast<uint32_t>(copy.last.value), map.nameOf(copy).text()});
  return std::make_shared<const SiteLayers>(std::move(layers));
}

std::shared_ptr<const SiteLayers> siteLayersOf(const Executable* executable, const std::stop_token& stop) {
  if (executable == nullptr) return nullptr;
  const auto maps = layerMapsOf(*executable, stop);
  return maps ? siteLayersOf(*maps) : nullptr;
}

}  // namespace relaxscope

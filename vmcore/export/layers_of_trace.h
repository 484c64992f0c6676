// SPDX-License-Identifier: Apache-2.0
// What statistics by layer need of an executable.
#pragma once

#include <memory>
#include <span>
#include <stop_token>

#include "vmcore/analysis/regions/layer_map.h"
#include "vmcore/trace/site_layers.h"

namespace relaxscope {

/// The outermost layers, in the order of `maps` and of their rows.
std::shared_ptr<const SiteLayers> siteLayersOf(std::span<const LayerMap> maps);
/// Of all functions; null without an executable, and when stopped.
std::shared_ptr<const SiteLayers> siteLayersOf(const Executable* executable, const std::stop_token& stop = {});

}  // namespace relaxscope

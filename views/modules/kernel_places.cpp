// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/modules/kernel_places.h"

#include "views/modules/source.h"

namespace relaxscope {
namespace {

/// How well a module serves as the first one shown; 0: it has nothing to show.
int rank(const LibraryModule& module) {
  const std::vector<CodePart> parts = partsOf(module);
  if (parts.empty()) return 0;
  if (parts[0].isText) return 3;
  return std::holds_alternative<CodeModule>(module.decoded) ? 2 : 1;
}

}  // namespace

KernelPlaces::KernelPlaces(const Library& library) {
  int best = 0;
  for (size_t m = 0; m < library.modules.size(); ++m) {
    const ModuleIndex module(static_cast<int64_t>(m));
    const int now = rank(library.modules[m]);
    if (now > best) first_ = module;
    best = std::max(best, now);
    if (now == 0) continue;
    const std::vector<std::string> names = kernelNames(library.modules[m]);
    for (size_t k = 0; k < names.size(); ++k) {
      const KernelPlace place{module, KernelIndex(static_cast<int64_t>(k))};
      add(names[k], place);
      if (const std::string host = hostNameOfKernel(names[k]); host != names[k]) add(host, place);
    }
  }
}

/// One place per module: the first kernel of a host function.
void KernelPlaces::add(const std::string& name, const KernelPlace& place) {
  std::vector<KernelPlace>& places = byName_[name];
  if (places.empty() || places.back().module != place.module) places.push_back(place);
}

std::optional<KernelPlace> KernelPlaces::find(const std::string& function, ModuleIndex preferred) const {
  const auto found = byName_.find(function);
  if (found == byName_.end()) return {};
  for (const KernelPlace& place : found->second)
    if (place.module == preferred) return place;
  return found->second.front();
}

}  // namespace relaxscope

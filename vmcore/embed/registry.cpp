// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/registry.h"

namespace relaxscope {

VmRegistry& VmRegistry::process() {
  static VmRegistry registry;
  return registry;
}

std::weak_ptr<const Engine> VmRegistry::of(const std::shared_ptr<const LoadedFile>& file) const {
  const std::lock_guard hold(mutex_);
  const auto [first, last] = engines_.equal_range(file.get());
  for (auto entry = first; entry != last; ++entry)
    if (!entry->second.expired()) return entry->second;
  return {};
}

void VmRegistry::add(const std::shared_ptr<const LoadedFile>& file, const std::shared_ptr<const Engine>& engine) {
  const std::lock_guard hold(mutex_);
  std::erase_if(engines_, [](const auto& entry) { return entry.second.expired(); });
  engines_.emplace(file.get(), engine);
}

}  // namespace relaxscope

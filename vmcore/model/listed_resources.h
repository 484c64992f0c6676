// SPDX-License-Identifier: Apache-2.0
// The resources of the kernels that a module of code lists, found by their names.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "vmcore/model/kernel_resources.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Each row belongs to one kernel: to the first that has its name, so that a module which lists a name again and again
/// has no more rows than its code.
class ListedResources {
 public:
  /// Refers to `code`, which outlives this and does not change.
  explicit ListedResources(const CodeModule& code) : byKernel_(code.resources.byKernel()) {
    std::unordered_set<std::string_view> seen;
    rows_.reserve(code.kernels.size());
    for (const DeviceKernel& kernel : code.kernels) {
      const auto found = byKernel_.find(kernel.name);
      rows_.emplace_back();
      if (found != byKernel_.end() && seen.insert(kernel.name).second) rows_.back() = found->second;
    }
  }
  ListedResources(const ListedResources&) = delete;
  ListedResources& operator=(const ListedResources&) = delete;
  ~ListedResources() = default;

  /// Rows of `code.kernels[kernel]`, one for each architecture, in the order of the code; empty if none are known or an
  /// earlier kernel has the same name. Valid as long as this.
  [[nodiscard]] std::span<const KernelResources* const> of(size_t kernel) const { return rows_[kernel]; }

 private:
  std::unordered_map<std::string_view, std::vector<const KernelResources*>> byKernel_;
  std::vector<std::span<const KernelResources* const>> rows_;  ///< by index of the listed kernel
};

}  // namespace relaxscope

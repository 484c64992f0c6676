// SPDX-License-Identifier: GPL-3.0-or-later
// Where the code of a kernel stands: the modules of a library that have text or bytes to show, by the names of their
// kernels and of the host functions that launch them.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "views/core/selection.h"
#include "vmcore/model/library.h"

namespace relaxscope {

struct KernelPlace {
  ModuleIndex module;
  KernelIndex kernel;  ///< of kernelNames()
};

class KernelPlaces {
 public:
  KernelPlaces() = default;
  explicit KernelPlaces(const Library& library);
  /// The kernel of that name, or the first one that the host function of that name launches; one of `preferred` if
  /// it has any.
  [[nodiscard]] std::optional<KernelPlace> find(const std::string& function, ModuleIndex preferred) const;
  /// The first module with text, else with bytes of a device, else with bytes; invalid if no module has either.
  [[nodiscard]] ModuleIndex first() const { return first_; }

 private:
  void add(const std::string& name, const KernelPlace& place);
  std::unordered_map<std::string, std::vector<KernelPlace>> byName_;
  ModuleIndex first_;
};

}  // namespace relaxscope

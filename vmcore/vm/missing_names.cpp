// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/missing_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "vmcore/base/text/joined_faults.h"
#include "vmcore/vm/builtins/table.h"

namespace relaxscope {

void MissingNames::addFunction(const std::string& name) {
  const std::string reason = missingBuiltinReason(name);
  functions_.push_back(reason.empty() ? name : fmt::format("{} ({})", name, reason));
}

void MissingNames::addCompiled(const std::string& name) {
  functions_.push_back(fmt::format("__vmtir__{} (the compiled body of {})", name, name));
}

std::string MissingNames::text() const {
  std::vector<std::string> all = needs_;
  all.insert(all.end(), functions_.begin(), functions_.end());
  if (!functions_.empty())
    all[needs_.size()].insert(0, functions_.size() == 1 ? "missing function: " : "missing functions: ");
  return joinedFaults(all);
}

void UnopenedFunctions::add(std::shared_ptr<const Library> library) {
  const LibraryNames& added = names_.emplace_back(library.get());
  unknown_ = unknown_ || !added.undecoded().empty();
  libraries_.push_back(std::move(library));
}

bool UnopenedFunctions::mayHave(const std::string& name) const {
  return unknown_ ||
         std::any_of(names_.begin(), names_.end(), [&](const LibraryNames& names) { return names.has(name); });
}

}  // namespace relaxscope

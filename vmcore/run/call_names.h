// SPDX-License-Identifier: Apache-2.0
// The functions that calls of a list may name: those of the executable, those saved by earlier calls, and host calls.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Resolves the names of a list of calls, from the first to the last.
class CallNames {
 public:
  /// A resolved name.
  struct Named {
    std::string name;    ///< the engine's name
    FuncIndex function;  ///< invalid for saved functions and host calls
  };

  explicit CallNames(const Executable& executable) : executable_(executable) {}

  /// Nothing where a call may not name it at this point.
  [[nodiscard]] std::optional<Named> find(const std::string& name) const;
  /// Resolves the user's name: empty for the default entry; bytes that are not UTF-8 as \xNN. Also finds a function of
  /// the executable without a body; the engine reports why it does not run.
  [[nodiscard]] Result<Named> resolve(const std::string& name) const;
  /// Allows later calls to name it.
  void save(const std::string& name) { saved_.insert(name); }

 private:
  [[nodiscard]] std::optional<Named> findAny(const std::string& name) const;

  const Executable& executable_;
  std::set<std::string> saved_;
};

/// Whether a call may name it: it has a body and a known number of arguments.
bool canBeCalled(const Function* function);

/// "prefill; decode ×3": names in order, consecutive equal ones counted; at most the first eight.
std::string callsTitle(const std::vector<std::string>& names);

}  // namespace relaxscope

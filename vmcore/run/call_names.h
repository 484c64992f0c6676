// SPDX-License-Identifier: Apache-2.0
// Which functions the calls of a list may name: those of the file, those that calls before saved, and host calls.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Goes along a list of calls from its first to its last.
class CallNames {
 public:
  /// What a name stands for.
  struct Named {
    std::string name;    ///< as the engine knows it
    FuncIndex function;  ///< invalid where it is none of the file that can be called
  };

  explicit CallNames(const Executable& executable) : executable_(executable) {}

  /// Nothing where no call may name it here.
  [[nodiscard]] std::optional<Named> find(const std::string& name) const;
  /// What a user's name stands for: empty for the default entry, bytes that are not UTF-8 as \xNN. A function of the
  /// file without a body is found, too; the engine says why it does not run.
  [[nodiscard]] Result<Named> resolve(const std::string& name) const;
  /// Calls from here on may name it.
  void save(const std::string& name) { saved_.insert(name); }

 private:
  [[nodiscard]] std::optional<Named> findAny(const std::string& name) const;

  const Executable& executable_;
  std::set<std::string> saved_;
};

/// Whether a call may name it: it has a body and says how many arguments it takes.
bool canBeCalled(const Function* function);

/// "prefill; decode ×3": names in order, equal ones in a row counted; the first eight where they are more.
std::string callsTitle(const std::vector<std::string>& names);

}  // namespace relaxscope

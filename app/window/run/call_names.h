// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions the calls of a list may name: those of the file, those that calls before saved, and host calls.
#pragma once

#include <QString>

#include <optional>
#include <set>
#include <string>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// Goes along a list of calls from its first to its last.
class CallNames {
 public:
  /// What a name stands for.
  struct Named {
    std::string name;     ///< as the engine knows it
    FuncIndex function;   ///< invalid where it is none of the file that can be called
  };

  explicit CallNames(const Executable& executable) : executable_(executable) {}

  /// Nothing where no call may name it here.
  [[nodiscard]] std::optional<Named> find(const std::string& name) const;
  /// The same of a key, as RunCall has them.
  [[nodiscard]] std::optional<Named> findKey(const QString& key) const;
  /// Calls from here on may name it.
  void save(const std::string& name) { saved_.insert(name); }

 private:
  [[nodiscard]] std::optional<Named> named(std::string name, FuncIndex function) const;

  const Executable& executable_;
  std::set<std::string> saved_;
};

/// Whether a call may name it: it has a body and says how many arguments it takes.
bool canBeCalled(const Function* function);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Names of the functions that a library is known to hold, for looking up what an executable calls.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "vmcore/model/library.h"

namespace relaxscope {

/// Views of the library's strings: it must stay.
class LibraryNames {
 public:
  /// Null: a library without functions.
  explicit LibraryNames(const Library* library);
  [[nodiscard]] bool has(std::string_view name) const { return names_.contains(name); }
  /// The compiled body of a function of that name.
  [[nodiscard]] bool hasCompiled(const std::string& name) const { return names_.contains("__vmtir__" + name); }
  /// Kinds of modules whose functions are not known, separated by commas.
  [[nodiscard]] const std::string& undecoded() const { return undecoded_; }

 private:
  std::unordered_set<std::string_view> names_;
  std::string undecoded_;
};

}  // namespace relaxscope

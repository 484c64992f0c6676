// SPDX-License-Identifier: Apache-2.0
// Names of a library's known functions, for resolving the callees of an executable.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "vmcore/model/library.h"

namespace relaxscope {

/// What precedes the name of a function of compiled mode in that of its machine code.
inline constexpr std::string_view kCompiledPrefix = "__vmtir__";

/// Non-owning views of the library's strings.
class LibraryNames {
 public:
  /// Null means a library without functions.
  explicit LibraryNames(const Library* library);
  [[nodiscard]] bool has(std::string_view name) const { return names_.contains(name); }
  /// The compiled body of a function of that name.
  [[nodiscard]] bool hasCompiled(const std::string& name) const {
    return names_.contains(std::string(kCompiledPrefix) + name);
  }
  /// Kinds of modules whose functions are unknown, separated by commas.
  [[nodiscard]] const std::string& undecoded() const { return undecoded_; }

 private:
  void addKernels(const HostModule& host, std::string_view systemPrefix);

  std::unordered_set<std::string_view> names_;
  std::string undecoded_;
};

}  // namespace relaxscope

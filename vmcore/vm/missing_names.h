// SPDX-License-Identifier: Apache-2.0
// Names that an executable and its libraries need and that cannot be resolved: collected during loading and reported in
// one message before anything runs, each name with where it is usually found.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vmcore/model/library_names.h"

namespace relaxscope {

class MissingNames {
 public:
  /// Adds a need of the library at `path`, as a sentence (missingForLibrary).
  void addNeed(const std::string& path, const std::string& need) { needs_.push_back(path + ": " + need); }
  /// Adds a packed function that the executable calls.
  void addFunction(const std::string& name);
  /// Adds a compiled function whose body should be in a library.
  void addCompiled(const std::string& name);
  [[nodiscard]] bool empty() const { return needs_.empty() && functions_.empty(); }
  /// The message: needs of libraries first, then functions.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::string> needs_, functions_;
};

/// Functions of libraries that are not opened because they lack something, as far as their bytes show.
class UnopenedFunctions {
 public:
  void add(std::shared_ptr<const Library> library);
  /// Adds a library whose functions are known only after it is opened.
  void addUnknown() { unknown_ = true; }
  [[nodiscard]] bool mayHave(const std::string& name) const;
  /// Whether the compiled body of a function of that name may be in one of them.
  [[nodiscard]] bool mayHaveCompiled(const std::string& name) const { return mayHave("__vmtir__" + name); }

 private:
  std::vector<std::shared_ptr<const Library>> libraries_;  ///< own the names
  std::vector<LibraryNames> names_;
  bool unknown_ = false;  ///< any function may be in one of them
};

}  // namespace relaxscope

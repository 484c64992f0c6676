// SPDX-License-Identifier: Apache-2.0
// What an executable and its libraries need and nobody here has: collected while it is loaded, told in one message
// before anything runs, each name with where it usually lives.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vmcore/model/library_names.h"

namespace relaxscope {

/// The faults in one line, the first few hundred of them: a file may name millions.
std::string joinedFaults(const std::vector<std::string>& faults);

class MissingNames {
 public:
  /// A need of the library at `path`, in a sentence (missingForLibrary).
  void addNeed(const std::string& path, const std::string& need) { needs_.push_back(path + ": " + need); }
  /// A packed function that the executable calls.
  void addFunction(const std::string& name);
  /// A function whose body should be in a library.
  void addCompiled(const std::string& name);
  [[nodiscard]] bool empty() const { return needs_.empty() && functions_.empty(); }
  /// Needs of libraries first, then functions.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::string> needs_, functions_;
};

/// Functions of libraries that are not opened, because of what they lack, as far as their bytes tell.
class UnopenedFunctions {
 public:
  void add(std::shared_ptr<const Library> library);
  /// A library whose functions show only when it is opened.
  void addUnknown() { unknown_ = true; }
  [[nodiscard]] bool mayHave(const std::string& name) const;
  /// The compiled body of a function of that name.
  [[nodiscard]] bool mayHaveCompiled(const std::string& name) const { return mayHave("__vmtir__" + name); }

 private:
  std::vector<std::shared_ptr<const Library>> libraries_;  ///< behind the names
  std::vector<LibraryNames> names_;
  bool unknown_ = false;  ///< any function may be in one of them
};

}  // namespace relaxscope

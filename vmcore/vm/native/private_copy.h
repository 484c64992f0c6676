// SPDX-License-Identifier: Apache-2.0
// Files that dlopen shall see as files of their own: the slots of generated code exist once a file, so two
// users of one file would write over each other's.
#pragma once

#include <string>

#include "vmcore/base/result.h"

namespace relaxscope {

/// Whether this process asked before for the file at `path` (by device and inode).
bool openedBefore(const std::string& path);

/// A copy of a file in the temporary folder, removed at the end of the scope (it may stay mapped).
class PrivateCopy {
 public:
  PrivateCopy() = default;
  PrivateCopy(const PrivateCopy&) = delete;
  PrivateCopy& operator=(const PrivateCopy&) = delete;
  ~PrivateCopy();
  /// The copy's path.
  Result<std::string> make(const std::string& from);

 private:
  std::string path_;
};

}  // namespace relaxscope

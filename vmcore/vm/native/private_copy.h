// SPDX-License-Identifier: Apache-2.0
// Private copies of files, which dlopen treats as distinct: the slots of generated code exist once per file, so two
// users of one file would overwrite each other's.
#pragma once

#include <string>

#include "vmcore/base/result.h"

namespace relaxscope {

/// Whether this was called before in this process for the same file (by device and inode).
bool openedBefore(const std::string& path);

/// A copy of a file, usually in the temporary folder. The destructor removes it; it may stay mapped.
class PrivateCopy {
 public:
  PrivateCopy() = default;
  PrivateCopy(const PrivateCopy&) = delete;
  PrivateCopy& operator=(const PrivateCopy&) = delete;
  ~PrivateCopy();
  /// Makes the copy and returns its path.
  Result<std::string> make(const std::string& from);

 private:
  std::string path_;
};

}  // namespace relaxscope

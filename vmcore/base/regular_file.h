// SPDX-License-Identifier: Apache-2.0
// Opens files that others name. Opening a named pipe waits for its other end, and reading a device may never end.
#pragma once

#include <sys/stat.h>

#include <string>

#include "vmcore/base/result.h"

namespace relaxscope {

/// A regular file, open for reading; the caller closes `descriptor`.
struct RegularFile {
  int descriptor = -1;
  struct stat status{};
};

/// Opens a regular file without waiting. An error for anything else: "is a directory", "is a named pipe, not a file".
Result<RegularFile> openRegularFile(const std::string& path);

}  // namespace relaxscope

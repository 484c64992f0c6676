// SPDX-License-Identifier: Apache-2.0
// A file that cannot be opened, as far as its readers came: what the window shows of a damaged file.
#pragma once

#include <cstdint>

#include "vmcore/model/loaded_file.h"

namespace relaxscope {

/// What a reader decoded of an executable before an error.
struct PartialExecutable {
  /// Never to be run, verified or written: its last entry may be half read, and later sections are empty.
  Executable executable;
  uint64_t end = 0;  ///< offset in the executable's bytes after the last item that was decoded
};

struct PartialFile {
  LoadedFile file;          ///< the executable is that of PartialExecutable, or null; the library may lack modules
  uint64_t decodedEnd = 0;  ///< PartialExecutable::end
};

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Files that hold object files: tar (what TVM exports as .tar), ar (.a), fat Mach-O. Lists members only;
// nothing is unpacked, a member is a slice of the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope {

inline constexpr std::string_view kFatMachO = "fat Mach-O";

struct ArchiveEntry {
  std::string name;  ///< of a fat Mach-O the machine
  uint64_t offset = 0, size = 0;
};
struct Archive {
  std::string what;                   ///< "tar archive", "ar archive", "fat Mach-O"
  std::vector<ArchiveEntry> entries;  ///< files only
  std::vector<std::string> notes;     ///< what is odd, such as a member that ends beyond the file
};
/// Whether the bytes begin as one of these does. A tar file is told by the sum in its first header.
bool looksLikeArchive(const Bytes& file);
/// The members; one that lies about its size ends the list with a note.
Result<Archive> readArchive(const Bytes& file);

}  // namespace relaxscope

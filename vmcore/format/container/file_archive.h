// SPDX-License-Identifier: Apache-2.0
// Archives of object files: tar (what TVM exports as .tar), ar (.a), fat Mach-O. Only lists members; nothing is
// unpacked, a member is a slice of the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope {

inline constexpr std::string_view kFatMachO = "fat Mach-O";

struct ArchiveEntry {
  std::string name;  ///< for fat Mach-O, the machine
  uint64_t offset = 0, size = 0;
};
struct Archive {
  std::string what;                   ///< "tar archive", "ar archive", "fat Mach-O"
  std::vector<ArchiveEntry> entries;  ///< files only
  std::vector<std::string> notes;     ///< anomalies, such as a member that ends beyond the file
};
/// Whether the bytes begin like one of these archives. A tar file is detected by the checksum in its first header.
bool looksLikeArchive(const Bytes& file);
/// The members; one with an invalid size ends the list with a note.
Result<Archive> readArchive(const Bytes& file);

}  // namespace relaxscope

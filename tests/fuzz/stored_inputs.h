// SPDX-License-Identifier: Apache-2.0
// The inputs of the replay test: loose files, and members of the archives that corpus.py writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope::fuzz {

struct StoredInput {
  std::string name;  ///< "PATH", or "ARCHIVE: MEMBER" for a member
  Bytes content;     ///< in its own buffer, so that AddressSanitizer detects a read past its end
};

/// All files below a folder, sorted by path; none if the folder does not exist.
std::vector<StoredInput> filesUnder(const std::filesystem::path& folder);
/// The members of a .tar.gz.
Result<std::vector<StoredInput>> membersOf(const std::filesystem::path& archive);
/// The members of a tar file; an error if a byte belongs neither to a member nor to the two empty blocks at the end,
/// since then a member is missing.
Result<std::vector<StoredInput>> membersOfTar(const std::string& archive, const Bytes& tar);

}  // namespace relaxscope::fuzz

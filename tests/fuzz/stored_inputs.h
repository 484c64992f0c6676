// SPDX-License-Identifier: Apache-2.0
// The inputs that the replay runs: loose files, and members of the archives that corpus.py writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"

namespace relaxscope::fuzz {

struct StoredInput {
  std::string name;  ///< "PATH", of a member "ARCHIVE: MEMBER"
  Bytes content;     ///< in a buffer of its own, so that AddressSanitizer sees a read past its end
};

/// The files anywhere in a folder, by path; none where there is no folder.
std::vector<StoredInput> filesUnder(const std::filesystem::path& folder);
/// The members of a .tar.gz.
Result<std::vector<StoredInput>> membersOf(const std::filesystem::path& archive);
/// The members of a tar file; an error where one byte of it belongs to neither a member nor the two empty blocks at
/// the end, as then a member is missing.
Result<std::vector<StoredInput>> membersOfTar(const std::string& archive, const Bytes& tar);

}  // namespace relaxscope::fuzz

// SPDX-License-Identifier: Apache-2.0
// Whether two processes that may run on different machines see the same file, without reading it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace relaxscope {

/// What a running system says about a file. Equal identities on one machine: the same file, not written since.
struct FileIdentity {
  uint64_t device = 0, inode = 0, size = 0;
  int64_t modifiedNs = 0, changedNs = 0;  ///< since 1970
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
/// Nothing unless `path` is a regular file or a link to one.
std::optional<FileIdentity> identityOf(const std::string& path);

/// Differs between machines and changes when one is started; containers of a machine have the same. Empty if unknown.
std::string machineToken();

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// The files that a load needs, for a worker that may not see them: the executable, its constants, libraries, and what
// lies beside them. Reads files; runs nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/file_identity.h"
#include "vmcore/base/result.h"
#include "vmcore/run/request.h"

namespace relaxscope {

struct LoadFile {
  std::string path;       ///< as the request names it; of a file beside one of those, `place`
  std::string place;      ///< absolute, without "." and ".."
  std::string digest;     ///< SHA-256, 64 hexadecimal digits
  Bytes bytes;            ///< a large file is read on request
  FileIdentity identity;  ///< zeros where the path leads to no file any more
};
using LoadFiles = std::shared_ptr<const std::vector<LoadFile>>;

/// Each path once, the executable first; `executable` are its bytes where the caller has read them. A file of the
/// request that cannot be opened here is left out: it may exist where the worker runs. Beside a library only libraries
/// are included, beside a form its .npz: the files do not lead to others of the user. An error for one that changes
/// while it is read.
Result<LoadFiles> filesOfLoad(const LoadRequest& load, const std::optional<Bytes>& executable = std::nullopt);

}  // namespace relaxscope

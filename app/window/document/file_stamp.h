// SPDX-License-Identifier: GPL-3.0-or-later
// Tells without reading a file whether it may have changed: its size, modification time and inode.
#pragma once

#include <QString>

#include <cstdint>

namespace relaxscope {

struct FileStamp {
  int64_t size = -1, modifiedNs = 0;
  uint64_t inode = 0, device = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
/// Of the file at `path`; a size of -1 if there is none.
FileStamp fileStamp(const QString& path);

}  // namespace relaxscope

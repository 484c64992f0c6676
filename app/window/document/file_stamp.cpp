// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/file_stamp.h"

#include <sys/stat.h>

#include <QFile>

namespace relaxscope {

FileStamp fileStamp(const QString& path) {
  struct stat found{};
  if (stat(QFile::encodeName(path).constData(), &found) != 0) return {};
  return {found.st_size, int64_t{found.st_mtim.tv_sec} * 1'000'000'000 + found.st_mtim.tv_nsec, found.st_ino,
          found.st_dev};
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/regular_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace relaxscope {
namespace {

/// Why a file of this mode is not read; null for a regular file.
const char* refusal(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG: return nullptr;
    case S_IFDIR: return "is a directory";
    case S_IFIFO: return "is a named pipe, not a file";
    case S_IFSOCK: return "is a socket, not a file";
    default: return "is a device, not a file";
  }
}

Error systemError(const char* what) { return Error(fmt::format("{}: {}", what, std::strerror(errno))); }

}  // namespace

Result<RegularFile> openRegularFile(const std::string& path) {
  RegularFile file;
  // A device may act when it is opened, so its kind is looked at before, and again after, should it have been replaced.
  if (::stat(path.c_str(), &file.status) != 0) return systemError("cannot be opened");
  if (const char* why = refusal(file.status.st_mode)) return Error(why);
  file.descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file.descriptor < 0) return systemError("cannot be opened");
  const bool known = ::fstat(file.descriptor, &file.status) == 0;
  const char* why = known ? refusal(file.status.st_mode) : nullptr;
  if (known && why == nullptr) return file;
  const Error error = known ? Error(why) : systemError("cannot be read");
  ::close(file.descriptor);
  return error;
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/file_identity.h"

#include <sys/stat.h>

#include <fstream>

namespace relaxscope {
namespace {

int64_t nanoseconds(const timespec& time) { return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

}  // namespace

std::optional<FileIdentity> identityOf(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size), nanoseconds(status.st_mtim),
                      nanoseconds(status.st_ctim)};
}

std::string machineToken() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string token;
  std::getline(file, token);
  return token;
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/private_copy.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

namespace relaxscope {

bool openedBefore(const std::string& path) {
  static std::mutex mutex;
  static std::set<std::pair<dev_t, ino_t>> opened;
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return false;
  const std::lock_guard hold(mutex);
  return !opened.emplace(info.st_dev, info.st_ino).second;
}

Result<std::string> PrivateCopy::make(const std::string& from) {
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
  path_ = ((failed ? std::filesystem::path("/tmp") : folder) / "relaxscope-XXXXXX.so").string();
  const int fd = mkstemps(path_.data(), 3);
  if (fd < 0) {
    path_.clear();
    return Error(fmt::format("{}: no private copy could be made in the temporary folder", from));
  }
  close(fd);
  std::filesystem::copy_file(from, path_, std::filesystem::copy_options::overwrite_existing, failed);
  if (failed) return Error(fmt::format("{}: cannot be copied: {}", from, failed.message()));
  return path_;
}

PrivateCopy::~PrivateCopy() {
  if (!path_.empty()) unlink(path_.c_str());
}

}  // namespace relaxscope

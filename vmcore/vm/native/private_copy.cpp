// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/private_copy.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace relaxscope {

bool openedBefore(const std::string& path) {
  static std::mutex mutex;
  static std::set<std::pair<dev_t, ino_t>> opened;
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return false;
  const std::lock_guard hold(mutex);
  return !opened.emplace(info.st_dev, info.st_ino).second;
}

namespace {

/// Folders for a copy that can be mapped as code, in this order: the temporary folder, shared memory, the folder of the
/// file; without those mounted noexec.
std::vector<std::filesystem::path> foldersFor(const std::string& file) {
  std::error_code failed;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(failed);
  std::vector<std::filesystem::path> folders{failed ? std::filesystem::path("/tmp") : temporary, "/dev/shm",
                                             std::filesystem::path(file).parent_path()};
  std::erase_if(folders, [](const std::filesystem::path& folder) {
    struct statvfs mount{};
    return statvfs(folder.c_str(), &mount) == 0 && (mount.f_flag & ST_NOEXEC) != 0;
  });
  return folders;
}

/// The path of the copy, or an error.
Result<std::string> copyInto(const std::filesystem::path& folder, const std::string& from) {
  std::string path = (folder / "relaxscope-XXXXXX.so").string();
  const int fd = mkstemps(path.data(), 3);
  if (fd < 0) return Error(fmt::format("{}: {}", folder.string(), std::strerror(errno)));
  close(fd);
  std::error_code failed;
  std::filesystem::copy_file(from, path, std::filesystem::copy_options::overwrite_existing, failed);
  if (!failed) return path;
  unlink(path.c_str());
  return Error(fmt::format("{}: {}", folder.string(), failed.message()));
}

}  // namespace

Result<std::string> PrivateCopy::make(const std::string& from) {
  std::string reasons;
  for (const std::filesystem::path& folder : foldersFor(from)) {
    auto copy = copyInto(folder, from);
    if (copy) return path_ = *std::move(copy);
    reasons += (reasons.empty() ? "" : "; ") + copy.error().message;
  }
  if (reasons.empty()) reasons = "the temporary folders are mounted noexec";
  return Error(fmt::format("{}: cannot make a private copy ({}); set TMPDIR to a folder for it", from, reasons));
}

PrivateCopy::~PrivateCopy() {
  if (!path_.empty()) unlink(path_.c_str());
}

}  // namespace relaxscope

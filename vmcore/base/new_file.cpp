// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <utility>

#include "vmcore/base/split_mix.h"

namespace relaxscope {
namespace {

Error cannotBeWritten(std::string_view why) { return Error(fmt::format("cannot be written: {}", why)); }

/// Creates a file beside `path` with a unique name, stored in `name`. Not mkstemp, which creates private files: the
/// applying the user's umask would then require changing it for all threads. Returns -1 and sets errno on failure.
int createBeside(const std::string& path, std::string& name) {
  constexpr int kTries = 100;
  constexpr std::string_view kLetters = "0123456789abcdefghijklmnopqrstuvwxyz";
  const auto clock = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  SplitMix64 random(clock ^ (static_cast<uint64_t>(::getpid()) << 32) ^ reinterpret_cast<uintptr_t>(&name));
  for (int i = 0; i < kTries; ++i) {
    name = path + '.';
    for (uint64_t bits = random.next(), letters = 0; letters < 6; ++letters, bits /= kLetters.size())
      name += kLetters[bits % kLetters.size()];
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

/// A file's name is on disk only after its folder is synced. Some file systems do not support this; the content is safe
/// anyway.
void syncFolderOf(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int fd = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

}  // namespace

bool writeAll(int descriptor, std::string_view bytes, bool& closedByReader, std::string& problem) {
  if (closedByReader || !problem.empty()) return false;
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {
      if (errno == EPIPE) closedByReader = true;
      else problem = std::strerror(errno);
      return false;
    }
    bytes.remove_prefix(static_cast<size_t>(done));
  }
  return true;
}

Result<NewFile> NewFile::create(const std::string& path) {
  NewFile out;
  struct stat status{};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) {
    out.path_ = path;
    out.fd_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    std::error_code ignored;
    const std::filesystem::path target = exists ? std::filesystem::canonical(path, ignored) : std::filesystem::path();
    out.path_ = target.empty() ? path : target.string();
    out.fd_ = createBeside(out.path_, out.temporary_);
  }
  if (out.fd_ >= 0) return out;
  const int why = errno;
  out.temporary_.clear();
  return cannotBeWritten(std::strerror(why));
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      fd_(std::exchange(other.fd_, -1)),
      closedByReader_(other.closedByReader_),
      problem_(std::move(other.problem_)) {}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (fd_ >= 0) ::close(fd_);
}

bool NewFile::write(std::string_view bytes) { return writeAll(fd_, bytes, closedByReader_, problem_); }

Result<void> NewFile::complete() {
  if (const int fd = std::exchange(fd_, -1); fd >= 0) {
    // A file system without sync support returns EINVAL or ENOTSUP.
    if (!temporary_.empty() && problem_.empty() && ::fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP)
      problem_ = std::strerror(errno);
    // Some file systems report only here that the disk is full.
    if (::close(fd) != 0 && problem_.empty()) problem_ = std::strerror(errno);
  }
  if (!problem_.empty()) return cannotBeWritten(problem_);
  return {};
}

Result<void> NewFile::commit() {
  RS_CHECK(complete());
  if (temporary_.empty()) return {};
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return cannotBeWritten(std::strerror(errno));
  temporary_.clear();
  syncFolderOf(path_);
  return {};
}

}  // namespace relaxscope

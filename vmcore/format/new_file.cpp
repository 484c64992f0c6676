// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace relaxscope {
namespace {

Error cannotBeWritten(std::string_view why) { return Error(fmt::format("cannot be written: {}", why)); }

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
    out.temporary_ = out.path_ + ".XXXXXX";
    out.fd_ = ::mkostemp(out.temporary_.data(), O_CLOEXEC);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (out.fd_ >= 0) ::fchmod(out.fd_, 0666 & ~mask);
  }
  if (out.fd_ >= 0) return out;
  const int why = errno;
  out.temporary_.clear();
  return cannotBeWritten(std::strerror(why));
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})), fd_(std::exchange(other.fd_, -1)), closedByReader_(other.closedByReader_),
      problem_(std::move(other.problem_)) {}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (fd_ >= 0) ::close(fd_);
}

bool NewFile::write(std::string_view bytes) { return writeAll(fd_, bytes, closedByReader_, problem_); }

/// Some file systems tell only here that there was no room.
void NewFile::close() {
  if (const int fd = std::exchange(fd_, -1); fd >= 0 && ::close(fd) != 0 && problem_.empty()) problem_ = std::strerror(errno);
}

Result<void> NewFile::commit() {
  close();
  if (!problem_.empty()) return cannotBeWritten(problem_);
  if (temporary_.empty()) return {};
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return cannotBeWritten(std::strerror(errno));
  temporary_.clear();
  return {};
}

}  // namespace relaxscope

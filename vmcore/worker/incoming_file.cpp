// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/incoming_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

#include "vmcore/base/new_file.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::worker {
namespace {

Error cannotWrite(const std::string& path) {
  return Error(fmt::format("cannot write {}: {}", printable(path), std::strerror(errno)));
}

}  // namespace

Result<IncomingFile> IncomingFile::create(std::string path, std::string digest, uint64_t size) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (fd < 0) return cannotWrite(path);
  return IncomingFile(std::move(path), std::move(digest), size, fd);
}

IncomingFile::IncomingFile(IncomingFile&& other) noexcept
    : path_(std::move(other.path_)),
      digest_(std::move(other.digest_)),
      size_(other.size_),
      written_(other.written_),
      fd_(std::exchange(other.fd_, -1)),
      hash_(other.hash_) {}

IncomingFile::~IncomingFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  ::unlink(path_.c_str());
}

Result<void> IncomingFile::write(std::span<const uint8_t> bytes) {
  if (bytes.size() > size_ - written_)
    return Error(
        fmt::format("a file of {} bytes was announced, and more came", groupedNumber(static_cast<int64_t>(size_))));
  bool closed = false;
  std::string problem;
  if (!writeAll(fd_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, closed, problem))
    return Error(fmt::format("cannot write {}: {}", printable(path_), problem));
  hash_.update(bytes);
  written_ += bytes.size();
  return {};
}

Result<void> IncomingFile::finish(const std::string& path) {
  std::string digest;
  for (const uint8_t byte : hash_.finish()) digest += fmt::format("{:02x}", byte);
  if (digest != digest_)
    return Error(fmt::format("the file arrived damaged: its SHA-256 is {}, not {}", digest, printable(digest_)));
  if (::fchmod(fd_, S_IRUSR) != 0 || ::rename(path_.c_str(), path.c_str()) != 0) return cannotWrite(path);
  ::close(std::exchange(fd_, -1));
  return {};
}

}  // namespace relaxscope::worker

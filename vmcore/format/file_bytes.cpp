// SPDX-License-Identifier: Apache-2.0
// readFileBytes: the only place of inspect that opens a file for reading.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

constexpr size_t kMapAbove = size_t{16} << 20;
constexpr size_t kMostFromStream = size_t{1} << 30;

struct Descriptor {
  int fd = -1;
  bool owned = true;
  ~Descriptor() {
    if (owned && fd >= 0) ::close(fd);
  }
};

Error systemError(const char* what) { return Error(fmt::format("{}: {}", what, std::strerror(errno))); }

/// Reads until the end; pipes and devices are bounded, a regular file by its size.
Result<Bytes> readAll(int fd, size_t expected, size_t most) {
  std::vector<uint8_t> buffer(expected);
  size_t used = 0;
  for (;;) {
    if (used == buffer.size()) {
      if (used > most) return Error(fmt::format("more than {} bytes; only files may be that large", most));
      buffer.resize(std::max<size_t>(used * 2, 65536));
    }
    const ssize_t got = ::read(fd, buffer.data() + used, buffer.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return systemError("cannot be read");
    if (got == 0) break;
    used += static_cast<size_t>(got);
  }
  buffer.resize(used);
  return Bytes::own(std::move(buffer));
}

Result<Bytes> mapFile(int fd, size_t size) {
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (memory == MAP_FAILED) return systemError("cannot be mapped");
  std::shared_ptr<const void> owner(memory, [size](const void* p) { ::munmap(const_cast<void*>(p), size); });
  return Bytes(std::move(owner), static_cast<const uint8_t*>(memory), size);
}

}  // namespace

Result<Bytes> readFileBytes(const std::string& path) {
  if (path == "-") return readAll(STDIN_FILENO, 0, kMostFromStream);
  Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) return systemError("cannot be opened");
  struct stat status{};
  if (::fstat(file.fd, &status) != 0) return systemError("cannot be read");
  if (S_ISDIR(status.st_mode)) return Error("is a directory");
  if (!S_ISREG(status.st_mode)) return readAll(file.fd, 0, kMostFromStream);
  const auto size = static_cast<size_t>(status.st_size);
  // One byte more than the size, so that the end is seen without growing.
  return size > kMapAbove ? mapFile(file.fd, size) : readAll(file.fd, size + 1, SIZE_MAX / 4);
}

}  // namespace relaxscope

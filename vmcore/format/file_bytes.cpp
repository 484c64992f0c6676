// SPDX-License-Identifier: Apache-2.0
// readFileBytes: the only place in vmcore/format that opens a file for reading. Small files are copied; large ones are
// read lazily, each piece once. Nothing is mapped: a mapping would change with the file, and crash the process if the
// file were truncated.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include "vmcore/base/large_pages.h"
#include "vmcore/base/regular_file.h"
#include "vmcore/format/file_bytes.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxFromStream = size_t{1} << 30;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

Error systemError(const char* what) { return Error(fmt::format("{}: {}", what, std::strerror(errno))); }

/// Reads until the end; standard input has a limit, a regular file has its size.
Result<Bytes> readAll(int fd, size_t expected, size_t most) {
  size_t room = expected, used = 0;
  auto buffer = std::make_shared_for_overwrite<uint8_t[]>(room);  // zeroing a large one takes as long as reading it
  for (;;) {
    if (used == room) {
      if (used > most) return Error(fmt::format("more than {} bytes; only files may be that large", most));
      room = std::max<size_t>(used * 2, 65536);
      auto larger = std::make_shared_for_overwrite<uint8_t[]>(room);
      std::copy_n(buffer.get(), used, larger.get());
      buffer = std::move(larger);
    }
    const ssize_t got = ::read(fd, buffer.get() + used, room - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return systemError("cannot be read");
    if (got == 0) break;
    used += static_cast<size_t>(got);
  }
  const uint8_t* const data = buffer.get();
  return Bytes(std::move(buffer), data, used);
}

/// A large file, read lazily in granules into reserved memory. It is kept open, so replacing the file under its name
/// does not affect it. Modification or truncation is detected by size and time at the next read; from then on nothing
/// more is read from it.
class LargeFile : public ByteSource {
 public:
  static Result<Bytes> open(Descriptor file, const struct stat& status) {
    const auto size = static_cast<size_t>(status.st_size);
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return systemError("not enough memory");
    // Huge pages would make reading a few bytes cost megabytes.
    ::madvise(memory, size, MADV_NOHUGEPAGE);
    auto* bytes = static_cast<uint8_t*>(memory);
    return Bytes::from(std::shared_ptr<const LargeFile>(new LargeFile(std::move(file), status, bytes, size)), bytes,
                       size);
  }
  ~LargeFile() override { ::munmap(memory_, size_); }

  void fetch(const uint8_t* at, size_t size) const override {
    if (size == 0) return;
    const size_t offset = static_cast<size_t>(at - memory_);
    const size_t last = (offset + size - 1) / kGranule;
    for (size_t granule = offset / kGranule; granule <= last; ++granule)
      if (!there_[granule].load(std::memory_order_acquire)) return fill(granule, last);
  }
  bool copy(const uint8_t* at, size_t size, uint8_t* into) const override {
    const bool done = intact() && readAt(static_cast<size_t>(at - memory_), size, into);
    if (!done) std::memset(into, 0, size);
    return done;
  }
  [[nodiscard]] bool intact() const override { return intact_.load(std::memory_order_relaxed); }
  void expect(void* memory, size_t size) const override { useLargePages(memory, size); }

 private:
  static constexpr size_t kGranule = size_t{16} << 10;

  LargeFile(Descriptor file, const struct stat& status, uint8_t* memory, size_t size)
      : file_(std::move(file)),
        opened_(status),
        memory_(memory),
        size_(size),
        there_(new std::atomic<bool>[(size + kGranule - 1) / kGranule] {}) {}

  /// Reads the missing granules of a range.
  void fill(size_t first, size_t last) const {
    const std::lock_guard hold(filling_);
    for (size_t begin = first; begin <= last;) {
      size_t end = begin;
      while (end <= last && !there_[end].load(std::memory_order_relaxed)) ++end;
      if (end > begin) {
        const size_t offset = begin * kGranule, length = std::min(end * kGranule, size_) - offset;
        if (intact() && !readAt(offset, length, memory_ + offset)) std::memset(memory_ + offset, 0, length);
        for (size_t granule = begin; granule < end; ++granule) there_[granule].store(true, std::memory_order_release);
      }
      begin = end + 1;
    }
  }

  /// Also compares device and inode: a kernel in the worker may have closed the descriptor, and another file may have
  /// reused it.
  [[nodiscard]] bool isSame(const struct stat& now) const {
    return now.st_dev == opened_.st_dev && now.st_ino == opened_.st_ino && now.st_size == opened_.st_size &&
           now.st_mtim.tv_sec == opened_.st_mtim.tv_sec && now.st_mtim.tv_nsec == opened_.st_mtim.tv_nsec;
  }
  /// False if the file differs from when it was opened, also if it changed during the read.
  bool readAt(size_t offset, size_t length, uint8_t* into) const {
    bool whole = true;
    for (size_t done = 0; whole && done < length;) {
      const ssize_t got = ::pread(file_.get(), into + done, length - done, static_cast<off_t>(offset + done));
      if (got > 0) done += static_cast<size_t>(got);
      else whole = got < 0 && errno == EINTR;
    }
    struct stat now{};
    whole = whole && ::fstat(file_.get(), &now) == 0 && isSame(now);
    if (!whole) intact_.store(false, std::memory_order_relaxed);
    return whole;
  }

  const Descriptor file_;
  const struct stat opened_;
  uint8_t* const memory_;
  const size_t size_;
  const std::unique_ptr<std::atomic<bool>[]> there_;  ///< by granule; never reset
  mutable std::mutex filling_;
  mutable std::atomic<bool> intact_{true};
};

}  // namespace

Result<Bytes> readFileBytes(const std::string& path, size_t large) {
  if (path == "-") return readAll(STDIN_FILENO, 0, kMaxFromStream);
  RS_TRY(const RegularFile opened, openRegularFile(path));
  Descriptor file(opened.descriptor);
  const auto size = static_cast<size_t>(opened.status.st_size);
  // One byte more than the size, so that the end is detected without growing.
  return size > large ? LargeFile::open(std::move(file), opened.status) : readAll(file.get(), size + 1, SIZE_MAX / 4);
}

}  // namespace relaxscope

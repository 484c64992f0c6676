// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/file_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "vmcore/base/text/text.h"
#include "vmcore/format/file_bytes.h"

namespace relaxscope::worker {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnPrefix = "worker-";
/// A folder that is this young may not be locked yet.
constexpr time_t kUnlockedSeconds = 60;

Error systemError(const std::string& what) { return Error(fmt::format("{}: {}", what, std::strerror(errno))); }

/// Creates the folder, or checks the existing one.
Result<void> makePrivate(const std::string& folder) {
  std::error_code failed;
  fs::create_directories(fs::path(folder).parent_path(), failed);
  if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    return systemError(fmt::format("cannot create {}", printable(folder)));
  struct stat status{};
  if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid())
    return Error(fmt::format("{} is not a folder of this user", printable(folder)));
  if ((status.st_mode & ACCESSPERMS) != S_IRWXU && ::chmod(folder.c_str(), S_IRWXU) != 0)
    return systemError(fmt::format("cannot make {} private", printable(folder)));
  struct statvfs system{};
  if (::statvfs(folder.c_str(), &system) == 0 && (system.f_flag & ST_NOEXEC) != 0)
    return Error(fmt::format("{} is on a file system without executable files", printable(folder)));
  return {};
}

int lockFolder(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || ::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  ::close(fd);
  return -1;
}

/// Removes folders of workers that ended without removing them.
void removeStale(const std::string& folder) {
  std::error_code failed, ignored;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    if (!entry->path().filename().string().starts_with(kOwnPrefix)) continue;
    struct stat status{};
    if (::lstat(entry->path().c_str(), &status) != 0 || status.st_mtim.tv_sec + kUnlockedSeconds > std::time(nullptr))
      continue;
    const int lock = lockFolder(entry->path().string());
    if (lock < 0) continue;
    fs::remove_all(entry->path(), ignored);
    ::close(lock);
  }
}

struct Entry {
  fs::file_time_type used;
  uint64_t bytes = 0;
  fs::path path;
};

/// The stored files, the one that was not used for longest first.
std::vector<Entry> entriesOf(const std::string& folder) {
  std::vector<Entry> entries;
  std::error_code failed, ignored;
  for (fs::directory_iterator file(folder, failed), end; !failed && file != end; file.increment(failed))
    if (isDigest(file->path().filename().string()) && file->is_regular_file(ignored))
      entries.push_back({file->last_write_time(ignored), file->file_size(ignored), file->path()});
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  return entries;
}

uint64_t usualLimit(const std::string& folder) {
  if (const char* given = std::getenv("RELAXSCOPE_STORE_LIMIT"); given != nullptr) {
    uint64_t bytes = 0;
    const auto [end, error] = std::from_chars(given, given + std::strlen(given), bytes);
    if (error == std::errc() && *end == '\0') return bytes;
  }
  uint64_t stored = 0;
  for (const Entry& entry : entriesOf(folder)) stored += entry.bytes;
  struct statvfs system{};
  if (::statvfs(folder.c_str(), &system) != 0) return FileStore::kMostBytes;
  return std::min(FileStore::kMostBytes, (uint64_t{system.f_bavail} * system.f_frsize + stored) / 2);
}

std::string usualFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return std::string(cache) + "/relaxscope/files";
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? std::string(home) + "/.cache/relaxscope/files" : std::string();
}

}  // namespace

bool isDigest(const std::string& text) {
  constexpr size_t kDigits = 64;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Result<FileStore> FileStore::openUsual() {
  if (const std::string folder = usualFolder(); !folder.empty())
    if (auto store = openAt(folder, usualLimit(folder), false)) return store;
  std::error_code failed;
  std::string folder = (fs::temp_directory_path(failed) / "relaxscope-files-XXXXXX").string();
  if (failed || ::mkdtemp(folder.data()) == nullptr)
    return Error("the worker has no folder for files: neither $XDG_CACHE_HOME nor $TMPDIR can be written");
  return openAt(folder, usualLimit(folder), true);
}

Result<FileStore> FileStore::open(const std::string& folder, uint64_t mostBytes) {
  return openAt(folder, mostBytes, false);
}

Result<FileStore> FileStore::openAt(const std::string& folder, uint64_t mostBytes, bool temporary) {
  RS_CHECK(makePrivate(folder));
  removeStale(folder);
  std::string own = folder + "/" + kOwnPrefix + "XXXXXX";
  if (::mkdtemp(own.data()) == nullptr) return systemError(fmt::format("cannot write in {}", printable(folder)));
  return FileStore(folder, own, lockFolder(own), mostBytes, temporary);
}

FileStore::FileStore(FileStore&& other) noexcept
    : folder_(std::exchange(other.folder_, {})),
      own_(std::exchange(other.own_, {})),
      lock_(std::exchange(other.lock_, -1)),
      mostBytes_(other.mostBytes_),
      temporary_(other.temporary_) {}

FileStore::~FileStore() {
  std::error_code ignored;
  if (!own_.empty()) fs::remove_all(own_, ignored);
  if (temporary_ && !folder_.empty()) fs::remove_all(folder_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

Result<bool> FileStore::place(const std::string& digest, uint64_t size, const std::string& place) const {
  const std::string file = fileOf(digest);
  struct stat status{};
  if (::lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  std::error_code failed, ignored;
  fs::create_directories(fs::path(place).parent_path(), failed);
  fs::remove(place, ignored);
  // A link keeps the content while another worker evicts the file. Not every file system has them.
  if (::link(file.c_str(), place.c_str()) != 0) {
    if (::lstat(file.c_str(), &status) != 0) return false;
    fs::copy_file(file, place, failed);
  }
  const auto bytes = readFileBytes(place);
  if (!bytes.ok()) return Error(fmt::format("cannot read {}: {}", printable(place), bytes.error().text()));
  if (bytes->size() == size && sha256Hex(*bytes) == digest) {
    ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);  // used now
    return true;
  }
  fs::remove(place, ignored);
  fs::remove(file, ignored);
  return false;
}

Result<void> FileStore::makeRoom(uint64_t bytes) const {
  if (bytes > mostBytes_)
    return Error(
        fmt::format("the files of the run have {} bytes, and the worker's store holds at most {} "
                    "(RELAXSCOPE_STORE_LIMIT)",
                    groupedNumber(static_cast<int64_t>(bytes)), groupedNumber(static_cast<int64_t>(mostBytes_))));
  const std::vector<Entry> entries = entriesOf(folder_);
  uint64_t total = bytes;
  for (const Entry& entry : entries) total += entry.bytes;
  std::error_code ignored;
  for (const Entry& entry : entries) {
    if (total <= mostBytes_) break;
    fs::remove(entry.path, ignored);
    total -= entry.bytes;
  }
  return {};
}

Result<IncomingFile> FileStore::receive(const std::string& digest, uint64_t size) const {
  return IncomingFile::create(own_ + "/" + digest + ".part", digest, size);
}

Result<void> FileStore::keep(IncomingFile file) const { return file.finish(fileOf(file.digest())); }

}  // namespace relaxscope::worker

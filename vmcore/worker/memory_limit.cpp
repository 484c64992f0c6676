// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/memory_limit.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "vmcore/base/text/number.h"

namespace relaxscope::worker {
namespace {

constexpr uint64_t kUnknown = std::numeric_limits<uint64_t>::max();

uint64_t memAvailable() {
  std::ifstream info("/proc/meminfo");
  std::string line;
  while (std::getline(info, line)) {
    if (line.rfind("MemAvailable:", 0) != 0) continue;
    return std::strtoull(line.c_str() + 13, nullptr, 10) * 1024;
  }
  return kUnknown;
}

std::optional<uint64_t> numberIn(const std::string& path) {
  std::ifstream file(path);
  std::string word;
  if (!(file >> word)) return std::nullopt;
  return wholeNumber<uint64_t>(word);  // none for "max"
}

/// A counter of memory.stat such as inactive_file: page cache that the kernel reclaims on demand.
uint64_t statistic(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  std::string key;
  uint64_t value = 0;
  while (file >> key >> value)
    if (key == name) return value;
  return 0;
}

/// Free bytes of one cgroup directory; kUnknown where it has no limit.
uint64_t freeIn(const std::string& folder, const char* limitFile, const char* usageFile, const char* cacheName) {
  const auto limit = numberIn(folder + limitFile);
  const auto usage = numberIn(folder + usageFile);
  if (!limit || !usage || *limit > (uint64_t{1} << 60)) return kUnknown;
  const uint64_t used = *usage - std::min(*usage, statistic(folder + "/memory.stat", cacheName));
  return *limit > used ? *limit - used : 0;
}

/// The least free memory of this process's cgroup and its ancestors.
uint64_t cgroupFree() {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  uint64_t least = kUnknown;
  while (std::getline(file, line)) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool unified = controllers.empty();
    if (!unified && ("," + controllers + ",").find(",memory,") == std::string::npos) continue;
    const std::string root = unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    for (std::string path = line.substr(second + 1);; path.resize(path.rfind('/'))) {
      if (path == "/") path.clear();
      least = std::min(least, unified ? freeIn(root + path, "/memory.max", "/memory.current", "inactive_file")
                                      : freeIn(root + path, "/memory.limit_in_bytes", "/memory.usage_in_bytes",
                                               "total_inactive_file"));
      if (path.empty() || path.find('/') == std::string::npos) break;
    }
  }
  return least;
}

}  // namespace

uint64_t defaultMemoryLimit() {
  const uint64_t available = std::min(memAvailable(), cgroupFree());
  return available == kUnknown ? 0 : std::max<uint64_t>(available / 4 * 3, uint64_t{64} << 20);
}

MemoryUse memoryUse() noexcept {
  const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  char text[128];
  const ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  if (n <= 0) return {};
  uint64_t numbers[2] = {0, 0};
  int field = 0;
  for (ssize_t i = 0; i < n && field < 2; ++i) {
    if (text[i] >= '0' && text[i] <= '9') numbers[field] = numbers[field] * 10 + static_cast<uint64_t>(text[i] - '0');
    else ++field;
  }
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return {numbers[0] * page, numbers[1] * page};
}

void MemoryLimit::set(uint64_t bytes, bool watchOnly) noexcept {
  constexpr uint64_t kMax = uint64_t{1} << 60;  // keeps sums within 64 bits
  if (bytes > kMax) bytes = 0;
  bytes_ = bytes;
  const MemoryUse use = memoryUse();
  residentTop_ = bytes == 0 ? 0 : use.resident + bytes + kOwnUse;
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = bytes == 0 || watchOnly
                       ? limit.rlim_max
                       : std::min<rlim_t>(use.addressSpace + bytes + kOwnReservations, limit.rlim_max);
  setrlimit(RLIMIT_AS, &limit);
  addressTop_ = limit.rlim_cur == RLIM_INFINITY ? 0 : limit.rlim_cur;
}

bool MemoryLimit::exceeded() const noexcept { return residentTop_ != 0 && memoryUse().resident > residentTop_; }

bool MemoryLimit::exhausted() const noexcept {
  constexpr uint64_t kMargin = uint64_t{16} << 20;
  return addressTop_ != 0 && memoryUse().addressSpace + kMargin > addressTop_;
}

}  // namespace relaxscope::worker

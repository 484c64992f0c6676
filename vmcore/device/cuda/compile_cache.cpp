// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/compile_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>

#include "vmcore/base/new_file.h"

namespace relaxscope::cuda {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStart = "RelaxScope kernel image 1\n";
constexpr const char* kSuffix = ".image";
constexpr uintmax_t kLargestFile = uintmax_t{256} << 20;

std::string digestOf(std::string_view bytes) {
  return sha256Hex(std::span(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()));
}

std::optional<std::string> readFile(const std::string& path) {
  std::error_code failed;
  const uintmax_t size = fs::file_size(path, failed);
  if (failed || size > kLargestFile) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

CacheKey& CacheKey::add(std::string_view part) {
  // The length keeps parts apart: "a", "bc" is not "ab", "c".
  const std::string length = fmt::format("{}:", part.size());
  digest_.update(std::span(reinterpret_cast<const uint8_t*>(length.data()), length.size()));
  digest_.update(std::span(reinterpret_cast<const uint8_t*>(part.data()), part.size()));
  return *this;
}

std::string CacheKey::finish() {
  std::string hex;
  for (const uint8_t byte : digest_.finish()) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::string CompileCache::usualFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return std::string(cache) + "/relaxscope/kernels";
  const char* home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return std::string(home) + "/.cache/relaxscope/kernels";
  return {};
}

std::string CompileCache::fileOf(const std::string& key) const { return fmt::format("{}/{}{}", folder_, key, kSuffix); }

std::optional<std::vector<char>> CompileCache::find(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const std::string path = fileOf(key);
  const auto text = readFile(path);
  if (!text) return std::nullopt;
  constexpr size_t kDigits = 64;
  const size_t header = kStart.size() + kDigits + 1;
  const std::string_view all = *text;
  std::error_code ignored;
  if (all.size() <= header || !all.starts_with(kStart) ||
      digestOf(all.substr(header)) != all.substr(kStart.size(), kDigits)) {
    fs::remove(path, ignored);
    return std::nullopt;
  }
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // used now
  return std::vector<char>(all.begin() + static_cast<ptrdiff_t>(header), all.end());
}

void CompileCache::store(const std::string& key, const std::vector<char>& image) const {
  if (folder_.empty() || image.empty()) return;
  std::error_code failed;
  fs::create_directories(folder_, failed);
  if (failed) return;
  fs::permissions(folder_, fs::perms::owner_all, failed);  // its files are run
  const std::string_view bytes(image.data(), image.size());
  auto file = NewFile::create(fileOf(key));
  if (!file) return;
  file->write(fmt::format("{}{}\n", kStart, digestOf(bytes)));
  file->write(bytes);
  if (file->commit()) removeOldest();
}

void CompileCache::removeOldest() const {
  struct Entry {
    fs::file_time_type used;
    uintmax_t bytes = 0;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::error_code failed, ignored;
  uintmax_t total = 0;
  for (fs::directory_iterator file(folder_, failed), end; !failed && file != end; file.increment(failed)) {
    if (file->path().extension() != kSuffix || !file->is_regular_file(ignored)) continue;
    entries.push_back({file->last_write_time(ignored), file->file_size(ignored), file->path()});
    total += entries.back().bytes;
  }
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.used < b.used; });
  for (const auto& entry : entries) {
    if (total <= mostBytes_) return;
    fs::remove(entry.path, ignored);
    total -= entry.bytes;
  }
}

}  // namespace relaxscope::cuda

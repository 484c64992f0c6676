// SPDX-License-Identifier: Apache-2.0
// Compiled kernels on disk, by the digest of everything they depend on. A file is used only if its content has the
// digest that it states: it is going to be run. Failures are no errors; the kernel is compiled again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/sha256.h"

namespace relaxscope::cuda {

/// Collects what an image depends on.
class CacheKey {
 public:
  CacheKey& add(std::string_view part);
  /// 64 hexadecimal digits.
  [[nodiscard]] std::string finish();

 private:
  Sha256 digest_;
};

class CompileCache {
 public:
  static constexpr uint64_t kMostBytes = uint64_t{512} << 20;
  /// An empty folder: nothing is kept.
  explicit CompileCache(std::string folder, uint64_t mostBytes = kMostBytes)
      : folder_(std::move(folder)), mostBytes_(mostBytes) {}
  /// $XDG_CACHE_HOME/relaxscope/kernels, else below ~/.cache; empty if neither is known.
  static std::string usualFolder();

  /// Damaged files are removed.
  [[nodiscard]] std::optional<std::vector<char>> find(const std::string& key) const;
  /// Removes the files that were not used for longest, as many as the limit asks for.
  void store(const std::string& key, const std::vector<char>& image) const;

 private:
  [[nodiscard]] std::string fileOf(const std::string& key) const;
  void removeOldest() const;

  std::string folder_;
  uint64_t mostBytes_;
};

}  // namespace relaxscope::cuda

// SPDX-License-Identifier: Apache-2.0
// Signatures that a library carries as text beside its kernels, by name: "add(x: Tensor([n], float32), ...)". They are
// part of the error messages that TVM compiles into kernels.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace relaxscope {

/// Read on first use, as that searches the library; thread-safe.
class KernelTexts {
 public:
  using Map = std::map<std::string, std::string, std::less<>>;
  explicit KernelTexts(std::function<Map()> read) : read_(std::move(read)) {}
  /// Searches the library, which takes a second for some gigabytes; does nothing when that was done.
  void read() const {
    std::call_once(once_, [this] { map_ = read_(); });
  }
  /// The signature of a kernel, from its name to the closing parenthesis; null if the library has none.
  [[nodiscard]] const std::string* find(std::string_view kernel) const {
    read();
    const auto found = map_.find(kernel);
    return found != map_.end() ? &found->second : nullptr;
  }

 private:
  std::function<Map()> read_;
  mutable std::once_flag once_;
  mutable Map map_;
};

}  // namespace relaxscope

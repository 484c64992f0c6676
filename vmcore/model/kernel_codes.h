// SPDX-License-Identifier: Apache-2.0
// What identifies the machine code of a library's kernels: the same for the same code, wherever the linker placed it
// and whatever the kernel and its parameters are named.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace relaxscope {

struct KernelCode {
  std::array<uint8_t, 16> digest{};
  uint64_t bytes = 0;  ///< of its instructions and those of the local functions that it calls, without padding
  /// False where the code could not be followed: the digest is then that of the bytes of its symbol, which the linker
  /// may have placed differently, so different digests say nothing.
  bool exact = false;
  std::string why;  ///< unless exact: "machine code of aarch64"
};

/// Read on first use, as that follows all code of the library; thread-safe.
class KernelCodes {
 public:
  using Map = std::map<std::string, KernelCode, std::less<>>;
  explicit KernelCodes(std::function<Map()> read) : read_(std::move(read)) {}
  /// Of a kernel by name, without the prefix of its symbol; null if the library has no such code.
  [[nodiscard]] const KernelCode* find(std::string_view kernel) const {
    std::call_once(once_, [this] { codes_ = read_(); });
    const auto found = codes_.find(kernel);
    return found != codes_.end() ? &found->second : nullptr;
  }

 private:
  std::function<Map()> read_;
  mutable std::once_flag once_;
  mutable Map codes_;
};

}  // namespace relaxscope

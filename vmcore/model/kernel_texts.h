// SPDX-License-Identifier: Apache-2.0
// What a library carries as text of its kernels' own argument checks, by kernel: from TVM 0.25 on the signature,
// "add(x: Tensor([n], float32), ...)", before that the messages of the checks (kernel_check.h).
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace relaxscope {

/// Read on first use, as that searches the library; thread-safe.
class KernelTexts {
 public:
  using Map = std::map<std::string, std::string, std::less<>>;
  /// Messages of the checks of kernels without a signature, in the order of the library.
  using Checks = std::map<std::string, std::vector<std::string>, std::less<>>;
  struct Found {
    Found(Map signaturesFound, Checks checksFound = {})  // NOLINT(google-explicit-constructor)
        : signatures(std::move(signaturesFound)), checks(std::move(checksFound)) {}
    Map signatures;
    Checks checks;
  };
  explicit KernelTexts(std::function<Found()> read) : read_(std::move(read)) {}
  /// Searches the library, which takes a second for some gigabytes; does nothing when that was done.
  void read() const {
    std::call_once(once_, [this] { found_ = read_(); });
  }
  /// The signature of a kernel, from its name to the closing parenthesis; null if the library has none.
  [[nodiscard]] const std::string* find(std::string_view kernel) const {
    read();
    const auto found = found_.signatures.find(kernel);
    return found != found_.signatures.end() ? &found->second : nullptr;
  }
  /// The messages of a kernel's checks; null if it has none, or a signature.
  [[nodiscard]] const std::vector<std::string>* checksOf(std::string_view kernel) const {
    read();
    const auto found = found_.checks.find(kernel);
    return found != found_.checks.end() ? &found->second : nullptr;
  }

 private:
  std::function<Found()> read_;
  mutable std::once_flag once_;
  mutable Found found_ = Map();
};

}  // namespace relaxscope

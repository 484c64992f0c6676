// SPDX-License-Identifier: Apache-2.0
// Texts of a kernel's argument checks without names that the source gives: TVM names parameters and
// extents after its variables, which another build may number differently, and the kernel after its place.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace relaxscope {

class CheckNames {
 public:
  /// Of the kernel with the signature "NAME(x: Tensor([n, T.int64(16)], float32), ...)"; other texts give no names.
  explicit CheckNames(std::string_view signature = {});
  /// Up to TVM 0.24, of the messages of its checks (kernel_check.h); other texts among them give no names.
  CheckNames(std::string_view kernel, const std::vector<std::string>& messages);
  /// "$0.shape[1]" of "x.shape[1]": parameters by position, extents by first occurrence, no name of the kernel, nor
  /// in the name of its code for a device, which is that of the kernel with "_kernel" after it.
  [[nodiscard]] std::string without(std::string_view text) const;

 private:
  [[nodiscard]] std::string withoutInCheck(std::string_view message) const;

  std::string signature_, kernel_;
  bool fromChecks_ = false;
  std::map<std::string, std::string, std::less<>> names_;  ///< what stands for a name
};

/// Whether the text is the signature of the kernel.
bool isSignatureOf(std::string_view text, std::string_view kernel);

}  // namespace relaxscope

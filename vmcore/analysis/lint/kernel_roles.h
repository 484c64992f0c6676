// SPDX-License-Identifier: Apache-2.0
// What kernels do, as far as their name and the signature that their library carries agree on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vmcore/analysis/kernel_signature.h"
#include "vmcore/model/executable.h"

namespace relaxscope::linting {

enum class KernelRole : uint8_t {
  Unknown,
  Transpose,    ///< one input with its elements in another order
  Cast,         ///< one input in another element type
  Reshape,      ///< one input with the same elements in the same order
  Elementwise,  ///< each element of the output from the elements at its place in the inputs
};

struct KnownKernel {
  KernelRole role = KernelRole::Unknown;
  std::vector<KernelParam> signature;  ///< empty if the library carries none
  bool certain = false;                ///< the signature is TVM's own text, not put together from messages of checks
};

/// Looks at each kernel once.
class KernelRoles {
 public:
  explicit KernelRoles(const Executable& executable) : executable_(executable) {}
  const KnownKernel& of(FuncIndex callee);

 private:
  const Executable& executable_;
  std::unordered_map<int64_t, KnownKernel> found_;
};

/// The role of a kernel of that name and signature.
KernelRole roleOf(std::string_view name, const std::vector<KernelParam>& signature);

}  // namespace relaxscope::linting

// SPDX-License-Identifier: Apache-2.0
// The code of kernels for a device: of each kernel its own part, or its own lines of a source that holds all of them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/analysis/diff/diff.h"

namespace relaxscope::diffing {

/// The library of a side, or null.
const Library* libraryOf(const DiffSide& side);

/// The code of a kernel for a device, and how it is launched.
struct DeviceCode {
  const DeviceKernel* kernel = nullptr;
  const CodePart* part = nullptr;  ///< null: its module has one part for all, in which it is not found
  std::string_view text = {};      ///< of a source: what defines the kernel; else empty
};

/// Device kernels of all modules by name; a name that several modules have stands for the first.
class DeviceKernels {
 public:
  explicit DeviceKernels(const DiffSide& side);
  /// Those of a host kernel: its name, followed by "_kernel" and a number.
  [[nodiscard]] std::vector<DeviceCode> of(std::string_view host) const;

 private:
  std::map<std::string, DeviceCode, std::less<>> kernels_;
};

/// A function of a source: its name, and where it is.
struct SourceFunction {
  std::string_view name, text;
};
/// The functions that a source of C++ or its like, or of PTX, defines, in its order: from the first line of each to its
/// closing brace. Near-linear; text that is no source has none, or any.
std::vector<SourceFunction> functionsOfSource(std::string_view source);

/// A function of a source without what another build may name differently: the kernel's own name becomes "\2", and as
/// TVM names parameters, and what it derives of them ("lv2_ptr", "lv2_shared"), after variables of the model, these
/// become "\1" and the number of the parameter.
std::string withoutNames(std::string_view function, std::string_view kernel);

/// Whether the code of two kernels is the same up to names. Both have a part.
bool isSameCode(const DeviceCode& old, const DeviceCode& now);

}  // namespace relaxscope::diffing

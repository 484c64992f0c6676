// SPDX-License-Identifier: Apache-2.0
// How the packed arguments of a host call become a kernel launch: one value per parameter of the kernel, then one per
// launch tag that takes a value (formats.md 2.5).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/cuda/abi.h"
#include "vmcore/model/library.h"

namespace relaxscope::cuda {

/// How a packed argument reaches the kernel. Packed integers are 64 bits wide; as hosts of CUDA are little-endian, a
/// narrower parameter reads the low bytes of the same address.
enum class ParamKind : uint8_t {
  Pointer,    ///< the pointer itself
  Integer,    ///< of any width
  Float64,    ///< the double itself
  Float32,    ///< converted
  TensorMap,  ///< 128 bytes at the pointer
};

/// Extents and bytes of a launch; every extent is at least 1.
struct LaunchExtents {
  std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1}, cluster{1, 1, 1}, preferredCluster{1, 1, 1};
  unsigned sharedBytes = 0;
};

struct LaunchPlan {
  std::vector<ParamKind> params;
  bool hasCluster = false, hasPreferredCluster = false;
  bool cooperative = false, dependent = false;
  bool requiredBlock = false;  ///< the block's extents are in the kernel; those of the tags are not passed

  /// Number of packed arguments.
  [[nodiscard]] size_t argumentCount() const { return params.size() + targets_.size(); }
  /// Extents from the values that follow the parameters, in the order of the tags. An error names a value that is
  /// negative or too large.
  [[nodiscard]] Result<LaunchExtents> shape(std::span<const int64_t> values) const;
  /// Whether a launch needs attributes, which cuLaunchKernel does not take.
  [[nodiscard]] bool needsAttributes() const {
    return hasCluster || hasPreferredCluster || cooperative || dependent || requiredBlock;
  }

 private:
  friend Result<LaunchPlan> planLaunch(const DeviceKernel& kernel);
  /// Number of an unsigned field of LaunchExtents, by tag that takes a value.
  std::vector<uint8_t> targets_;
};

/// An error names the parameter or the tag that cannot be passed.
Result<LaunchPlan> planLaunch(const DeviceKernel& kernel);

/// The attributes of a launch and its configuration, which refers to them.
struct AttributedLaunch {
  AttributedLaunch(const LaunchPlan& plan, const LaunchExtents& shape, Stream stream);
  AttributedLaunch(const AttributedLaunch&) = delete;
  AttributedLaunch& operator=(const AttributedLaunch&) = delete;
  LaunchConfig config{};

 private:
  LaunchAttribute& add(LaunchAttributeId id);
  std::array<LaunchAttribute, 4> attributes_{};
};

}  // namespace relaxscope::cuda

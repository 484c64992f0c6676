// SPDX-License-Identifier: Apache-2.0
// Launch tags of device kernels: the meaning of the values that follow a kernel's arguments in a host call (formats.md
// 2.5, "launch_param_tags").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relaxscope {

enum class LaunchTagKind : uint8_t {
  BlockIdx,
  ThreadIdx,
  ClusterIdx,
  PreferredClusterIdx,
  VirtualThread,
  SharedMemory,       ///< bytes of dynamic shared memory; always last
  DependentLaunch,    ///< a flag without a value
  CooperativeLaunch,  ///< a flag without a value
  RequiredBlock,      ///< a flag without a value: the kernel was compiled with its block extents
  WriteAccess,        ///< WebGPU: which arguments are written; no value
  Unknown,
};
struct LaunchTag {
  LaunchTagKind kind = LaunchTagKind::Unknown;
  char dimension = 0;      ///< 'x', 'y', 'z', or 0
  bool takesValue = true;  ///< a host call passes a value for it
};
LaunchTag parseLaunchTag(std::string_view tag);
/// Short names: "block.x", "thread.y", "shared memory", "cooperative"; an unknown tag is returned unchanged.
std::string launchTagText(std::string_view tag);
/// Number of values that the tags add to a call.
size_t launchValueCount(const std::vector<std::string>& tags);
/// The problem with a kernel's tags: an unknown one, or shared memory not last; empty if there is none.
std::string launchTagsProblem(const std::vector<std::string>& tags);

}  // namespace relaxscope

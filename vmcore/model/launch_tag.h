// SPDX-License-Identifier: Apache-2.0
// Launch tags of device kernels: what the values that follow a kernel's arguments in a host call mean
// (formats.md 2.5, "launch_param_tags").
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
  SharedMemory,       ///< bytes of dynamic shared memory; the last
  DependentLaunch,    ///< a flag without a value
  CooperativeLaunch,  ///< a flag without a value
  WriteAccess,        ///< WebGPU: which arguments are written; no value
  Unknown,
};
struct LaunchTag {
  LaunchTagKind kind = LaunchTagKind::Unknown;
  char dimension = 0;      ///< 'x', 'y', 'z', or 0
  bool takesValue = true;  ///< a host call passes a value for it
};
LaunchTag parseLaunchTag(std::string_view tag);
/// Short words: "block.x", "thread.y", "shared memory", "cooperative"; the tag itself where it is unknown.
std::string launchTagText(std::string_view tag);
/// Number of values that the tags add to a call.
size_t launchValueCount(const std::vector<std::string>& tags);
/// What is wrong with the tags of a kernel: an unknown one, shared memory not last; empty where nothing is.
std::string launchTagsProblem(const std::vector<std::string>& tags);

}  // namespace relaxscope

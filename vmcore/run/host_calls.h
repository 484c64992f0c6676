// SPDX-License-Identifier: Apache-2.0
// Functions that a list of calls may name besides those of the executable and saved ones: builtins on KV caches and
// other state that programs keep outside of the VM, and the call of a closure. They are the rows of model/builtin.def
// with the flag HostCall.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace relaxscope {

/// Names of the host calls that the engine implements, in the order in which programs use them.
std::span<const std::string_view> hostCalls();
/// Whether it is a builtin that works on state; the engine may not implement it.
bool isStateCall(std::string_view name);
/// Whether a list of calls may name it.
bool isHostCall(std::string_view name);
/// Names of the required parameters; none for a name that is not in hostCalls().
std::vector<std::string_view> hostCallParams(std::string_view name);

}  // namespace relaxscope

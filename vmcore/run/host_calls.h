// SPDX-License-Identifier: Apache-2.0
// Functions that a list of calls may name besides those of the executable and saved ones: builtins that work on KV
// caches and other state, which programs keep outside of the machine, and the call of a closure. They are the rows of
// model/builtin.def with the flag HostCall.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace relaxscope {

/// Their names, in the order in which programs use them; none that the engine lacks.
std::span<const std::string_view> hostCalls();
/// Whether it is of the builtins that work on state; the engine may still lack it.
bool isStateCall(std::string_view name);
/// Whether a list of calls may name it.
bool isHostCall(std::string_view name);
/// Names of the parameters, without optional ones; none for what is not in hostCalls().
std::vector<std::string_view> hostCallParams(std::string_view name);

}  // namespace relaxscope

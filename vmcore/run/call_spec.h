// SPDX-License-Identifier: Apache-2.0
// One call of a run with its argument values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/run/value.h"

namespace relaxscope {

enum class CallMode : uint8_t {
  Call,
  Stateful,  ///< set_input, invoke_stateful, get_output in place of a call
  Save,      ///< save_function: `args` become the last arguments of `savedAs`, which later calls may call; returns None
};
/// Names of the modes in scripts and settings.
inline constexpr std::array<std::string_view, 3> kCallModeNames = {"call", "stateful", "save"};

/// A call of a function of the executable, a saved one, or a builtin that works on KV caches and other state.
struct CallSpec {
  std::string function;
  std::vector<Value> args;
  CallMode mode = CallMode::Call;
  std::string savedAs = {};  ///< Save only
  bool savesResult = true;   ///< Save only: false makes calls of it return None
};

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// A place in a run: function, instruction and callee, and their text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace relaxscope {

/// While a file loads, `function` is empty and `callee` is the step.
struct Position {
  std::string function, callee;
  int64_t pc = -1;
};

/// The parts of a position as display text; unknown parts are empty.
struct PositionParts {
  std::string step;  ///< loading only: there is no function yet, and nothing else is set
  std::string function, call;
  std::optional<int64_t> pc;
};
PositionParts positionParts(const Position& position);
/// "in main:12, call matmul"; "at the step "open the library"" while loading; "" when nothing is known.
std::string positionText(const Position& position);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Conversion of exceptions to returned errors at the API boundary.
#pragma once

#include <optional>
#include <utility>

#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

/// The current exception of any type as an error without a place. Must be called in a catch block.
RunError currentError();

/// Runs `body` and returns the exception that it threw, if any, as an error.
template <class Body>
std::optional<RunError> errorOf(Body&& body) {
  try {
    std::forward<Body>(body)();
    return std::nullopt;
  } catch (...) { return currentError(); }
}

}  // namespace relaxscope

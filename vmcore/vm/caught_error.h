// SPDX-License-Identifier: Apache-2.0
// Where exceptions end: what a call from outside threw becomes an error that is returned.
#pragma once

#include <optional>
#include <utility>

#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

/// The exception under way, of whatever type, without a place. Call it in a handler.
RunError currentError();

/// Runs `body`; the error is what it threw.
template <class Body>
std::optional<RunError> errorOf(Body&& body) {
  try {
    std::forward<Body>(body)();
    return std::nullopt;
  } catch (...) { return currentError(); }
}

}  // namespace relaxscope

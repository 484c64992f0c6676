// SPDX-License-Identifier: Apache-2.0
// The place of an error: the innermost call that it propagated out of. Enclosing calls that see the same error keep the
// place.
#pragma once

#include <tvm/ffi/error.h>

#include <optional>

#include "vmcore/vm/activity.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

class Fault {
 public:
  /// Records that an error propagates out of the call that the markers name.
  void note(const ffi::Error& error, const ActivityMarkers& markers);
  void forget();
  /// nullopt if no Call was in progress.
  [[nodiscard]] const std::optional<Position>& position() const { return position_; }

 private:
  ffi::Any error_;  ///< kept alive, so that no other error gets the same address
  std::optional<Position> position_;
};

}  // namespace relaxscope

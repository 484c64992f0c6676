// SPDX-License-Identifier: Apache-2.0
// Where an error came from: the innermost call that it left. Calls around that see the same error pass and keep the
// place.
#pragma once

#include <tvm/ffi/error.h>

#include <optional>

#include "vmcore/vm/activity.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

class Fault {
 public:
  /// An error leaves the call that the markers name.
  void note(const ffi::Error& error, const ActivityMarkers& markers);
  void forget();
  /// Nothing where no Call was under way.
  [[nodiscard]] const std::optional<Position>& position() const { return position_; }

 private:
  ffi::Any error_;  ///< kept, so that no other error has its address
  std::optional<Position> position_;
};

}  // namespace relaxscope

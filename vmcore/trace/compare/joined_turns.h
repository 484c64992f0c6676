// SPDX-License-Identifier: Apache-2.0
// One trace of many: the turns of an executable, each recorded on its own, one after the other on one time axis.
#pragma once

#include <cstdint>
#include <string>

#include "vmcore/trace/trace.h"

namespace relaxscope {

class JoinedTurns {
 public:
  /// The first turn has the info, and the events of the load phase, of the whole.
  explicit JoinedTurns(std::string session) { whole_.info.session = std::move(session); }

  /// Appends a trace whose measured runs each have an unrecorded one beside them, or none has. A turn of another
  /// function table, and one without measured runs, is left out; false then.
  bool add(const Trace& turn, uint32_t process, uint32_t place);
  [[nodiscard]] const Trace& trace() const { return whole_; }

 private:
  Trace whole_;
  int64_t end_ = 0;  ///< ticks
};

}  // namespace relaxscope

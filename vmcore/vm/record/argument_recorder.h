// SPDX-License-Identifier: Apache-2.0
// Records the arguments of events: types, numbers and shapes, never data. Arguments equal to those that the same call
// received last are recorded by the number of their list, which takes no memory beyond the event's own eight bytes.
#pragma once

#include <tvm/ffi/c_api.h>

#include <cstdint>
#include <vector>

#include "vmcore/trace/event.h"

namespace relaxscope {

class ArgumentRecorder {
 public:
  /// Arguments of a call whose event is recorded later.
  struct Captured {
    std::vector<ArgRecord> args;
    std::vector<int64_t> dims;
  };

  /// Adds the arguments of event `event` to `columns`. `call` is any number that tells calls apart; those that share
  /// one are recorded all the same.
  void add(ValueColumns& columns, uint32_t event, uint32_t call, const TVMFFIAny* args, int32_t count);
  void add(ValueColumns& columns, uint32_t event, uint32_t call, const Captured& captured);
  static void capture(const TVMFFIAny* args, int32_t count, Captured& into);
  /// To be called when the next add() is given other, empty columns.
  void restart();

 private:
  /// The list of arguments that a call received last.
  struct Known {
    uint32_t generation = 0;
    uint32_t list = 0, begin = 0, count = 0;  ///< into ValueColumns::args
  };
  static constexpr size_t kCalls = 1024;

  [[nodiscard]] Known& knownOf(uint32_t call);
  [[nodiscard]] bool isKnown(const Known& known, const ValueColumns& columns, size_t count) const;
  /// Remembers a list that begins at the end of the columns.
  Known startList(const ValueColumns& columns, size_t count);

  std::vector<Known> known_;  ///< by call; empty before the first arguments
  std::vector<int64_t> scratch_;
  uint32_t generation_ = 1, lists_ = 0;
};

}  // namespace relaxscope

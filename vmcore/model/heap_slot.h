// SPDX-License-Identifier: Apache-2.0
// A slot of the shape heap of a function, and values of such slots.
#pragma once

#include <cstdint>
#include <map>

#include "vmcore/base/index.h"

namespace relaxscope {

struct HeapSlot {
  FuncIndex function;  ///< whose heap it is in
  int64_t slot = 0;

  friend auto operator<=>(const HeapSlot&, const HeapSlot&) = default;
};
using SlotValues = std::map<HeapSlot, int64_t>;

}  // namespace relaxscope

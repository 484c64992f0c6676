// SPDX-License-Identifier: Apache-2.0
// The shape program of a function: where the values of its shape heap come from and who reads them.
#pragma once

#include <vector>

#include "vmcore/analysis/shape_slots.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// How a slot gets its value.
enum class SlotSource : uint8_t {
  Exact,     ///< a match instruction stores an extent of a value in it
  Inferred,  ///< written by code that cannot be read; its formula follows from its use
  Computed,  ///< written by code that cannot be read; its formula is an annotation's, or unknown
};
/// "exact", "inferred", "computed": as in text and JSON.
const char* sourceText(SlotSource source);

struct SlotDetail {
  SlotSource source = SlotSource::Computed;
  /// "n", "n * 64", "n + k"; empty if nothing tells.
  std::string formula;
  std::vector<InstrIndex> stores;  ///< match instructions that write it, in order of pc; 1,000 at most
  std::vector<InstrIndex> reads;   ///< instructions that name it as an operand, in order of pc; 1,000 at most
};
struct ShapeProgram {
  std::vector<SlotDetail> heap;  ///< by slot
  /// Calls of kernels and functions that get the heap, which may write any slot; in order of pc, 65,536 at most.
  std::vector<InstrIndex> heapCalls;

  /// The instructions that write a slot: those that store it, else the calls that may have, up to its first read. One
  /// of several calls: which one cannot be told from the code.
  [[nodiscard]] std::vector<InstrIndex> writersOf(size_t slot) const;
};

/// One detail per slot of shapeSlots(), which are passed; of a compiled function only formulas. Linear in the words of
/// the function.
ShapeProgram shapeProgram(const Executable& executable, FuncIndex function, const std::vector<SlotInfo>& names);

}  // namespace relaxscope

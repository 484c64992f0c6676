// SPDX-License-Identifier: Apache-2.0
// Contents and names of the slots of a function's shape heap.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

constexpr int64_t kMaxShapeSlots = 65'536;  ///< of a function; further slots are not analysed

struct SlotInfo {
  enum class Origin : uint8_t {
    Dimension,  ///< stored by match_shape and named by an annotation: "n"
    Derived,    ///< an expression of an annotation: "n + k"
    Inferred,   ///< from its use: the size of a storage for f32[n, 16] is "n * 64"
    Stored,     ///< stored by match_shape, unnamed: "s0"
    Computed,   ///< written by a kernel, unnamed: "s4"
  } origin = Origin::Computed;
  std::string name;  ///< never empty
};
/// All allocated slots of a bytecode function's shape heap (kMaxShapeSlots at most); empty if it has none. Of a
/// compiled function, whose code cannot be read, the slots of its parameters' dimensions: TVM's VMShapeLower gives the
/// symbolic extents of the parameters their slots in order, before all others. Dimensions found in the first `within`
/// instructions are final; other results may change with more instructions.
std::vector<SlotInfo> shapeSlots(const Executable& executable, FuncIndex function, int64_t within = INT64_MAX);
/// The name of one slot ("n", "n * 64", "s0"). For many slots use shapeSlots.
std::string slotName(const Executable& executable, FuncIndex function, int64_t slot);

}  // namespace relaxscope

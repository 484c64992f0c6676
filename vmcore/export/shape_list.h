// SPDX-License-Identifier: Apache-2.0
// The list of constant shapes in the statistics of the Relay VM and of the Relax prototype, which share a quirk.
#pragma once

#include "vmcore/base/text/text_buffer.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// "scalar, [2], \n[3],": every shape is followed by a comma, a space and a newline, every scalar by a comma and a
/// space; the last two characters are removed, so a final shape keeps its comma.
inline void writeShapeList(const Executable& executable, TextBuffer& out) {
  const size_t count = executable.constants.size();
  for (size_t i = 0; i < count && !out.stopped(); ++i) {
    const bool last = i + 1 == count;
    const auto* tensor = std::get_if<TensorConstant>(&executable.constants[i].value);
    if (tensor == nullptr || tensor->shape.empty()) {
      out.append(tensor == nullptr ? std::string_view("late-bound") : std::string_view("scalar"));
      if (!last) out.append(", ");
      continue;
    }
    out.append('[');
    for (size_t k = 0; k < tensor->shape.size(); ++k) {
      if (k != 0) out.append(", ");
      out.append(tensor->shape[k]);
    }
    out.append(last ? "]," : "], \n");
  }
}

}  // namespace relaxscope

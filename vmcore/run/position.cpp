// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/position.h"

#include <fmt/format.h>

#include "vmcore/base/text/text.h"

namespace relaxscope {

PositionParts positionParts(const Position& position) {
  PositionParts parts;
  (position.function.empty() ? parts.step : parts.call) = printable(position.callee);
  parts.function = printable(position.function);
  if (!parts.function.empty() && position.pc >= 0) parts.pc = position.pc;
  return parts;
}

std::string positionText(const Position& position) {
  const PositionParts parts = positionParts(position);
  if (!parts.step.empty()) return "at the step \"" + parts.step + "\"";
  if (parts.function.empty()) return {};
  std::string text = "in " + parts.function;
  if (parts.pc) text += fmt::format(":{}", *parts.pc);
  if (!parts.call.empty()) text += ", call " + parts.call;
  return text;
}

}  // namespace relaxscope

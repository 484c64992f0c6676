// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/activity.h"

#include <algorithm>
#include <iterator>

namespace relaxscope {

void ActivityMarkers::setProgram(const Program& program) {
  program_ = &program;
  bodies_.clear();
  for (uint32_t i = 0; i < program.functions.size(); ++i) {
    const RuntimeFunction& function = program.functions[i];
    if (function.kind == FunctionKind::Bytecode) bodies_.push_back({function.start, function.end, i});
  }
  std::sort(bodies_.begin(), bodies_.end(), [](const Span& a, const Span& b) { return a.start < b.start; });
}

Activity ActivityMarkers::read() const {
  Activity now;
  if (const char* step = loadStep_.load(std::memory_order_relaxed); step != nullptr) {
    now.state = Activity::State::Loading;
    now.calleeName = step;
    return now;
  }
  const Place at = place();
  if (at.compiled != kNoIndex) {
    now.state = Activity::State::Running;
    now.function = at.compiled;
    now.functionName = program_->functions[at.compiled].name.c_str();
    now.calleeName = at.builtin;
    return now;
  }
  if (at.insn == nullptr) {  // possibly a builtin called by the host program
    if (at.builtin != nullptr) now.state = Activity::State::Running;
    now.calleeName = at.builtin;
    return now;
  }
  now.state = Activity::State::Running;
  now.pc = static_cast<uint32_t>(at.insn - program_->code.data());
  const auto body = std::upper_bound(bodies_.begin(), bodies_.end(), now.pc,
                                     [](uint32_t pc, const Span& span) { return pc < span.start; });
  if (body != bodies_.begin() && now.pc < std::prev(body)->end) {
    now.function = std::prev(body)->function;
    now.functionName = program_->functions[now.function].name.c_str();
  }
  now.callee = program_->calleeAt(now.pc);
  if (now.callee != kNoIndex) now.calleeName = program_->functions[now.callee].name.c_str();
  return now;
}

std::optional<Position> ActivityMarkers::position() const {
  const Activity now = read();
  if (now.functionName == nullptr && now.calleeName == nullptr) return std::nullopt;
  Position place;
  if (now.functionName != nullptr) place.function = now.functionName;
  if (now.calleeName != nullptr) place.callee = now.calleeName;
  place.pc = now.pc == kNoIndex ? -1 : int64_t{now.pc};
  return place;
}

}  // namespace relaxscope

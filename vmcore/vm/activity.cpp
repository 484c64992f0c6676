// SPDX-License-Identifier: Apache-2.0
// What a machine is in the middle of, read from its markers without locks or allocation.
#include <algorithm>
#include <atomic>

#include "vmcore/vm/engine.h"
#include "vmcore/vm/machine_marker.h"

namespace relaxscope {

void Engine::prepareMarkers() {
  bodies_.clear();
  for (uint32_t i = 0; i < program.functions.size(); ++i) {
    const RuntimeFunction& function = program.functions[i];
    if (function.kind == FunctionKind::Bytecode) bodies_.push_back({function.start, function.end, i});
  }
  std::sort(bodies_.begin(), bodies_.end(), [](const Span& a, const Span& b) { return a.start < b.start; });
}

Activity Engine::activity() const {
  Activity now;
  if (const char* step = loadStep.load(std::memory_order_relaxed); step != nullptr) {
    now.state = Activity::State::Loading;
    now.calleeName = step;
    return now;
  }
  const char* const builtin = compiledBuiltin.load(std::memory_order_relaxed);
  if (const uint32_t compiled = compiled_.load(std::memory_order_relaxed); compiled != kNoIndex) {
    now.state = Activity::State::Running;
    now.function = compiled;
    now.functionName = program.functions[compiled].name.c_str();
    now.calleeName = builtin;
    return now;
  }
  const Insn* const at = at_.load(std::memory_order_relaxed);
  if (at == nullptr) {  // perhaps a builtin that the host program called itself
    if (builtin != nullptr) now.state = Activity::State::Running;
    now.calleeName = builtin;
    return now;
  }
  now.state = Activity::State::Running;
  now.pc = static_cast<uint32_t>(at - program.code.data());
  auto body = std::upper_bound(bodies_.begin(), bodies_.end(), now.pc,
                               [](uint32_t pc, const Span& span) { return pc < span.start; });
  if (body != bodies_.begin() && now.pc < std::prev(body)->end) {
    now.function = std::prev(body)->function;
    now.functionName = program.functions[now.function].name.c_str();
  }
  now.callee = program.calleeAt(now.pc);
  if (now.callee != kNoIndex) now.calleeName = program.functions[now.callee].name.c_str();
  return now;
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/state_calls.h"

#include <fmt/format.h>
#include <tvm/ffi/function.h>

#include <array>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "vmcore/embed/errors.h"
#include "vmcore/run/host_calls.h"
#include "vmcore/vm/builtins/kv/state.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/host_builtin.h"

namespace relaxscope {
namespace {

/// The builtins whose first argument is a state, or a tuple of states.
std::vector<BuiltinId> stateBuiltins() {
  constexpr std::array<std::string_view, 3> kStates = {"state", "cache", "caches"};
  std::vector<BuiltinId> found;
  for (const std::string_view name : hostCalls()) {
    const BuiltinId builtin = implementedBuiltin(name);
    if (builtin == BuiltinId::None || builtinRow(builtin).operands().empty()) continue;
    const std::string_view first = builtinRow(builtin).operands().front().name;
    if (std::find(kStates.begin(), kStates.end(), first) != kStates.end()) found.push_back(builtin);
  }
  return found;
}

/// The function that is registered for `builtin`; `before` is the one that it replaces, or null.
ffi::Function dispatcher(BuiltinId builtin, ffi::Function before) {
  return ffi::Function::FromPacked(
      [builtin, before = std::move(before)](const ffi::AnyView* args, int32_t count, ffi::Any* result) {
        const StateObj* const state = count == 0 ? nullptr : stateIn(*rawValues(args));
        if (state == nullptr) {
          if (before != nullptr) return before.CallPacked(args, count, result);
          raise("TypeError",
                fmt::format("{}: the first argument is not a state of a RelaxScope VM; TVM's runtime, which has "
                            "others, is not loaded",
                            builtinName(builtin)));
        }
        if (state->owner->engine == nullptr)
          raise("RuntimeError", fmt::format("{}: the VM of this state no longer exists", builtinName(builtin)));
        const std::shared_ptr<Engine> engine = state->owner->engine->shared_from_this();
        *result = unwrap(callHostBuiltin(*engine, builtin, rawValues(args), count));
      });
}

/// What this library registered, and what was there.
class Replacements {
 public:
  void replace() {
    const std::lock_guard hold(mutex_);
    made_ = true;
    if (!rows_.empty()) return;
    for (const BuiltinId builtin : stateBuiltins()) {
      const auto before = ffi::Function::GetGlobal(builtinName(builtin));
      rows_.emplace_back(builtin, before.value_or(ffi::Function(nullptr)));
      ffi::Function::SetGlobal(builtinName(builtin), dispatcher(builtin, rows_.back().second), true);
    }
  }
  void restore() {
    const std::lock_guard hold(mutex_);
    const auto remove = ffi::Function::GetGlobal("ffi.FunctionRemoveGlobal");
    for (const auto& [builtin, before] : std::exchange(rows_, {})) {
      if (before != nullptr) ffi::Function::SetGlobal(builtinName(builtin), before, true);
      else if (remove.has_value()) (*remove)(ffi::String(builtinName(builtin)));
    }
  }
  bool made() {
    const std::lock_guard hold(mutex_);
    return made_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<BuiltinId, ffi::Function>> rows_;  ///< the builtins replaced and what was there
  bool made_ = false;                                      ///< a state was made
};

/// Never destroyed: functions may be called while the process ends.
Replacements& replacements() {
  static auto* const one = new Replacements;
  return *one;
}

}  // namespace

void serveStateCalls() {
  whenStateIsMade([] { replacements().replace(); });
}
void withdrawStateCalls() { replacements().restore(); }
void resumeStateCalls() {
  if (replacements().made()) replacements().replace();
}

}  // namespace relaxscope

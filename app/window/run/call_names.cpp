// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/call_names.h"

#include "app/window/run/run_spec.h"
#include "vmcore/run/host_calls.h"

namespace relaxscope {

bool canBeCalled(const Function* function) { return function != nullptr && !function->isPacked() && function->numArgs >= 0; }

std::optional<CallNames::Named> CallNames::find(const std::string& name) const { return named(name, executable_.findFunction(name)); }

std::optional<CallNames::Named> CallNames::findKey(const QString& key) const {
  const FuncIndex function = functionOfKey(executable_, key);
  return named(function.valid() ? executable_.function(function)->name : nameOfKey(key), function);
}

std::optional<CallNames::Named> CallNames::named(std::string name, FuncIndex function) const {
  if (canBeCalled(executable_.function(function))) return Named{std::move(name), function};
  if (isHostCall(name) || saved_.contains(name)) return Named{std::move(name), FuncIndex()};
  return std::nullopt;
}

}  // namespace relaxscope

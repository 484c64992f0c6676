// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/function_detail.h"

namespace relaxscope {

std::optional<FunctionDetail::Value> FunctionDetail::make(const DerivedSource& source,
                                                          const std::stop_token& stop) const {
  const Executable& executable = *source.executable;
  Value value{codeFigures(executable, function, stop),
              shapeProgram(executable, function, source.facts->shapeSlots(function))};
  if (stop.stop_requested()) return std::nullopt;
  return value;
}

bool TypedCalls::isShort(const DerivedSource& source) const {
  constexpr size_t kShort = 2'000;  // instructions
  return source.executable->code.size() <= kShort;
}

std::optional<TypedCalls::Value> TypedCalls::make(const DerivedSource& source, const std::stop_token& stop) const {
  const std::optional<Definitions> definitions = definitionsOf(*source.executable, function, stop);
  if (!definitions) return std::nullopt;
  FunctionResults results(*source.executable);
  return callTypes(*source.executable, function, *definitions, results, stop);
}

}  // namespace relaxscope

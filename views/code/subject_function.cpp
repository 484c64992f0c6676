// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/subject_function.h"

#include <algorithm>

#include "vmcore/analysis/summary.h"

namespace relaxscope {

FuncIndex startFunction(const Executable& executable, const QString& name) {
  if (const FuncIndex named = name.isEmpty() ? FuncIndex() : executable.findFunction(name.toStdString()); named.valid())
    return named;
  if (const auto entry = defaultEntry(executable); entry.ok()) return *entry;
  const auto& functions = executable.functions;
  const auto first = std::find_if(functions.begin(), functions.end(), [](const Function& f) { return f.isBytecode(); });
  if (first != functions.end()) return FuncIndex(first - functions.begin());
  return functions.empty() ? FuncIndex() : FuncIndex(0);
}

bool becomesSubject(const Executable& executable, FuncIndex selected, FuncIndex shown) {
  const Function* wanted = executable.function(selected);
  const Function* before = executable.function(shown);
  if (wanted == nullptr || selected == shown) return false;
  return wanted->isBytecode() || before == nullptr || !before->isBytecode();
}

}  // namespace relaxscope

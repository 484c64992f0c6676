// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/signature.h"

namespace relaxscope::diffing {
namespace {

struct Parameter {
  std::string name, type;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

std::vector<Parameter> parametersOf(const FunctionFacts& facts, FuncIndex function, bool ignoreNames) {
  std::vector<Parameter> out;
  for (const ParamInfo& param : facts.params(function)) out.push_back({ignoreNames ? "" : param.name, param.text()});
  return out;
}

std::string textOf(const FunctionFacts& facts, FuncIndex function) {
  constexpr size_t kMost = 16;
  const std::vector<ParamInfo>& params = facts.params(function);
  std::string text = "(";
  for (size_t i = 0; i < params.size() && i < kMost; ++i) {
    if (i != 0) text += ", ";
    text += params[i].name;
    const std::string type = params[i].text();
    if (!type.empty()) text += ": " + type;
  }
  return text + (params.size() > kMost ? ", ...)" : ")");
}

}  // namespace

std::optional<Change> signatureChange(const FunctionFacts& old, FuncIndex oldFunction, const FunctionFacts& now,
                                      FuncIndex nowFunction, bool ignoreNames) {
  const Function* const before = old.executable().function(oldFunction);
  const Function* const after = now.executable().function(nowFunction);
  if (before == nullptr || after == nullptr) return std::nullopt;
  const bool sameNames = ignoreNames || before->paramNames == after->paramNames;
  if (sameNames && before->numArgs == after->numArgs &&
      parametersOf(old, oldFunction, ignoreNames) == parametersOf(now, nowFunction, ignoreNames))
    return std::nullopt;
  Change change;
  change.kind = ChangeKind::Signature;
  change.oldText = textOf(old, oldFunction);
  change.nowText = textOf(now, nowFunction);
  return change;
}

}  // namespace relaxscope::diffing

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/signature.h"

#include <cctype>
#include <map>
#include <string>

namespace relaxscope::diffing {
namespace {

struct Parameter {
  std::string name, type;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// Gives extents that are named after a slot ("s3") the number of their first mention.
class SlotNames {
 public:
  std::string replaced(const std::string& type) {
    std::string out;
    for (size_t at = 0; at < type.size();) {
      const bool begins = type[at] == 's' && (at == 0 || !isWord(type[at - 1]));
      size_t end = at + 1;
      while (begins && end < type.size() && type[end] >= '0' && type[end] <= '9') ++end;
      if (end == at + 1 || (end < type.size() && isWord(type[end]))) {
        out += type[at++];
        continue;
      }
      const auto [found, isNew] = numbers_.emplace(type.substr(at, end - at), numbers_.size());
      out += "s" + std::to_string(found->second);
      at = end;
    }
    return out;
  }

 private:
  static bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  std::map<std::string, size_t> numbers_;
};

std::vector<Parameter> parametersOf(const FunctionFacts& facts, FuncIndex function, bool ignoreNames) {
  std::vector<Parameter> out;
  SlotNames slots;
  for (const ParamInfo& param : facts.params(function))
    out.push_back({ignoreNames ? "" : param.name, slots.replaced(param.text())});
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

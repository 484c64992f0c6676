// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/signature.h"

#include <fmt/format.h>

#include <cctype>
#include <string>

#include "vmcore/base/text/text.h"

namespace relaxscope::diffing {
namespace {

struct Parameter {
  std::string name, type;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// Without the numbers of slots that extents are named after ("s3"): which slot it is, the code says.
std::string withoutSlots(const std::string& type) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::string out;
  for (size_t at = 0; at < type.size();) {
    const bool begins = type[at] == 's' && (at == 0 || !isWord(type[at - 1]));
    size_t end = at + 1;
    while (begins && end < type.size() && type[end] >= '0' && type[end] <= '9') ++end;
    if (end == at + 1 || (end < type.size() && isWord(type[end]))) {
      out += type[at++];
      continue;
    }
    out += '?';
    at = end;
  }
  return out;
}

std::vector<Parameter> signatureParameters(const FunctionFacts& facts, FuncIndex function, bool ignoreNames) {
  std::vector<Parameter> out;
  for (const ParamInfo& param : facts.params(function))
    out.push_back({ignoreNames ? "" : param.name, withoutSlots(param.text())});
  return out;
}

/// All of it, up to a limit: outputs for reading leave fields out.
std::string textOf(const FunctionFacts& facts, FuncIndex function) {
  constexpr size_t kMost = size_t{1} << 20;
  const std::vector<ParamInfo>& params = facts.params(function);
  std::string text = "(";
  for (size_t i = 0; i < params.size(); ++i) {
    if (i != 0) text += ", ";
    if (text.size() > kMost) return text + fmt::format("... {} more)", groupedCount(params.size() - i));
    text += params[i].name;
    const std::string type = params[i].text();
    if (!type.empty()) text += ": " + type;
  }
  return text + ")";
}

}  // namespace

std::optional<Change> signatureChange(const FunctionFacts& old, FuncIndex oldFunction, const FunctionFacts& now,
                                      FuncIndex nowFunction, bool ignoreNames) {
  const Function* const before = old.executable().function(oldFunction);
  const Function* const after = now.executable().function(nowFunction);
  if (before == nullptr || after == nullptr) return std::nullopt;
  const bool sameNames = ignoreNames || before->paramNames == after->paramNames;
  if (sameNames && before->numArgs == after->numArgs &&
      signatureParameters(old, oldFunction, ignoreNames) == signatureParameters(now, nowFunction, ignoreNames))
    return std::nullopt;
  Change change;
  change.kind = ChangeKind::Signature;
  change.oldText = textOf(old, oldFunction);
  change.nowText = textOf(now, nowFunction);
  return change;
}

std::optional<Change> resultChange(FunctionResults& old, FuncIndex oldFunction, FunctionResults& now,
                                   FuncIndex nowFunction) {
  const StaticTypeRef before = old.of(oldFunction), after = now.of(nowFunction);
  if (before == nullptr || after == nullptr || before == after) return std::nullopt;
  Change change;
  change.kind = ChangeKind::Signature;
  change.oldText = "returns " + before->text();
  change.nowText = "returns " + after->text();
  if (withoutSlots(change.oldText) == withoutSlots(change.nowText)) return std::nullopt;
  return change;
}

}  // namespace relaxscope::diffing

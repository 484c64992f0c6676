// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/packed_params.h"

#include <nlohmann/json.hpp>
#include <set>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {
namespace {

/// Empty unless `text` is metadata with parameters that all have names.
std::vector<std::string> parameterNamesIn(std::string_view text) {
  const nlohmann::json metadata = nlohmann::json::parse(text, nullptr, false);
  if (!metadata.is_object()) return {};
  const auto params = metadata.find("params");
  if (params == metadata.end() || !params->is_array()) return {};
  std::vector<std::string> names;
  for (const auto& param : *params) {
    if (!param.is_object()) return {};
    const auto name = param.find("name");
    if (name == param.end() || !name->is_string()) return {};
    names.push_back(name->get<std::string>());
  }
  return names;
}

}  // namespace

std::vector<std::string> packedParamNames(const Executable& executable) {
  size_t left = size_t{16} << 20;  // bytes to parse in all
  std::set<const StringConstant*> tried;
  const FuncIndex index = executable.findFunction("_metadata");
  const Function* function = executable.function(index);
  std::vector<std::string> names;
  if (function == nullptr || !function->isBytecode() || executable.code.set->isRelay()) return names;
  CodeWalk(executable).run(existingRange(executable, *function), [&](int64_t, const Instruction& instruction) {
    if (!instruction.isCall()) return true;
    const CallArgs args{executable, instruction};
    for (size_t i = 0; i < args.size() && names.empty(); ++i) {
      const auto* string = args.constantAs<StringConstant>(i);
      if (string == nullptr || string->text.size() > left || !tried.insert(string).second) continue;
      left -= string->text.size();
      names = parameterNamesIn(string->text);
    }
    return names.empty();
  });
  return names;
}

}  // namespace relaxscope

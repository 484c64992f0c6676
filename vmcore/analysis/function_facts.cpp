// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/function_facts.h"

namespace relaxscope {

FunctionFacts::Entry& FunctionFacts::entry(FuncIndex function) const {
  const std::lock_guard lock(mutex_);
  return entries_[executable_->function(function) != nullptr ? function.value : FuncIndex::invalid().value];
}

const std::vector<ParamInfo>& FunctionFacts::params(FuncIndex function) const {
  return entry(function).params.get([&] { return recoverParams(*executable_, function); });
}

const std::vector<SlotInfo>& FunctionFacts::shapeSlots(FuncIndex function) const {
  return entry(function).heap.get([&] { return relaxscope::shapeSlots(*executable_, function); });
}

const std::vector<StaticTypeRef>& FunctionFacts::resultTypes(FuncIndex function) const {
  return entry(function).types.get([&] { return relaxscope::resultTypes(*this, function); });
}

}  // namespace relaxscope

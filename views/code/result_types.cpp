// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/result_types.h"

#include "vmcore/analysis/adt_tags.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {

bool ResultTypeTexts::isShort(const DerivedSource& source) const { return isShortFunction(source, function); }

std::optional<ResultTypeTexts::Value> ResultTypeTexts::make(const DerivedSource& source,
                                                            const std::stop_token& /*stop*/) const {
  const Function* row = source.executable->function(function);
  if (row == nullptr || !row->isBytecode()) return Value();
  Value texts = typeTexts(source.facts->resultTypes(function));
  if (!source.executable->code.set->isRelay()) return texts;
  const int64_t begin = existingRange(*source.executable, *row).begin;
  for (size_t i = 0; i < texts.size(); ++i)
    if (const auto tag = adtTagAt(*source.executable, InstrIndex(begin + static_cast<int64_t>(i))))
      texts[i] = tag->text() + (texts[i].empty() ? "" : ' ' + texts[i]);
  return texts;
}

}  // namespace relaxscope

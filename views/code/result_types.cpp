// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/result_types.h"

namespace relaxscope {

bool ResultTypeTexts::isShort(const DerivedSource& source) const { return isShortFunction(source, function); }

std::optional<ResultTypeTexts::Value> ResultTypeTexts::make(const DerivedSource& source,
                                                            const std::stop_token& /*stop*/) const {
  const Function* row = source.executable->function(function);
  return row != nullptr && row->isBytecode() ? typeTexts(source.facts->resultTypes(function)) : Value();
}

}  // namespace relaxscope

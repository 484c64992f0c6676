// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/diff/function_name.h"

#include "vmcore/base/text/text.h"

namespace relaxscope {

std::string functionOfReport(const DiffSide& old, const DiffSide& now, const std::string& name) {
  const auto has = [&](const std::string& text) {
    return old.executable->findFunction(text).valid() || now.executable->findFunction(text).valid();
  };
  std::string raw;
  return !has(name) && unescapeLossless(name, raw) && has(raw) ? raw : name;
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/version.h"

namespace relaxscope {

std::string_view version() { return RELAXSCOPE_VERSION; }

std::string withVersion(std::string_view program) {
  std::string text(program);
  text += ' ';
  text += version();
  return text;
}

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/text/joined_faults.h"

#include <fmt/format.h>

namespace relaxscope {

std::string joinedFaults(const std::vector<std::string>& faults) {
  constexpr size_t kMaxNamed = 500;
  std::string text;
  for (size_t i = 0; i < faults.size() && i < kMaxNamed; ++i) text += (i == 0 ? "" : "; ") + faults[i];
  if (faults.size() > kMaxNamed) text += fmt::format("; and {} more", faults.size() - kMaxNamed);
  return text;
}

}  // namespace relaxscope

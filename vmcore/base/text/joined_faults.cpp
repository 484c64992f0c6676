// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/text/joined_faults.h"

#include <fmt/format.h>

#include <algorithm>

namespace relaxscope {

std::string joinedFaults(const std::vector<std::string>& faults) {
  constexpr size_t kMaxNamed = 500, kMaxFault = 400;
  std::string text;
  for (size_t i = 0; i < faults.size() && i < kMaxNamed; ++i) {
    text += i == 0 ? "" : "; ";
    size_t length = std::min(faults[i].size(), kMaxFault);
    while (length < faults[i].size() && (static_cast<unsigned char>(faults[i][length]) & 0xC0) == 0x80) --length;
    text += faults[i].substr(0, length) + (length < faults[i].size() ? "\xE2\x80\xA6" : "");
  }
  if (faults.size() > kMaxNamed) text += fmt::format("; and {} more", faults.size() - kMaxNamed);
  return text;
}

}  // namespace relaxscope

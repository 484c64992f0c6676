// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace relaxscope {

/// Value of a hexadecimal digit; -1 for other characters.
constexpr int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace relaxscope

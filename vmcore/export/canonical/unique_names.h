// SPDX-License-Identifier: Apache-2.0
// Internal to export. Names that are given once each: "matmul", "matmul.2", "matmul.3".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace relaxscope {

class UniqueNames {
 public:
  /// `wanted`, or with the next number that is free. Characters other than letters, digits, `_` and `.` become `_`.
  std::string give(std::string_view wanted);

 private:
  std::unordered_map<std::string, uint64_t> counts_;
  std::unordered_set<std::string> given_;
};

}  // namespace relaxscope

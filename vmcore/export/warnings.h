// SPDX-License-Identifier: Apache-2.0
// Warnings of an exporter, without duplicates and limited in number.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace relaxscope {

class Warnings {
 public:
  static constexpr size_t kMax = 50;

  explicit Warnings(std::vector<std::string>& out) : out_(out) {}
  void add(std::string warning) {
    if (out_.size() > kMax || std::find(out_.begin(), out_.end(), warning) != out_.end()) return;
    out_.push_back(out_.size() == kMax ? "more warnings are not listed" : std::move(warning));
  }

 private:
  std::vector<std::string>& out_;
};

}  // namespace relaxscope

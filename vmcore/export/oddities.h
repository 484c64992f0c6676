// SPDX-License-Identifier: Apache-2.0
// Remarks of an exporter, each said once and no more than a page of them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace relaxscope {

class Oddities {
 public:
  static constexpr size_t kMax = 50;

  explicit Oddities(std::vector<std::string>& out) : out_(out) {}
  void add(std::string remark) {
    if (out_.size() > kMax || std::find(out_.begin(), out_.end(), remark) != out_.end()) return;
    out_.push_back(out_.size() == kMax ? "more warnings are not listed" : std::move(remark));
  }

 private:
  std::vector<std::string>& out_;
};

}  // namespace relaxscope

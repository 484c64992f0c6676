// SPDX-License-Identifier: GPL-3.0-or-later
// Lives of a function's registers over its instructions: the picture of a linear-scan allocation.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "views/core/derived.h"

namespace relaxscope {

struct RegisterPicture {
  struct Life {
    int64_t begin = 0, end = 0;  ///< pcs: its definition, and the first instruction after its last use or kill
    bool parameter = false, unread = false;
  };
  struct Row {
    int64_t reg = 0;
    std::vector<Life> lives;  ///< in order of pc
  };
  std::vector<Row> rows;           ///< by number of the register; those that nothing writes are left out
  int64_t begin = 0;               ///< pc of the function's first instruction
  std::vector<uint32_t> pressure;  ///< registers needed at once, by instruction
  uint32_t peak = 0;               ///< the highest
  InstrIndex peakPc;
  int64_t fileSize = 0;
};

struct RegisterLivesOf {
  using Value = RegisterPicture;
  FuncIndex function;

  bool operator==(const RegisterLivesOf&) const = default;
  [[nodiscard]] bool isShort(const DerivedSource& source) const { return isShortFunction(source, function); }
  [[nodiscard]] std::optional<Value> make(const DerivedSource& source, const std::stop_token& stop) const;
};

}  // namespace relaxscope

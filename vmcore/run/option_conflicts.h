// SPDX-License-Identifier: Apache-2.0
// Options of a run that exclude each other, on the command lines of rscope and of the window.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace relaxscope {

enum class RunOption : uint8_t { Function = 1, Args = 2, Input = 4, Script = 8 };

struct OptionConflict {
  RunOption option;
  uint8_t excluded;  ///< options that cannot stand beside it, as bits
  const char* message;
};
std::span<const OptionConflict> optionConflicts();

/// The options that are given.
class GivenOptions {
 public:
  GivenOptions& add(RunOption option, bool given) {
    if (given) bits_ = static_cast<uint8_t>(bits_ | static_cast<uint8_t>(option));
    return *this;
  }
  /// Why they do not go together, the first reason; empty if they do.
  [[nodiscard]] std::string conflict() const;

 private:
  uint8_t bits_ = 0;
};

}  // namespace relaxscope

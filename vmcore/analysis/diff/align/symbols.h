// SPDX-License-Identifier: Apache-2.0
// Names of functions and contents of constants as numbers that both executables share.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::diffing {

enum Side : uint8_t { Old, Now };
constexpr Side other(Side side) { return side == Old ? Now : Old; }

/// Constants of both pools by content.
struct ConstantClasses {
  std::array<std::vector<uint32_t>, 2> of;       ///< by side and row of the pool
  std::vector<std::array<uint32_t, 2>> count;    ///< by class and side: how many constants there are
  std::vector<std::array<ConstIndex, 2>> first;  ///< the first of them
  bool dataOmitted = false;                      ///< tensors are compared by type only: a side has no data

  [[nodiscard]] bool isOnlyOn(uint32_t cls, Side side) const {
    return count[cls][side] != 0 && count[cls][other(side)] == 0;
  }
};
/// Nothing when stopped. Linear in the bytes of the constants.
std::optional<ConstantClasses> constantClasses(const Executable& old, const Executable& now,
                                               const std::stop_token& stop);

/// Texts that instructions name to describe themselves, without the name of the function that they are in.
class ContextTexts {
 public:
  uint32_t numberOf(std::string_view text, std::string_view function);

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
};

/// Functions of both tables: matched ones share a number.
using FunctionClasses = std::array<std::vector<uint32_t>, 2>;

/// The numbers with which the code of one executable is read.
struct Symbols {
  Side side = Old;
  const ConstantClasses* constants = nullptr;
  const FunctionClasses* functions = nullptr;
  ContextTexts* texts = nullptr;

  [[nodiscard]] std::optional<uint32_t> constant(int64_t row) const;
  [[nodiscard]] std::optional<uint32_t> function(int64_t row) const;
};

}  // namespace relaxscope::diffing

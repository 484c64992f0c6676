// SPDX-License-Identifier: Apache-2.0
// Constants of a pool that are equal: of one kind, type and content.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

struct ConstantCopies {
  static constexpr int64_t kNotCompared = -1;
  /// By constant: the first one of equal content; itself without one before it. kNotCompared beyond the budget.
  std::vector<int64_t> first;
  std::vector<uint32_t> count;  ///< by constant: constants of its content, itself included; 1 if it is alone
  uint64_t duplicateBytes = 0;  ///< of tensors that equal an earlier one
  uint64_t notComparedBytes = 0;
};
/// Bytes that are compared without a request.
inline constexpr uint64_t kDefaultCompared = uint64_t{64} << 20;

/// Reads only the contents that another constant of the same type and size may have, smallest first, and of these as
/// many as fit into `budget` bytes. Late-bound constants are equal by name. Nothing when stopped.
std::optional<ConstantCopies> constantCopies(const Executable& executable, uint64_t budget,
                                             const std::stop_token& stop = {});

/// The memory scopes that the file records of constants, or of their virtual devices; empty if it records none.
std::vector<std::string> constantScopes(const Executable& executable);

}  // namespace relaxscope

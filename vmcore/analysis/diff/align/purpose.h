// SPDX-License-Identifier: Apache-2.0
// What instructions are for: calls that compute, as opposed to those that manage memory, check or compute shapes.
#pragma once

#include <cstdint>
#include <vector>

namespace relaxscope::diffing {

struct FunctionCode;

enum class Purpose : uint8_t {
  Operation,
  Memory,  ///< storages, tensors, releases
  Shape,   ///< the shape heap and what fills it or is made of it
  Check,
  Control,  ///< jumps, branches, returns
};
/// By instruction, of code that is read but for its purposes.
std::vector<Purpose> purposesOf(const FunctionCode& code);
/// How much an instruction counts where one must stand out of order: those that compute stay in place.
std::vector<uint32_t> weightsOf(const std::vector<Purpose>& purposes);

}  // namespace relaxscope::diffing

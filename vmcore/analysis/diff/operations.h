// SPDX-License-Identifier: Apache-2.0
// The operations of a function: calls that compute, as opposed to those that manage memory, check or compute shapes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vmcore/analysis/diff/alignment.h"
#include "vmcore/analysis/diff/function_code.h"

namespace relaxscope::diffing {

enum class Purpose : uint8_t {
  Operation,
  Memory,  ///< storages, tensors, releases
  Shape,   ///< the shape heap and what fills it or is made of it
  Check,
  Control,  ///< jumps, branches, returns
};
/// By instruction.
std::vector<Purpose> purposesOf(const FunctionCode& code);

/// Finds groups among the calls that have no partner: between paired operations, those whose names consist of the same
/// operators in order, then those with the same operands. Groups of one call each are replacements.
std::vector<OperationGroup> operationGroups(const FunctionCode& old, const FunctionCode& now, const Pairing& pairs);

/// The callee's name; the mnemonic of an instruction that calls nothing by name.
std::string operationName(const FunctionCode& code, uint32_t row);

}  // namespace relaxscope::diffing

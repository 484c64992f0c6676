// SPDX-License-Identifier: Apache-2.0
// The operations of a function: calls that compute, as opposed to those that manage memory, check or compute shapes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
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
/// How much an instruction counts where one must stand out of order: those that compute stay in place.
std::vector<uint32_t> weightsOf(const std::vector<Purpose>& purposes);

/// Finds groups among the calls that have no partner, between paired operations: those whose names consist of the same
/// operators in order.
std::vector<OperationGroup> operationGroups(const FunctionCode& old, const FunctionCode& now, const Pairing& pairs);
/// Calls without a partner that stand at the same place of the dataflow: they share operands.
std::vector<std::pair<uint32_t, uint32_t>> replacedOperations(const FunctionCode& old, const FunctionCode& now,
                                                              const Pairing& pairs,
                                                              const std::vector<OperationGroup>& groups);

/// The callee's name; the mnemonic of an instruction that calls nothing by name.
std::string operationName(const FunctionCode& code, uint32_t row);

}  // namespace relaxscope::diffing

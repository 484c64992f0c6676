// SPDX-License-Identifier: Apache-2.0
// The operations of two functions that belong together although no key says so: fused, split and replaced ones.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/analysis/diff/align/alignment.h"
#include "vmcore/analysis/diff/align/function_code.h"

namespace relaxscope::diffing {

/// Finds groups among the calls that have no partner, between paired operations: those whose names consist of the same
/// operators in order.
std::vector<OperationGroup> operationGroups(const FunctionCode& old, const FunctionCode& now, const Pairing& pairs);
/// Calls without a partner that stand at the same place of the dataflow: they share operands.
std::vector<std::pair<uint32_t, uint32_t>> replacedOperations(const FunctionCode& old, const FunctionCode& now,
                                                              const Pairing& pairs,
                                                              const std::vector<OperationGroup>& groups);

/// By operand: the operation that wrote its value last; kNone if there is none.
std::vector<uint32_t> producersOf(const FunctionCode& code);

/// The callee's name; the mnemonic of an instruction that calls nothing by name.
std::string operationName(const FunctionCode& code, uint32_t row);

}  // namespace relaxscope::diffing

// SPDX-License-Identifier: Apache-2.0
// Who writes and who reads the contents of a function's values: those of a tensor are shared by its views, and end
// where a kernel passes nothing on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/call_types.h"
#include "vmcore/analysis/flow/aliases.h"
#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/analysis/flow/definitions.h"

namespace relaxscope::linting {

/// By value; of a view the rows of what it views count, its own are empty.
struct Traffic {
  std::vector<ValueIndex> contents;  ///< the value whose contents it shows: itself, or the tensor under its views
  std::vector<uint32_t> readersBegin;
  std::vector<InstrIndex> readers;  ///< by contents, ascending; an instruction that reads twice is there twice
  std::vector<InstrIndex> writer;   ///< the kernel that writes the newly allocated tensor first
  std::vector<bool> changes;        ///< written again, or by code that is not followed
  std::vector<bool> merges;         ///< read where several values meet

  [[nodiscard]] std::span<const InstrIndex> readersOf(ValueIndex contentsOfValue) const {
    const size_t at = contentsOfValue.at();
    return std::span(readers).subspan(readersBegin[at], readersBegin[at + 1] - readersBegin[at]);
  }
  /// The only instruction that reads the contents, which no merge reads; invalid if there are more, or none.
  [[nodiscard]] InstrIndex onlyReader(ValueIndex contentsOfValue) const;
};

/// Nothing when stopped. Linear in uses.
std::optional<Traffic> trafficOf(const Executable& executable, const Definitions& definitions, const Aliases& aliases,
                                 const CallTypes& calls, const std::stop_token& stop);

/// Whether the instruction only makes its result and may be left out if nothing reads that: pure builtins, allocations,
/// copies of registers.
bool isPure(const Instruction& instruction, BuiltinCalls& builtins);

/// Whether a kernel writes a tensor that no call has written before.
bool hasOutput(const TypedCall& call);

/// The operand of a typed call that is word `word` of its instruction; null for others.
const CallOperand* operandAt(const TypedCall& call, const Instruction& instruction, uint32_t word);

}  // namespace relaxscope::linting

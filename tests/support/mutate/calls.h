// SPDX-License-Identifier: Apache-2.0
// What the instructions of a draft are: builtins, slots of the shape heap, kinds of change that an edit of one may be.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/mutate/draft.h"
#include "vmcore/model/builtin.h"

namespace relaxscope::test {

/// The builtin that a Relax call names; None for everything else.
BuiltinId builtinOf(const Draft& draft, const DraftInstruction& instruction);
/// The opcode of a Relay instruction; nothing for Relax.
std::optional<RelayOpcode> relayOpcode(const Draft& draft, const DraftInstruction& instruction);
/// Clears a register and does nothing else.
bool isKill(const Draft& draft, const DraftInstruction& instruction);
/// Allocates, places or releases memory.
bool isOfMemory(const Draft& draft, const DraftInstruction& instruction);
/// Words of the operands that are slots of the shape heap; `reads`: only those whose value is used.
std::vector<uint32_t> slotWords(const Draft& draft, const DraftInstruction& instruction, bool reads = false);
/// Operands in order.
std::vector<Operand> operandsOf(const Draft& draft, const DraftInstruction& instruction);
/// "call relu(%0, %1) -> %2" in short: name and words.
std::string describe(const Draft& draft, const DraftInstruction& instruction);

}  // namespace relaxscope::test

// SPDX-License-Identifier: Apache-2.0
// Relay bytecode as the engine's own instructions, so that one loop runs, records and stops both machines.
#pragma once

#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"
#include "vmcore/vm/program.h"

namespace relaxscope {

/// Rows that stand behind the function table while a Relay program runs, one an opcode number: what an
/// instruction that is no call does has a name in profiles and messages. Empty for opcodes the set lacks.
std::vector<std::string> relayOpNames(const InstructionSet& set);

/// Decodes verified code. `functions` are the executable's, resolved, and behind them one for each of relayOpNames().
Result<Program> decodeRelayProgram(const Executable& executable, std::vector<RuntimeFunction> functions,
                                   std::vector<ffi::Any> constants, Engine* engine);

}  // namespace relaxscope

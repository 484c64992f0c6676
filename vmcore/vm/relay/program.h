// SPDX-License-Identifier: Apache-2.0
// Translates Relay bytecode to the engine's instructions, so that one loop runs, records and stops both VMs.
#pragma once

#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"
#include "vmcore/vm/program.h"

namespace relaxscope {

/// Names of the rows after the function table of a Relay program, one per opcode number, so that profiles and
/// messages can name instructions other than calls. Empty for opcodes that the set lacks.
std::vector<std::string> relayOpNames(const InstructionSet& set);

/// Decodes verified code. `functions`: the executable's, resolved, followed by one for each of relayOpNames().
Result<Program> decodeRelayProgram(const Executable& executable, std::vector<RuntimeFunction> functions,
                                   std::vector<ffi::Any> constants, Engine* engine);

}  // namespace relaxscope

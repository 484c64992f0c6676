// SPDX-License-Identifier: Apache-2.0
// Promises one thing: an executable without error findings cannot make the engine crash or read
// outside its tables. It does not promise a sensible result. Rules and ids: one table (engine.md 9).
#pragma once

#include <span>
#include <stop_token>

#include "vmcore/base/diagnostics.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Caps of engine.md 10.
inline constexpr int64_t kMaxRegisters = int64_t{1} << 20;
inline constexpr int64_t kMaxCallArgs = int64_t{1} << 16;

struct RuleRow {
  const char* id;
  Severity severity;
  const char* summary;
};
std::span<const RuleRow> verifierRules();

/// All findings about `executable`; with its library also unresolved names and uncovered symbols.
Diagnostics verify(const Executable& executable, const Library* library = nullptr, std::stop_token stop = {});

/// Whether verify() would find no error: what a machine asks that only wants to run the program. True is certain and
/// costs a few nanoseconds an instruction of today's Relax; false says only that verify() must be asked.
bool isProvenSound(const Executable& executable);

}  // namespace relaxscope

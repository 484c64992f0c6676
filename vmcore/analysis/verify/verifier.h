// SPDX-License-Identifier: Apache-2.0
// Guarantees that an executable without error findings cannot make the engine crash or read outside its tables; it does
// not guarantee a sensible result. Rules and ids: one table (engine.md 9).
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
/// The rule whose errors are of a program that is sound, and computes something else than it was compiled from: the
/// engine runs it.
inline constexpr const char* kStorageOverlap = "storage-overlap";

/// All findings about `executable`; with its library also unresolved names and uncovered symbols.
Diagnostics verify(const Executable& executable, const Library* library = nullptr, std::stop_token stop = {});

/// Whether verify() would find no error but kStorageOverlap, as a fast path for a VM that only runs the program. True
/// is certain and costs a few nanoseconds per instruction of today's Relax; false means only that verify() must decide.
bool isProvenSound(const Executable& executable);

}  // namespace relaxscope

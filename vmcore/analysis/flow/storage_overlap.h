// SPDX-License-Identifier: Apache-2.0
// Tensors that a program places over one another in a storage while it still needs the contents of the first: what a
// wrong memory plan, or a planner that takes a view for the end of a tensor's life, compiles to. The program runs and
// computes something else.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/base/index.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// A call overwrites contents that are read later.
struct StorageOverlap {
  InstrIndex writer;  ///< the call that writes
  InstrIndex over;    ///< the instruction that places the tensor it writes
  InstrIndex victim;  ///< the instruction that places the tensor whose contents are lost
  InstrIndex reader;  ///< the first instruction in the order of the program that still reads them; may be the writer
  friend auto operator<=>(const StorageOverlap&, const StorageOverlap&) = default;
};

/// Of a bytecode function, one for each victim, in order of the writers. A tensor is written by the first call that
/// takes it, and read by later ones that take it, a view of it, or a tuple or closure that holds it, and by the return.
/// Places are compared where they are known: tensors at different offsets of unknown size do not overlap. Along paths
/// that the program cannot take there may be some. Nothing when stopped; none for functions without bytecode or too
/// long for the bound of the work. Safe for malformed code.
std::optional<std::vector<StorageOverlap>> storageOverlaps(const Executable& executable, FuncIndex function,
                                                           const std::stop_token& stop = {});

/// "main:9 writes pc 7's tensor over pc 3's, which pc 15 reads".
std::string storageOverlapText(const Executable& executable, FuncIndex function, const StorageOverlap& overlap);

}  // namespace relaxscope

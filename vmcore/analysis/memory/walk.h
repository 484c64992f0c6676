// SPDX-License-Identifier: Apache-2.0
// Follows a function and its callees in the order of the program and counts references as the VM does. Each
// instruction is followed once per call: of the paths that meet in a block the one whose memory was larger goes on, a
// loop counts as one round, and a call that leads back to a function that is running as nothing.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/memory/frame.h"
#include "vmcore/analysis/memory/plan.h"

namespace relaxscope::memory {

struct Placed {
  InstrIndex pc;
  ObjectId storage = kNothing, tensor = kNothing;
  int64_t offset = 0;
};
struct Unknown {
  InstrIndex pc;     ///< of the function in question
  FuncIndex callee;  ///< that allocates or keeps bytes that are not known; invalid for an instruction
};

/// What a walk found.
struct Walked {
  Trail trail;
  uint32_t last = 0;  ///< the last change of the path that returns
  std::vector<std::pair<int64_t, std::string>> places;
  std::vector<Placed> placed;
  std::vector<Unknown> unknown;
  std::vector<ObjectId> returned;    ///< what is own and lives on after the return
  std::set<std::string> symbols;     ///< dimensions of parameters
  std::map<HeapSlot, Extent> slots;  ///< that no formula tells, with the values given for them
  std::vector<InexactFigure> inexact;
  std::optional<PlanFailure> failure;    ///< the first one
  uint64_t arguments = 0, released = 0;  ///< bytes of the arguments' blocks; of those that are gone at the return
  bool argumentsKnown = true;
  bool exact = true;
  bool complete = true;  ///< otherwise the program is too long, and the rest is left out
};

/// Nothing when stopped. Work and memory are bounded by sizes.work.
std::optional<Walked> walkMemory(const FunctionFacts& facts, FuncIndex function, const MemorySizes& sizes,
                                 const std::stop_token& stop);

}  // namespace relaxscope::memory

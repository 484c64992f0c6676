// SPDX-License-Identifier: Apache-2.0
// Layers of a function: calls several times in a row, each time on results of the time before: the same ones, or what
// the names of parameters call so (analysis.md 8).
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "vmcore/analysis/function_facts.h"
#include "vmcore/analysis/regions/call_flow.h"
#include "vmcore/analysis/regions/layer_names.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

inline constexpr uint32_t kNoRegion = 0xFFFFFFFFu;

struct RepeatedRegion {
  std::string name;              ///< the stem of its parameters, else its first callee
  std::vector<uint32_t> bounds;  ///< the first call of each copy, which follow each other, then the end of the last one
  bool equal = true;             ///< whether the copies have the same calls
  uint32_t depth = 0;            ///< 0 outermost
  uint32_t outer = kNoRegion;    ///< the region in one of whose copies it lies
  uint32_t outerCopy = 0;        ///< which; of equal ones the first, and it stands for those in the other copies
  std::optional<uint32_t> firstNumber;  ///< of the parameters of the first copy
  InstrIndex firstPc, lastPc;           ///< of the first and the last call

  [[nodiscard]] uint32_t count() const { return static_cast<uint32_t>(bounds.size() - 1); }
  [[nodiscard]] uint32_t begin() const { return bounds.front(); }
  [[nodiscard]] uint32_t end() const { return bounds.back(); }
  [[nodiscard]] uint32_t callsOf(size_t copy) const { return bounds[copy + 1] - bounds[copy]; }
  /// Of its longest copy.
  [[nodiscard]] uint32_t mostCalls() const;
};

/// Calls that look like copies and are none.
struct AlmostRegion {
  enum class Reason : uint8_t {
    Independent,  ///< no copy takes a result of the one before
    OtherCallee,  ///< calls a function other than the region beside it
    FurtherCall,  ///< has a call more
    MissingCall,  ///< has a call less
    OtherType,    ///< its result has another type
  } reason = Reason::Independent;
  uint32_t begin = 0, end = 0;  ///< calls
  uint32_t count = 1;           ///< copies; 1 beside a region
  uint32_t region = kNoRegion;  ///< that of which it is almost a copy
  uint32_t call = 0,
           against = 0;  ///< the first call that differs, and its like in the region; of these the one there is
  InstrIndex firstPc, lastPc;
};

struct FunctionRegions {
  FuncIndex function;
  CallFlow flow;
  std::vector<RepeatedRegion> regions;  ///< in order of the first call, outer ones first
  std::vector<AlmostRegion> almost;     ///< in order of the first call, at most kMaxAlmost
  bool complete = true;                 ///< false if the search was cut short
  static constexpr size_t kMaxAlmost = 1000;
};

/// Copies have the same callees in the same order, with results of the same types, and lie in one basic block; storage,
/// views and kills may differ. Callees whose names differ only in the numbers that the compiler adds count as the same
/// where the types of all operands are equal. Copies that parameters name need have half of their calls in common.
/// Nothing when stopped; empty for functions without bytecode. Safe for malformed code; the work is bounded by a
/// multiple of n log n for n calls.
std::optional<FunctionRegions> repeatedRegions(const Executable& executable, FuncIndex function,
                                               const std::stop_token& stop = {});
/// With types that may be known already.
std::optional<FunctionRegions> repeatedRegions(const FunctionFacts& facts, FuncIndex function,
                                               const std::stop_token& stop = {});

/// Of all functions, in the order of the function table; those without regions and near misses are left out. Of
/// bytecode that several functions share, the first function's.
std::optional<std::vector<FunctionRegions>> repeatedRegions(const Executable& executable,
                                                            const std::stop_token& stop = {});

/// "it calls add1 at 12, not add as at 19": numbers are pcs.
std::string whyNot(const Executable& executable, const FunctionRegions& regions, const AlmostRegion& almost);

}  // namespace relaxscope

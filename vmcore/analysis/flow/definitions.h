// SPDX-License-Identifier: Apache-2.0
// Definitions and uses of the registers of one bytecode function, in the manner of static single assignment: every
// definition is a value of its own, and so is every meeting of several (analysis.md 1).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/flow/dominators.h"
#include "vmcore/base/index.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

using ValueIndex = Index<struct ValueTag>;  ///< row of Definitions::values

enum class ValueKind : uint8_t {
  Parameter,  ///< the register's contents when the function is entered
  Result,     ///< written by an instruction
  Merge,      ///< one of several values, by the path on which the block is entered: the phi of a program in SSA form
  Empty,      ///< what a register holds after a kill, or before it is first written; only where it is read
  Unknown,    ///< any of the register's definitions; only in functions that are not complete
};
struct FlowValue {
  ValueKind kind = ValueKind::Unknown;
  RegIndex reg;
  /// Result: its instruction. Merge: the first one of its block. Empty: the kill, invalid if never written.
  InstrIndex pc;
  BlockIndex block;  ///< of pc
};
/// A register operand that is read, or whose contents the callee writes in place.
struct Use {
  InstrIndex pc;
  ValueIndex value;   ///< invalid in unreachable code
  uint32_t word = 0;  ///< the operand: Operand::wordIndex
};
/// The end of a value's life: a builtin or instruction that only clears a register.
struct Kill {
  InstrIndex pc;
  RegIndex reg;
  ValueIndex value;  ///< that the register held; invalid if it was empty
};
inline constexpr uint32_t kEntryEdge = 0xFFFFFFFFu;
struct MergeInput {
  ValueIndex value;
  uint32_t edge = kEntryEdge;  ///< row of Cfg::edges; kEntryEdge for the function's entry
};

struct Definitions {
  Cfg cfg;
  std::vector<FlowValue> values;  ///< parameters; merges and results in order of pc; then empty and unknown ones
  std::vector<Use> uses;          ///< in order of pc and operand
  std::vector<Kill> kills;        ///< in order of pc
  uint32_t parameters = 0;        ///< as many as have a register
  bool ssa = false;               ///< no register is written twice, parameters included and kills aside
  bool complete = true;           ///< no value is Unknown for lack of time

  // Rows are instructions, counted from the begin of the function, or values.
  std::vector<uint32_t> usesBegin;       ///< by instruction: its first row of `uses`
  std::vector<ValueIndex> results;       ///< by instruction
  Adjacency usesByValue, mergesByValue;  ///< rows of `uses` and values, by value
  std::vector<uint32_t> inputsBegin;     ///< by value
  std::vector<MergeInput> inputs;

  [[nodiscard]] InstrIndex begin() const { return cfg.blocks.empty() ? InstrIndex(0) : cfg.blocks.front().begin; }
  /// The value that the instruction writes; invalid if it writes none or cannot be reached.
  [[nodiscard]] ValueIndex resultOf(InstrIndex pc) const;
  [[nodiscard]] std::span<const Use> usesAt(InstrIndex pc) const;
  /// Rows of `uses` in order of pc; kills are no uses.
  [[nodiscard]] std::span<const uint32_t> usesOf(ValueIndex value) const;
  /// The merges that have the value as an input.
  [[nodiscard]] std::span<const uint32_t> mergesOf(ValueIndex value) const;
  /// The inputs of a merge: one per reachable edge into its block, and the entry for the first block.
  [[nodiscard]] std::span<const MergeInput> inputsOf(ValueIndex merge) const;
  /// The definitions that reach the uses of a value: itself, or for a merge all that it may be, each once, ascending.
  [[nodiscard]] std::vector<ValueIndex> reaching(ValueIndex value) const;
};

/// Empty for functions without bytecode. Nothing when stopped. Safe for malformed code: registers outside of the
/// register file have no values, and overlapping instructions are read once. Linear in the words of the function,
/// apart from merges, whose work is bounded by a multiple of its instructions.
std::optional<Definitions> definitionsOf(const Executable& executable, FuncIndex function,
                                         const std::stop_token& stop = {});

}  // namespace relaxscope

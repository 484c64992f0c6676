// SPDX-License-Identifier: Apache-2.0
// The calls in the body of one function.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "vmcore/analysis/flow/builtin_calls.h"
#include "vmcore/analysis/flow/call_graph.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {

struct FoundCall {
  FuncIndex callee;
  CallSite site;
};

/// Serves functions in order of start, as CodeWalk does.
class CallFinder {
 public:
  explicit CallFinder(const Executable& executable)
      : executable_(executable), builtins_(executable), walk_(executable) {}

  /// The calls of a bytecode function by callee, then pc; pcs of calls whose target is unknown go to `unknown`. Nothing
  /// when stopped.
  std::optional<std::vector<FoundCall>> find(FuncIndex function, std::vector<UnknownCall>& unknown,
                                             const std::stop_token& stop);

 private:
  /// A function value that an instruction calls.
  struct ValueCall {
    InstrIndex pc;
    uint32_t word = 0;
  };
  void read(int64_t pc, const Instruction& instruction);
  void readFunction(int64_t pc, const Instruction& instruction, const Operand& operand);
  static constexpr size_t kMaxTail = 64;  // instructions between a tail call and its return
  void noteTail(int64_t pc, const Instruction& instruction);
  bool isReturned(int64_t pc, int64_t reg);
  bool isCopy(const Instruction& instruction);
  void add(FuncIndex callee, int64_t pc, CallEdgeKind kind);
  bool resolve(FuncIndex function, std::vector<UnknownCall>& unknown, const std::stop_token& stop);
  /// Whether a builtin calls the function that is operand `word` of the instruction.
  bool isCalled(const Instruction& instruction, uint32_t word);

  const Executable& executable_;
  BuiltinCalls builtins_;
  CodeWalk walk_;
  std::vector<FoundCall> found_;
  std::vector<ValueCall> valueCalls_;
  std::vector<int64_t> tails_;  ///< pcs, ascending
};

}  // namespace relaxscope

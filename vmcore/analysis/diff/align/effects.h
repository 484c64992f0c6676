// SPDX-License-Identifier: Apache-2.0
// Which accesses of one function's code must keep their order, from the effects of builtins, the outputs of kernels and
// what may share memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vmcore/analysis/diff/align/function_code.h"
#include "vmcore/analysis/flow/aliases.h"
#include "vmcore/analysis/flow/builtin_calls.h"

namespace relaxscope::diffing {

/// Reads instructions in order of pc.
///
/// A kernel that is called without a result writes its last operand, and memory that was allocated in the function and
/// that no call wrote before; it reads the others. Code that is not followed - functions, closures, and packed
/// functions with a result - may do anything.
class Effects {
 public:
  Effects(const Executable& executable, const Definitions& definitions, const Aliases& aliases,
          MemoryUnit unit = MemoryUnit::Storage);

  /// Appends the accesses of an instruction whose operands are known.
  void add(const Instruction& instruction, std::span<const CodeOperand> operands, std::vector<Access>& out);
  /// The same for one that clears the register of `value`: memory is released with the last of its values.
  void addRelease(uint32_t value, InstrIndex pc, std::vector<Access>& out);
  /// For one that cannot be read: it keeps its place among all that may do anything.
  static void addUnknown(std::vector<Access>& out);
  /// For one that cannot be reached, so that nothing is known of its values: registers are in order.
  void addUnreachable(const Instruction& instruction, std::span<const CodeOperand> operands, std::vector<Access>& out);
  [[nodiscard]] uint32_t resources() const { return next_; }
  /// The value of this heap, if its slots are seen by builtins only, so that their numbers mean nothing.
  [[nodiscard]] std::optional<int64_t> privateHeap(uint32_t value) const;
  BuiltinCalls& builtins() { return builtins_; }
  /// Of tensors as units: whether each value in a storage was traced to its tensor.
  [[nodiscard]] bool tracedTensors() const { return traced_; }

 private:
  // kUnknownReads: reads of memory that may be any, in order with the writes of all known memory, not with each other.
  static constexpr uint32_t kWorld = 0, kMemory = 1, kArguments = 2, kLives = 3, kUnknownReads = 4;

  void findHeaps();
  [[nodiscard]] bool isPrivate(ValueIndex heap);
  void builtin(const Instruction& call, const BuiltinRow& row, std::span<const CodeOperand> operands,
               std::vector<Access>& out);
  void kernel(std::span<const CodeOperand> operands, size_t outputs, std::vector<Access>& out);
  void touch(const CodeOperand& operand, Access::Kind kind, std::vector<Access>& out);
  /// `memory`: the pc that stands for memory that was allocated here.
  void touch(const Root& root, int64_t memory, Access::Kind kind, std::vector<Access>& out);
  [[nodiscard]] int64_t memoryOf(const Root& root, const CodeOperand& operand);
  [[nodiscard]] std::span<const Root> rootsOf(const CodeOperand& operand) const;
  [[nodiscard]] bool isFirstWrite(const CodeOperand& operand);
  uint32_t resourceOf(std::pair<int64_t, int64_t> what);

  const Executable& executable_;
  const Definitions& definitions_;
  const Aliases& aliases_;
  BuiltinCalls builtins_;
  std::map<std::pair<int64_t, int64_t>, uint32_t> resources_;  ///< by memory and -1, or value and slot
  std::unordered_map<int64_t, bool> written_;                  ///< by memory
  std::unordered_map<int64_t, bool> heaps_;                    ///< by value: whether it is private
  ValueIndex onlyHeap_;
  MemoryUnit unit_;
  bool traced_ = true;
  std::unordered_map<int64_t, InstrIndex> lastRelease_;  ///< by pc of the allocation
  uint32_t next_ = 5;
};

}  // namespace relaxscope::diffing

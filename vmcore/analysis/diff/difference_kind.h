// SPDX-License-Identifier: Apache-2.0
// The kind of change that operands of two paired instructions make.
#pragma once

#include <span>
#include <vector>

#include "vmcore/analysis/diff/align/alignment.h"
#include "vmcore/analysis/diff/align/operations.h"
#include "vmcore/analysis/diff/change.h"
#include "vmcore/analysis/flow/builtin_calls.h"

namespace relaxscope::diffing {

class DifferenceKinds {
 public:
  /// `newSignature`: parameters or their types differ, which texts of checks then say too.
  DifferenceKinds(const FunctionCode& old, const FunctionCode& now, const Alignment& alignment,
                  const std::vector<Purpose>& oldPurposes, bool newSignature);
  /// All differences must be of one pair.
  ChangeKind of(std::span<const OperandDifference> differences);

 private:
  using Operand = CodeOperand;
  ChangeKind kindOf(const OperandDifference& difference);
  ChangeKind ofTyped(const OperandDifference& difference, const Operand& old, const Operand& now);
  /// Of immediates and slots that describe extents.
  ChangeKind ofExtent(const OperandDifference& difference, const Operand& old, const Operand& now) const;
  /// Whether it is of Relay's alloc_storage, whose extents are a size.
  [[nodiscard]] bool isStorage(const OperandDifference& difference) const;
  [[nodiscard]] ChangeKind ofShape(const Operand& old, const Operand& now) const;
  [[nodiscard]] bool isNew(const Operand* old, const Operand* now) const;

  const FunctionCode& old_;
  const FunctionCode& now_;
  const Alignment& alignment_;
  const std::vector<Purpose>& purposes_;
  bool newSignature_;
  std::vector<uint32_t> oldProducers_, nowProducers_;
  BuiltinCalls builtins_;
};

/// Whether a function of that row is of a library outside of the executable: not bytecode, no builtin, and not a kernel
/// of its library as far as that is known; else one with a namespace in its name.
bool isLibraryFunction(const Executable& executable, FuncIndex function);

}  // namespace relaxscope::diffing

// SPDX-License-Identifier: Apache-2.0
// Kernels, functions of libraries and builtins: by name, signature, launch parameters and code.
#pragma once

#include <string>
#include <vector>

#include "vmcore/analysis/diff/diff.h"
#include "vmcore/analysis/diff/function_match.h"

namespace relaxscope::diffing {

/// Packed functions whose signature and code are the same under another name, as rows of the function tables.
std::vector<FunctionMatch> renamedKernels(const DiffSide& old, const DiffSide& now);

/// Why code of kernels that are otherwise the same was not compared, each reason once; empty if one side is no library.
std::vector<std::string> uncomparedCode(const DiffSide& old, const DiffSide& now, const std::vector<KernelPair>& pairs);

/// Functions of compiled mode are machine code, which names neither the kernels nor the builtins that it calls: a
/// kernel is there if the library has it, and what only tells that of the other side is left out.
struct KernelPairs {
  std::vector<KernelPair> pairs;
  bool untold = false;  ///< the other side may call kernels of one side, as it is compiled and no library
};
KernelPairs pairKernels(const DiffSide& old, const DiffSide& now, const FunctionMatches& matches,
                        const DiffOptions& options);
NativeCode nativeCode(const DiffSide& side);

}  // namespace relaxscope::diffing

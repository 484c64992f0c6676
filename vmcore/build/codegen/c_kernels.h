// SPDX-License-Identifier: Apache-2.0
// Kernels of TIR as C that a host compiler makes a library of. The text reads well and needs no header but C's own: it
// declares the few structures of tvm-ffi that it uses. The compiler must be GCC or Clang.
#pragma once

#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/ir/tir.h"

namespace relaxscope::build {

struct CSourceOptions {
  /// The name of the source in `#line` directives, so that messages of the compiler name lines of TIR; empty: none.
  std::string lineSource;
};

/// The options without which the text does not compute what TIR says: integers wrap in their width, products and sums
/// round one by one. The others that it lists change no result.
inline constexpr const char* kCOptions[] = {"-std=c11", "-fwrapv", "-ffp-contract=off", "-fno-math-errno",
                                            "-fno-trapping-math"};

/// One C file with a static function for the body of each kernel and the function `__tvm_ffi_<name>` that checks its
/// arguments as TVM 0.27 does and calls it. The same kernels give the same text. The symbol is that of the attribute
/// `global_symbol`, else the kernel's name. Errors name the kernel, and its line if known: a schedule for a GPU, a type
/// or function that C has no match for, a symbol that no argument gives.
Result<std::string> cSourceOf(const std::vector<ir::PrimFuncRef>& kernels, const CSourceOptions& options);
/// Whether C can hold it: the error that cSourceOf() would give, else empty.
std::string obstacleToC(const ir::PrimFunc& kernel);

}  // namespace relaxscope::build

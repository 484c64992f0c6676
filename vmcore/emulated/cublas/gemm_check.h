// SPDX-License-Identifier: Apache-2.0
// What cuBLAS refuses of a product.
#pragma once

#include <string>

#include "vmcore/emulated/cublas/gemm.h"

namespace relaxscope::emulated::blas {

/// Thrown by a function that refuses its arguments; the call returns `status`. `why` names the argument and the reason.
struct Refusal {
  int status = 0;
  std::string why;
};
/// Throws Refusal unless the condition holds.
inline void require(bool condition, int status, const std::string& why) {
  if (!condition) throw Refusal{status, why};
}

/// Throws Refusal for types that do not go together, leading dimensions that are less than a column, extents below
/// zero, null pointers and matrices of the result that overlap. `names` are those of a, b and the result.
void checkGemm(const Gemm& gemm, const char* const (&names)[3]);

}  // namespace relaxscope::emulated::blas

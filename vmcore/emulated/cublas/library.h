// SPDX-License-Identifier: Apache-2.0
// What the functions of the emulated cuBLAS have in common: the driver, handles, the reason of a refusal, and the
// queueing of products.
#pragma once

#include <functional>
#include <string>

#include "vmcore/emulated/cublas/gemm.h"
#include "vmcore/emulated/cublas/gemm_check.h"

/// Of the functions that the library exports.
#define RS_API extern "C" __attribute__((visibility("default")))

namespace relaxscope::emulated::blas {

/// A handle: the context that was current when it was made, and its stream.
struct HandleState {
  cuda::Context context = nullptr;
  cuda::Stream stream = nullptr;
  uint64_t ownMemory = 0;  ///< a block that the library holds, as the true one does
  uint64_t workspace = 0;
  size_t workspaceBytes = 0;
};

/// Runs `body` as a call of the function: a Refusal becomes its status and the text of faultText().
int enter(const char* function, const std::function<void()>& body) noexcept;
/// Why this thread's last call failed: "cublasGemmEx: leading dimension of A: 3 is less than 4, its rows as stored";
/// empty if it did not.
const char* faultText();

/// A new handle for the current context; throws Refusal without one, or if the library gets no memory, as in a capture.
cuda::blas::Handle makeHandle();
/// The handle's state; throws Refusal if it is none, or if its context is not the current one.
HandleState& stateOf(cuda::blas::Handle handle);
/// Throws Refusal if the handle is none.
void destroyHandle(cuda::blas::Handle handle);
/// Throws Refusal if the stream does not exist.
void checkStream(cuda::Stream stream);

/// A factor as the program's memory has it, in the type of sums; throws Refusal if `from` is null.
double readFactor(int compute, const void* from, const char* name);

/// Where a product runs.
struct Place {
  cuda::Stream stream = nullptr;
  uint64_t workspace = 0;  ///< address
  size_t workspaceBytes = 0;
};
/// Queues a product that passed its check. `function` is the first part of the kernel's name.
void queueGemm(const char* function, const Gemm& gemm, const char* const (&names)[3], const Place& place);

}  // namespace relaxscope::emulated::blas

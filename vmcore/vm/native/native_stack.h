// SPDX-License-Identifier: Apache-2.0
// Stack overflow check for calls that nest through native code.
#pragma once

namespace relaxscope {

/// Raises "StackOverflow" if less of this thread's stack is left than is reserved for kernels and builtins.
void checkNativeStack();

}  // namespace relaxscope

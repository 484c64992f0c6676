// SPDX-License-Identifier: Apache-2.0
// Keeps calls that nest through native code within the thread's stack.
#pragma once

namespace relaxscope {

/// Raises "StackOverflow" where less of this thread's stack is left than kernels and builtins may use.
void checkNativeStack();

}  // namespace relaxscope

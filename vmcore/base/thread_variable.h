// SPDX-License-Identifier: Apache-2.0
// Variables of a thread that each call of a program reads.
#pragma once

/// In place of `thread_local`: in a library each access takes a function call unless the place is fixed when the
/// library is loaded. An object with a constructor or destructor takes one all the same. Not for all variables of a
/// target by an option of the compiler: that fixes those of the C++ library too, which the loader refuses where a
/// process has loaded it late.
#define RS_THREAD_VARIABLE [[gnu::tls_model("initial-exec")]] thread_local

// SPDX-License-Identifier: Apache-2.0
// Parameter list files (formats.md 0.1): named tensors, as TVM saves weights and the late-bound constants of
// a Relay executable. Opened alone, their tensors are the constants of an executable without code.
#pragma once

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/partial_file.h"

namespace relaxscope {

bool looksLikeParameterList(const Bytes& file);
/// An executable of Variant::Params: constants and their names. On an error, `partial`, if given, receives what was
/// decoded before it.
Result<Executable> readParameterList(const Bytes& file, PartialExecutable* partial = nullptr);

/// Number of constants that are stored in a separate file and not bound yet.
size_t lateBoundCount(const Executable& executable);
/// Replaces late-bound constants by the tensors of a parameter list, by name. Like TVM, rejects a list with a missing
/// or an extra name. The constants are written as immediate ones afterwards.
Result<void> bindLateConstants(Executable& executable, const Executable& parameters);

}  // namespace relaxscope

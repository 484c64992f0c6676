// SPDX-License-Identifier: Apache-2.0
// Parameter list files (formats.md 0.1): named tensors, as TVM saves weights and the late-bound constants of
// a Relay executable. Opened alone, their tensors are the constants of an executable without code.
#pragma once

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

bool looksLikeParameterList(const Bytes& file);
/// An executable of Variant::Params: constants and their names.
Result<Executable> readParameterList(const Bytes& file);

/// How many constants lie in a file of their own and are not bound yet.
size_t lateBoundCount(const Executable& executable);
/// Puts the tensors of a parameter list in the place of late-bound constants, by name. As TVM does, it refuses a
/// list that lacks a name or has one too many. What is written afterwards holds them as immediate constants.
Result<void> bindLateConstants(Executable& executable, const Executable& parameters);

}  // namespace relaxscope

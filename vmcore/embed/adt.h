// SPDX-License-Identifier: Apache-2.0
// Constructors' values of Relay programs as objects that a host can read: Python's `value.tag` and `value.fields[i]`.
#pragma once

namespace relaxscope {

/// Registers the fields `tag` (int) and `fields` (Array of values converted by hostValue) of relaxscope.Adt with
/// tvm-ffi, both read-only. Does nothing where another copy of the library has registered them.
void registerAdt();

}  // namespace relaxscope

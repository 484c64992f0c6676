// SPDX-License-Identifier: Apache-2.0
// Constructors' values of Relay programs as objects that a host can read: Python's `value.tag` and `value.fields[i]`.
#pragma once

namespace relaxscope {

/// Tells tvm-ffi of the fields `tag` (int) and `fields` (Array of values as hostValue makes them) of relaxscope.Adt;
/// both are read only. Does nothing where another copy of the library has done so.
void registerAdt();

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// Libraries that register functions or types with tvm-ffi when they are opened. As a name can be registered only once
// in a process, such a library is opened once, under its own name, and is never closed.
#pragma once

#include <string>

#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

/// Whether the library refers to tvm-ffi's functions for registration. `library` is the parsed file, or null for a file
/// without modules, whose symbols are read. False for a file that cannot be read.
bool registersStatically(const std::string& path, const Library* library);
/// Runs dlopen, unless the library is open, and keeps it open until the process ends. The error does not name the file.
Result<void> openForEver(const std::string& path);

}  // namespace relaxscope

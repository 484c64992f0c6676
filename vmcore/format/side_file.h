// SPDX-License-Identifier: Apache-2.0
// The .npz next to a form of `convert`: tensor data and trailing bytes that are too large to be inline.
#pragma once

#include <functional>
#include <string>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/new_file.h"
#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Data larger than this goes to the side file.
inline constexpr size_t kInlineTensorBytes = 4096;

/// Key of a constant's array, and of the trailing bytes.
std::string tensorKey(size_t constant);
inline constexpr const char* kTrailingKey = "trailing";

/// Whether any data is large enough for a side file.
bool needsSideFile(const Executable& executable);
/// Writes the whole side file; the caller moves it into place once the form that names it is also complete. Errors do
/// not name `path`.
Result<NewFile> makeSideFile(const Executable& executable, const std::string& path);

/// Finds the bytes of an array that a form names by side file and key.
using SideArrays = std::function<Result<Bytes>(const std::string& file, const std::string& key)>;
/// Arrays of .npz files next to `path`; each file is read once, lazily.
SideArrays sideArraysBeside(const std::string& path);
/// Arrays as the forms name them, taken from the executable that was written: for texts that were never saved to files.
SideArrays sideArraysOf(const Executable& executable);

}  // namespace relaxscope

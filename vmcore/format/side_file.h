// SPDX-License-Identifier: Apache-2.0
// The .npz beside a form of `convert`: tensor data and trailing bytes that are too large to stand in the text.
#pragma once

#include <functional>
#include <string>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/new_file.h"
#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// Data above this many bytes goes to the side file.
inline constexpr size_t kInlineTensorBytes = 4096;

/// Name of a constant's array, and of the trailing bytes'.
std::string tensorKey(size_t constant);
inline constexpr const char* kTrailingKey = "trailing";

/// Whether anything is large enough for a side file.
bool needsSideFile(const Executable& executable);
/// Writes what is, completely; the caller puts it in its place once the form that names it is complete too. Errors do
/// not name `path`.
Result<NewFile> makeSideFile(const Executable& executable, const std::string& path);

/// Finds the bytes of an array that a form names: the side file's name and the array's key in it.
using SideArrays = std::function<Result<Bytes>(const std::string& file, const std::string& key)>;
/// Arrays of .npz files beside `path`; each file is read once, when it is first wanted.
SideArrays sideArraysBeside(const std::string& path);
/// Arrays as the forms name them, taken from the executable that was written: for texts that never were files.
SideArrays sideArraysOf(const Executable& executable);

}  // namespace relaxscope

// SPDX-License-Identifier: Apache-2.0
// An opened file as a value: its bytes and the results of all readers.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "vmcore/base/diagnostics.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/kernel_codes.h"
#include "vmcore/model/library.h"

namespace relaxscope {

enum class FileKind : uint8_t { RawExecutable, SharedLibrary, JsonForm, ParameterList, TextForm, PythonForm };

/// A snapshot of a file at opening; immutable and shared by all users.
struct LoadedFile {
  std::string path;
  FileKind kind = FileKind::RawExecutable;
  Bytes bytes;  ///< of the whole file
  std::shared_ptr<const Executable> executable;
  uint64_t executableOffset = 0;                   ///< of the executable's first byte in the file
  std::optional<Library> library;                  ///< for SharedLibrary
  std::shared_ptr<const KernelCodes> kernelCodes;  ///< of a library with an executable, else null
  Diagnostics notes;                               ///< findings of the readers
  /// "shared library, x86-64", "executable bytes", "text form".
  [[nodiscard]] std::string containerText() const;
};

}  // namespace relaxscope

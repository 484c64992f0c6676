// SPDX-License-Identifier: Apache-2.0
// An opened file as a value: its bytes and all that the readers found in them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "vmcore/base/diagnostics.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/library.h"

namespace relaxscope {

enum class FileKind : uint8_t { RawExecutable, SharedLibrary, JsonForm, ParameterList, TextForm, PythonForm };

/// A file as it was when it was opened; immutable and shared by all who look at it.
struct LoadedFile {
  std::string path;
  FileKind kind = FileKind::RawExecutable;
  Bytes bytes;  ///< of the whole file
  std::shared_ptr<const Executable> executable;
  uint64_t executableOffset = 0;   ///< of the executable's first byte in the file
  std::optional<Library> library;  ///< for SharedLibrary
  Diagnostics notes;               ///< what the readers found
  /// "shared library, x86-64", "executable bytes", "text form".
  [[nodiscard]] std::string containerText() const;
};

}  // namespace relaxscope

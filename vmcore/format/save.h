// SPDX-License-Identifier: Apache-2.0
// Saves an executable in any of its forms, and the .npz of its large data next to a form without it: for the window and
// for rscope. Both files are complete and on disk before either is moved into place.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/base/text_sink.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

enum class SaveForm : uint8_t {
  Bytes,   ///< as TVM writes it
  Text,    ///< assembler text
  Python,  ///< assembler in Python's syntax
  Json,
  Library,  ///< a library, with its kernels and the new executable
};
/// "binary", "text", "python", "json"; a library is given by file, not by name.
std::optional<SaveForm> saveFormOfName(std::string_view name);
/// The form implied by a file's suffix: .rsasm and .txt text, .py, .json, .so a library, anything else bytes.
SaveForm saveFormOfPath(std::string_view path);

struct SaveOptions {
  SaveForm form = SaveForm::Bytes;
  std::optional<Bytes> library;    ///< for Library: the file whose executable is replaced
  std::optional<Variant> variant;  ///< for Library: the variant to write; by default that of the library
};

struct SaveFailure {
  /// The subject of the error, which the error does not name.
  enum class Part : uint8_t { Executable, Library, File, SideFile };
  Part part = Part::Executable;
  Error error;
};
struct Saved {
  std::vector<std::string> files;      ///< written files: the file itself, then the side file
  std::optional<SaveFailure> failure;  ///< if set, nothing was written
};

/// Replaces the file at `path`. The side file is `path` plus ".npz".
Saved saveExecutable(const std::shared_ptr<const Executable>& executable, const std::string& path,
                     const SaveOptions& options);
/// Streams a form with all data inline, for standard output. A sink that stops early is not a failure.
std::optional<SaveFailure> writeExecutable(const std::shared_ptr<const Executable>& executable,
                                           const SaveOptions& options, const TextSink& sink);

}  // namespace relaxscope
